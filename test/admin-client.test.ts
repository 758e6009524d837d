import { afterAll, describe, expect, it } from 'vitest';
import { AdminError, createSandbox } from '../src/index.ts';

const sandbox = await createSandbox({ size: 60, clock: '2026-06-01T12:00:00Z' });
afterAll(() => sandbox.close());
const look = (headers: Record<string, string>) => fetch(sandbox.exampleUrl, { headers });

describe('a sandbox in the same process', () => {
  it('creates a key, changes it, tops it up and removes it', async () => {
    const key = await sandbox.key({ plan: 3 });
    expect((await look(key.headers)).status).toBe(200);
    expect((await look(key.headers)).status).toBe(402);
    await sandbox.topUp(key.id, { purchased: 2 });
    expect((await look(key.headers)).status).toBe(200);
    expect(await sandbox.changeKey(key.id, { limit: 4 })).toMatchObject({ limit: 4, spent: 4 });
    expect(await sandbox.findKey(key.id)).toMatchObject({ planRemaining: 0, purchased: 1 });
    await sandbox.removeKey(key.id);
    expect((await look(key.headers)).status).toBe(401);
  });

  it('forces failures and then lets the client recover', async () => {
    const key = await sandbox.key({ plan: 10 });
    const fault = await sandbox.fault({
      match: { key: key.id },
      respond: { status: 429 },
      sequence: ['fail', 'fail', 'succeed'],
    });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await look(key.headers)).status);
    await fault.remove();
    expect(statuses).toEqual([429, 429, 200]);
  });

  it('finds creators to test with', async () => {
    const found = await sandbox.creators({ platform: 'gram', minFollowers: 100, odd: true, limit: 2 });
    expect(found).toHaveLength(2);
    for (const { platform, followers, odd } of found)
      expect([platform, followers >= 100, odd?.length]).toEqual(['gram', true, expect.any(Number)]);
  });

  it('lists all requests of the journal, more than one page', async () => {
    const keys = await Promise.all([sandbox.key({ plan: 0 }), sandbox.key({ plan: 0 })]);
    const ids = new Set<string | null>(keys.map(({ id }) => id));
    for (let round = 0; round < 26; round++)
      await Promise.all(Array.from({ length: 40 }, (_, n) => look(keys[n % 2]?.headers ?? {})));
    const { traceId } = (await (await look(keys[0].headers)).json()) as { traceId: string };

    const requests = await sandbox.requests();
    expect(requests.filter(({ key }) => ids.has(key))).toHaveLength(26 * 40 + 1);
    expect(requests.at(-1)).toMatchObject({ traceId });
  });

  it('advances the clock of one account and returns the renewals that ran', async () => {
    const key = await sandbox.key({ plan: 2 });
    await look(key.headers);
    expect(await sandbox.advance('31d', key.id)).toMatchObject([{ what: 'renewal', credits: 2 }]);
    expect((await look(key.headers)).status).toBe(200);
  });

  it('shows what the client did, and the requests nearest to an expectation', async () => {
    const key = await sandbox.key({ plan: 10 });
    await look(key.headers);
    expect(await sandbox.requests({ key: key.id })).toMatchObject([
      { operation: 'clip/profile', status: 200, credits: 2 },
    ]);
    expect(await sandbox.waitFor({ key: key.id, operation: 'clip/profile' })).toHaveLength(1);
    await sandbox.verify({ key: key.id, operation: 'clip/profile' }, { exactly: 1 });
    const unmet = sandbox.verify({ key: key.id, operation: 'gram/profile' }, { atLeast: 1 });
    await expect(unmet).rejects.toThrow(AdminError);
    await expect(unmet).rejects.toThrow(
      /^Matching requests: expected at least 1, found 0\.\n[\s\S]*GET \/clip\/profile.*, answered 200\n +operation is clip\/profile, not gram\/profile$/,
    );
    await sandbox.reset(key.id);
    expect(await sandbox.requests({ key: key.id })).toEqual([]);
  });

  it('repeats itself under a frozen clock, new keys included', async () => {
    const runs = [];
    for (let run = 0; run < 2; run++) {
      const one = await createSandbox({ size: 60, clock: '2026-06-01T12:00:00Z' });
      const key = await one.key({ plan: 10 });
      const reply = await fetch(one.exampleUrl, { headers: key.headers });
      runs.push([key.key, key.id, await reply.text()]);
      await one.close();
    }
    expect(runs[1]).toEqual(runs[0]);
  });

  it('explains that its admin surface is off', async () => {
    const closed = await createSandbox({ size: 60, admin: false });
    await expect(closed.key()).rejects.toThrow('The admin surface of this sandbox is off.');
    await closed.close();
  });
});
