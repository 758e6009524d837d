import { describe, expect, it } from 'vitest';
import { noon, testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, post, available, world } = app;
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${world.example.clip}`;

/** Does the same every time, so that what it leaves can be compared. */
async function use(key: string) {
  const answers = [await get(profile, key), await get(profile, key), await get('/nothing', key)];
  return answers.map(({ status, body }) => [status, body]);
}

describe('a reset of everything', () => {
  it('clears keys, ledger, windows, journal, faults, trace counters and clock, and counts what it cleared', async () => {
    const atStart = (await admin('GET', '/keys?limit=1000')).body;
    const throttled = 'sandbox:plan=9,rate=1/1d:reset-all';
    const first = await use(throttled);
    expect(first.map(([status]) => status)).toEqual([200, 429, 404]);
    const journal = (await admin('GET', '/requests')).body;
    await admin('POST', '/keys', { key: 'made' });
    await admin('DELETE', '/keys/demo-low');
    await admin('POST', '/faults', { match: {}, respond: { status: 500 } });
    await post('/clip/submitCreators', { uniqueIds: ['some.one'] }, 'demo-full');
    await admin('POST', '/clock/advance', { by: '3d' });

    const { status, body } = await admin('POST', '/reset', {});
    expect(status).toBe(200);
    expect(body).toEqual({
      keys: 12,
      accounts: 12,
      entries: expect.any(Number),
      holds: 0,
      windows: 1,
      requests: 4,
      faults: 1,
    });
    expect((await admin('GET', '/keys?limit=1000')).body).toEqual(atStart);
    expect((await admin('GET', '/clock')).body).toEqual({ mode: 'frozen', at: noon, now: noon });
    expect((await admin('GET', '/faults')).body).toEqual({ faults: [] });
    expect((await admin('GET', '/requests')).body).toEqual({ requests: [], cursor: null, forgotten: 0 });
    // byte for byte, trace ids and journal ids included
    expect(await use(throttled)).toEqual(first);
    const again = (await admin('GET', '/requests')).body;
    const timeless = ({ requests }: Record<string, unknown>) =>
      (requests as object[]).map((request) => ({ ...request, realAt: 0, durationMs: 0 }));
    expect(timeless(again)).toEqual(timeless(journal));
  });

  it('starts a scaled clock at the present again', async () => {
    const fast = await testApp({ clock: 'x10' });
    const fastAdmin = adminOf(fast);
    await fastAdmin('POST', '/clock/advance', { by: '40d' });
    await fastAdmin('POST', '/reset', {});
    const { mode, scale, now } = (await fastAdmin('GET', '/clock')).body;
    expect([mode, scale]).toEqual(['scaled', 10]);
    expect(Math.abs(Number(now) - Date.now())).toBeLessThan(86_400_000);
  });

  it('works without a body and with nothing to clear', async () => {
    await admin('POST', '/reset');
    expect(await admin('POST', '/reset')).toMatchObject({
      status: 200,
      body: { keys: 11, accounts: 11, entries: 11, holds: 0, windows: 0, requests: 0, faults: 0 },
    });
  });
});

describe('a reset of one key', () => {
  it('resets the key with its account and the keys of the account, and no other key', async () => {
    await admin('POST', '/reset');
    const [mine, theirs] = ['sandbox:plan=9,rate=2/1d:mine', 'sandbox:plan=9,rate=2/1d:theirs'];
    const account = (await admin('GET', `/keys/${encodeURIComponent(mine)}`)).body['account'];
    const beside = String((await admin('POST', '/keys', { account })).body['key']);
    for (const key of [mine, theirs, beside]) await use(key);
    for (const key of [mine, theirs])
      await admin('POST', '/faults', { match: { key }, respond: { status: 500 } });

    const { body } = await admin('POST', '/reset', { key: mine });
    expect(body).toEqual({ keys: 2, accounts: 1, entries: 5, holds: 0, windows: 1, requests: 6, faults: 1 });
    expect(await available(mine)).toBe(9);
    expect((await get(profile, beside)).status).toBe(200);
    const journal = (await admin('GET', '/requests')).body['requests'] as { key: string }[];
    expect(journal).toHaveLength(3 + 2);
    expect((await admin('GET', '/faults')).body['faults']).toHaveLength(1);
    expect((await admin('GET', `/keys/${encodeURIComponent(theirs)}`)).body).toMatchObject({ used: 4 });
    await admin('POST', '/reset');
  });

  it.each([
    [{ key: 'nobody' }, 404],
    [{ key: '' }, 400],
    [{ keys: 'demo-full' }, 400],
    [[], 400],
  ])('is refused for %j and clears nothing', async (body, status) => {
    await get(profile, 'demo-full');
    const before = await admin('GET', '/requests/count');
    expect(await admin('POST', '/reset', body)).toMatchObject({ status, body: problem(status) });
    expect((await admin('GET', '/requests/count')).body).toEqual(before.body);
    expect((await admin('GET', '/keys/demo-full')).body['used']).not.toBe(0);
  });
});
