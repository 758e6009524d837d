import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { profile } from './bad-clients.ts';
import { brokenIn } from './reports.ts';

const neutral = await createSandbox({ size: 60 });
const published = await createSandbox({ size: 60, vocabulary: 'published' });
afterAll(() => Promise.all([neutral.close(), published.close()]));

type Sandbox = typeof neutral;

/** A key that its rate refuses after one call, once it made that call. */
async function limitedKey(sandbox: Sandbox): Promise<string> {
  const { key } = await sandbox.key({ plan: 100, rate: '1/1h', fractional: true });
  expect((await fetch(`${sandbox.url}/usage`, { headers: { 'api-key': key } })).status).toBe(200);
  await fetch(`${sandbox.adminUrl}/report`, { method: 'DELETE' });
  return key;
}

/** The cells of refusals that were earned. */
const refusedCells = ({ coverage }: Awaited<ReturnType<Sandbox['report']>>) =>
  coverage.cells.filter(({ status, earned }) => status >= 400 && earned > 0);

describe('calls that a check refuses before their parameters are read', () => {
  it('are retries whether their URL was answered before or not', async () => {
    const key = await limitedKey(neutral);
    const send = (by: string) => fetch(neutral.url + profile, { headers: { 'api-key': by } });
    expect((await send(key)).status).toBe(429);
    // From now on the URL needs no routing.
    expect((await send('demo-full')).status).toBe(200);
    expect((await send(key)).status).toBe(429);
    expect(refusedCells(await neutral.report())).toMatchObject([{ earned: 2, next: { retried: 1 } }]);
  });

  it('are retries with the published words too', async () => {
    const key = await limitedKey(published);
    const send = (by: string) =>
      fetch(`${published.url}/v2/tiktokBasic?tiktokId=sample.creator`, { headers: { apiId: by } });
    expect((await send(key)).status).toBe(403);
    expect((await send('demo-full')).status).toBe(200);
    expect((await send(key)).status).toBe(403);
    expect(refusedCells(await published.report())).toMatchObject([{ earned: 2, next: { retried: 1 } }]);
  });

  const search = (value: number) =>
    JSON.stringify({
      filters: [{ filterName: 'totalFollowers', op: '>', value }],
      sortBy: 'totalFollowers',
      desc: true,
      pageSize: 1,
    });
  const posted = (sandbox: Sandbox, key: string, body: string) =>
    fetch(`${sandbox.url}/clip/search`, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body,
    });

  it('repeat no other when they differ in their bodies', async () => {
    const key = await limitedKey(neutral);
    for (const value of [1, 2, 3, 4]) expect((await posted(neutral, key, search(value))).status).toBe(429);
    const report = await neutral.report();
    expect(brokenIn(report)).toEqual({});
    expect(refusedCells(report)).toMatchObject([{ earned: 4, next: { retried: 0 } }]);
    const requests = await neutral.requests({ key });
    expect(requests.at(-1)).toMatchObject({ status: 429, body: JSON.parse(search(4)) as object });
  });

  it('repeat each other when their bodies are the same, up to the answer', async () => {
    const key = await limitedKey(neutral);
    // a busy machine must not make waits of these retries
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let n = 0; n < 4; n++) expect((await posted(neutral, key, search(1))).status).toBe(429);
    const report = await neutral.report();
    expect(brokenIn(report)).toEqual({ 'retry-without-backoff': 1 });
    expect(refusedCells(report)).toMatchObject([{ earned: 4, next: { retried: 3 } }]);
  });

  it.each([
    ['asks first whether to send it', 'Expect: 100-continue', '', 429],
    ['is no JSON', 'Connection: close', '{'.repeat(100), 429],
    ['breaks off', 'Content-Type: application/json', '{"filt', 400],
  ])('are refused once when their body %s', async (_, header, sent, status) => {
    const key = await limitedKey(neutral);
    const { hostname, port } = new URL(neutral.url);
    const socket = connect(Number(port), hostname);
    const head = `POST /clip/search HTTP/1.1\r\nHost: x\r\napi-key: ${key}\r\n${header}\r\nContent-Length: 100\r\n\r\n`;
    let reply = '';
    socket.on('data', (bytes) => (reply += String(bytes)));
    socket.write(`${head}${sent}`);
    if (status === 400) socket.end();
    if (header.startsWith('Expect')) await expect.poll(() => reply).toContain(`1.1 ${status}`);
    else await once(socket, 'close');
    socket.destroy();
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(expect.arrayContaining([`HTTP/1.1 ${status}`]));
    const { receipt } = await neutral.report();
    expect(receipt).toMatchObject({ calls: 1, credits: 0 });
  });
});
