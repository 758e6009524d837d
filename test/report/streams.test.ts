import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { headLine } from '../../src/report/formats/parts.ts';
import { brokenIn, metIn } from './reports.ts';

const sandbox = await createSandbox({ size: 60, pace: 0, clock: '2026-01-01T00:00:00Z' });
afterAll(() => sandbox.close());

const description = { description: 'cooking creators on clip in Spain' };
const headersOf = (key: { key: string }) => ({ 'api-key': key.key, 'content-type': 'application/json' });

/** Reads a search until this text came, and is gone at once. */
const readUntil = (key: { key: string }, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(sandbox.url);
    const body = JSON.stringify(description);
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /nls HTTP/1.1\r\nHost: ${host}\r\napi-key: ${key.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    let received = '';
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes(text)) socket.resetAndDestroy();
    });
  });

/** A key of a sandbox that knows nothing of the tests before. */
async function newKey() {
  await sandbox.reset();
  await fetch(`${sandbox.adminUrl}/report`, { method: 'DELETE' });
  return sandbox.key({ plan: 1_000 });
}

/** Reads a search to its end. @param profile of the stream, forced by `Prefer` */
async function search(key: { key: string }, profile?: string): Promise<string> {
  const headers = { ...headersOf(key), ...(profile !== undefined && { prefer: `profile=${profile}` }) };
  const body = JSON.stringify(description);
  return (await fetch(`${sandbox.url}/nls`, { method: 'POST', headers, body })).text();
}

/** Waits until the streams have ended for the sandbox too. */
const ended = () =>
  expect
    .poll(async () =>
      (await sandbox.requests({ operation: 'nls' })).every(({ durationMs }) => durationMs > 0),
    )
    .toBe(true);

describe('a stream that its reader leaves', () => {
  it('breaks no rule once the result was written, whoever closes first', async () => {
    const key = await newKey();
    for (let run = 0; run < 5; run++)
      await Promise.all(Array.from({ length: 6 }, () => readUntil(key, '"success":')));
    await ended();
    expect(brokenIn(await sandbox.report())).toEqual({});
  });
});

describe('a stream that fails after its first piece', () => {
  it('is a cell of its refusal, meets a gate, and is told apart from refusals', async () => {
    const key = await newKey();
    const ask = async (prefer?: string) => {
      const headers = { ...headersOf(key), ...(prefer && { prefer }) };
      const reply = await fetch(`${sandbox.url}/nls`, {
        method: 'POST',
        headers,
        body: JSON.stringify(description),
      });
      return reply.text();
    };
    expect(await ask('profile=failed-result')).toContain('"errorCode":"SERVICE_UNAVAILABLE"');
    await ask('code=429');
    await fetch(`${sandbox.url}/clip/profile?uniqueId=nobody.at.all`, { headers: headersOf(key) });
    await sandbox.fault({ match: { key: key.id, operation: 'usage' }, latency: '1ms' });
    await fetch(`${sandbox.url}/usage`, { headers: headersOf(key) });
    const report = await sandbox.report();
    expect(metIn(report)).toContain('nls 503/SERVICE_UNAVAILABLE 0+1');
    expect(report.receipt).toMatchObject({
      calls: 4,
      refusals: 2,
      injected: 2,
      injectedRefusals: 1,
      changed: 2,
      failedMidway: 1,
      credits: 0,
    });
    expect(headLine(report)).toBe(
      '4 requests, 2 refused (1 of them injected), 1 failed midway, 2 delayed or changed, 0 credits.',
    );
  });

  it('is not paid again when it was cut before its result', async () => {
    const key = await newKey();
    await search(key, 'cut-before-result');
    for (let n = 0; n < 2; n++) expect(await search(key)).toContain('"success":true');
    const { waste, receipt } = await sandbox.report();
    // The second whole one is.
    expect(waste).toMatchObject([{ rule: 'paid-again', requestCount: 1, credits: receipt.credits / 2 }]);
  });

  it('is no success: a retry is no waste, an id read from it is a mistake', async () => {
    const key = await newKey();
    await search(key, 'failed-result');
    await search(key);
    const retried = await sandbox.report();
    expect([retried.waste, brokenIn(retried)]).toEqual([[], {}]);
    await search(key, 'failed-result');
    await fetch(`${sandbox.url}/clip/profile?uniqueId=undefined`, { headers: headersOf(key) });
    expect(brokenIn(await sandbox.report())).toMatchObject({ 'ignored-failure': 1 });
  });
});
