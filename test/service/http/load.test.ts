import { describe, expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/journal.ts';
import { adminOf } from '../../admin/admin.ts';
import { testApp } from '../../harness.ts';

/** A sandbox under load, in whose journal time stands still until it is told otherwise. */
async function loaded() {
  let second = 1;
  const journal = createJournal({ maxEntries: 20_000, isSampled: true, now: () => second * 1000 });
  const sandbox = await testApp({ load: true, vocabulary: 'neutral' }, { journal });
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });
  const key = 'sandbox:plan=1000:loaded';
  const ask = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(`${url}${path}`, { ...init, headers: { 'api-key': key, ...init.headers } });
    return [reply.status, await reply.text()] as const;
  };
  return {
    ...sandbox,
    ask,
    admin: adminOf(sandbox),
    key,
    tick: () => {
      second += 1;
    },
  };
}

const profile = '/clip/profile?uniqueId=sample.creator';
const description = JSON.stringify({ description: 'creators from Spain' });

describe('a sandbox under load', () => {
  it('holds a sample of the requests in its journal, and the totals are exact in its metrics', async () => {
    const { app, ask, admin, key, tick } = await loaded();
    for (let n = 0; n < 150; n++) expect((await ask(profile))[0]).toBe(200);
    // Neither a stream nor a request that no path has is in the sample any more.
    const stream = { method: 'POST', body: description, headers: { 'content-type': 'application/json' } };
    expect((await ask('/nls', stream))[0]).toBe(200);
    expect((await ask('/no/such/path'))[0]).toBe(404);
    expect((await ask('/%'))[0]).toBe(400);
    const listed = async () => (await admin('GET', '/requests?limit=1000')).body['requests'] as unknown[];
    expect(await listed()).toHaveLength(100);
    tick();
    expect((await ask('/nls', stream))[0]).toBe(200);
    expect((await listed()).slice(100)).toMatchObject([{ operation: 'nls', credits: expect.any(Number) }]);

    const page = (await app.inject({ url: '/__admin/metrics', headers: { host: 'localhost:4310' } })).body;
    const value = (name: string) =>
      Number(
        page
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      );
    const requests = (operation: string, status: number, code = '') =>
      value(
        `creator_sandbox_requests_total{operation="${operation}",status="${status}",code="${code}",injected="false"}`,
      );
    expect([
      requests('clip/profile', 200),
      requests('nls', 200),
      requests('unknown', 404),
      requests('unknown', 400, 'VALIDATION_ERROR'),
    ]).toEqual([150, 2, 1, 1]);
    const charged = ['clip/profile', 'nls'].map((each) =>
      value(`creator_sandbox_credits_charged_total{operation="${each}"}`),
    );
    const { body } = await admin('GET', `/keys/${key}`);
    expect(charged.reduce((sum, each) => sum + each)).toBeCloseTo(body['used'] as number, 6);
    expect(charged[0]).toBe(300);
  });

  it.each([
    ['GET', '/requests/count', undefined],
    ['POST', '/verify', { match: {}, exactly: 1 }],
    ['POST', '/verify', { order: [{ path: '/a' }, { path: '/b' }] }],
    ['POST', '/requests/wait', { match: {} }],
  ] as const)('counts no requests from its sample: %s %s', async (method, path, body) => {
    const { admin } = await loaded();
    expect(await admin(method, path, body)).toMatchObject({
      status: 409,
      body: {
        detail:
          'Under load the journal holds a sample of the requests, so it cannot count them: GET /__admin/metrics has exact totals.',
      },
    });
  });

  it('has no report', async () => {
    const { admin, ask } = await loaded();
    await ask(profile);
    expect(await admin('GET', '/report')).toMatchObject({
      status: 409,
      body: { detail: 'Under load there is no report: GET /__admin/metrics has exact totals.' },
    });
  });

  it('shows and counts again what a reset has cleared', async () => {
    const { admin, ask, key } = await loaded();
    for (let n = 0; n < 3; n++) await ask(profile);
    await admin('POST', '/reset', { key });
    expect((await admin('GET', '/requests')).body['requests']).toEqual([]);
    await ask(profile);
    expect((await admin('GET', '/requests')).body['requests']).toHaveLength(1);
  });
});
