import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Moment } from '../../src/admin/forks.ts';
import { createForker, type ForkerOptions } from '../../src/app/forks/forker.ts';
import { createSandbox, type SettingsInput } from '../../src/library/index.ts';

async function recorded(options: SettingsInput = {}) {
  const sandbox = await createSandbox({ size: 60, recordCapsule: true, ...options });
  afterAll(() => sandbox.close());
  const ask = async (method: string, path: string, body?: unknown, init: RequestInit = {}) => {
    const reply = await fetch(`${sandbox.adminUrl}${path}`, {
      method,
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
      ...init,
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const call = (path: string, key: string) =>
    fetch(sandbox.url + path, { headers: { 'api-key': key } }).then(async (reply) => {
      await reply.text();
      return reply.status;
    });
  return { sandbox, ask, call };
}

const profile = '/clip/profile?uniqueId=sample.creator';
const key = 'sandbox:plan=20,fractional:forked';

describe('a fork', async () => {
  const { sandbox, ask, call } = await recorded();
  const audience = '/clip/audience?uniqueId=sample.creator';
  for (const path of [profile, profile, audience, profile, `${profile}&fields=country`])
    await call(path, key);
  await sandbox.fault({ match: { operation: 'usage' }, respond: { status: 400 }, times: 1 });
  const statuses = [await call('/usage', key), await call('/nowhere', key), await call('/usage', key)];
  expect(statuses).toEqual([400, 404, 200]);

  it('without a change equals its origin byte for byte', async () => {
    const before = await sandbox.requests();
    const fork = await sandbox.fork(2);
    expect(fork).toMatchObject({ calls: 8, equal: 8, different: 0, requests: [], complete: true });
    expect(fork.fork).toEqual(fork.origin);
    expect(fork.origin.credits).toBe((await sandbox.bill()).credits);
    expect(fork.origin.byOperation.find(({ operation }) => operation === null)).toEqual({
      operation: null,
      calls: 1,
      credits: 0,
      refusals: 1,
    });
    // Nothing outside of it changed.
    expect(await sandbox.requests()).toEqual(before);
    expect((await sandbox.findKey(key)).used).toBe(fork.origin.credits);
  });

  it('bills another price from its request on, as the price book says', async () => {
    const { id } = await sandbox.findKey(key);
    const sums = (credits: number, calls: number, refusals: number) => ({ credits, calls, refusals });
    const bill = (credits: number, ofProfiles: number) => ({
      ...sums(credits, 8, 2),
      byOperation: [
        { operation: 'clip/audience', ...sums(10, 1, 0) },
        { operation: 'clip/profile', ...sums(ofProfiles, 4, 0) },
        { operation: 'usage', ...sums(0, 2, 1) },
        { operation: null, ...sums(0, 1, 1) },
      ],
      byKey: [{ key: id, ...sums(credits, 8, 2) }],
    });
    const answer = (credits: number) => ({ status: 200, errorCode: null, credits });
    const dearer = { operation: 'clip/profile', key: id, origin: answer(2), fork: answer(3.5) };
    expect(await sandbox.fork(2, { prices: { 'clip/profile': 3.5 } })).toEqual({
      ...{ request: 2, origin: bill(16.1, 6.1), fork: bill(19.1, 9.1) },
      // Replies to a key show what is left, so all from the second one on differ but for the two refusals.
      ...{ calls: 8, equal: 3, different: 2, complete: true },
      requests: [
        { id: 2, ...dearer },
        { id: 4, ...dearer },
      ],
    });
  });

  it('shows what another plan refuses, and what other rules answer', async () => {
    const poor = await sandbox.fork(2, { keys: [{ key: 'forked', plan: 3 }] });
    expect(poor.requests[0]).toMatchObject({
      id: 2,
      origin: { status: 200 },
      fork: { status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0 },
    });
    const failing = await sandbox.fork(3, {
      clearFaults: true,
      faults: [{ match: { operation: 'clip/profile' }, respond: { status: 503 } }],
    });
    expect(failing.requests.map(({ id, fork }) => [id, fork?.status])).toEqual([
      [4, 503],
      [5, 503],
    ]);
    const waiting = await sandbox.fork(1, {
      faults: [{ match: { operation: 'clip/profile' }, latency: '50s' }],
    });
    expect([waiting.different, waiting.fork]).toEqual([0, waiting.origin]);
  });

  it('refuses what cannot be, and says why', async () => {
    const settings = async (given: unknown) =>
      (await ask('POST', '/forks', { request: 2, settings: given })).body;
    expect(await settings({ price: 3 })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('price'),
    });
    expect(await settings({ prices: { 'clip/profil': 3 } })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('clip/profile'),
    });
    expect(await settings({ prices: { 'clip/profile': 1.23456 } })).toMatchObject({ status: 422 });
    expect(await settings({ prices: { from: '2026-01-01' } })).toMatchObject({ status: 422 });
    expect(await settings({ faults: [{ match: {}, respond: { status: 200 } }] })).toMatchObject({
      status: 400,
    });
    expect(
      await settings({ faults: [{ match: { operation: 'clip/profil' }, respond: { status: 503 } }] }),
    ).toMatchObject({ status: 422 });
    expect(await settings({ keys: [{ key: 'nobody', plan: 3 }] })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('There is no such key.'),
    });
    expect(await settings({ keys: [{ key, plan: 0.00001 }] })).toMatchObject({ status: 422 });
    expect(await settings({ faults: Array(21).fill({ match: {}, latency: 1 }) })).toMatchObject({
      status: 400,
    });
    expect(
      (await ask('POST', '/forks', { request: 2, settings: { note: 'x'.repeat(300_000) } })).status,
    ).toBe(413);
    for (const request of [0, -1, 1.5, '2', null, 1e20])
      expect((await ask('POST', '/forks', { request })).status).toBe(400);
    expect((await ask('POST', '/forks', { request: 999 })).status).toBe(404);
    for (const id of ['0', 'x', '1.5', '-1', '9'.repeat(17)])
      expect((await ask('GET', `/moments/${id}`)).status).toBe(400);
    expect((await ask('GET', '/moments/999')).status).toBe(404);
    expect((await sandbox.fork(2)).equal).toBe(8);
  });
});

describe('a moment', async () => {
  const { sandbox, ask, call } = await recorded({ clock: '2026-06-01T12:00:00Z' });
  await call(profile, key);
  await sandbox.advance('2d');
  const rule = await sandbox.fault({ match: { operation: 'usage' }, respond: { status: 503 }, times: 1 });
  await call('/usage', key);
  await sandbox.changeKey(key, { plan: 7 });
  await rule.remove();
  await call(profile, key);

  it('shows balances, rules, clock and day of the world just before a request', async () => {
    const shown = async (request: number) => {
      const { at, worldDate, keys, faults } = (await ask('GET', `/moments/${request}`))
        .body as unknown as Moment;
      const mine = keys.find(({ label }) => label === 'forked');
      return [
        new Date(at).toISOString(),
        worldDate,
        mine && [mine.plan, mine.planRemaining],
        faults.map(({ state, hits }) => [state, hits]),
      ];
    };
    expect(await shown(1)).toEqual(['2026-06-01T12:00:00.000Z', '2026-06-01', undefined, []]);
    expect(await shown(2)).toEqual(['2026-06-03T12:00:00.000Z', '2026-06-03', [20, 18], [['live', 0]]]);
    expect(await shown(3)).toEqual(['2026-06-03T12:00:00.000Z', '2026-06-03', [7, 5], []]);
    const { keys: _, ...moment } = await sandbox.moment(2);
    expect(moment).toEqual({
      ...{ request: 2, at: Date.parse('2026-06-03T12:00:00Z'), frozen: true, worldDate: '2026-06-03' },
      faults: [expect.objectContaining({ match: { operation: 'usage' }, respond: { status: 503 } })],
    });
  });

  it('knows no request of before a reset', async () => {
    await sandbox.reset();
    expect((await ask('GET', '/moments/3')).status).toBe(404);
    await call(profile, key);
    expect(await sandbox.fork(1)).toMatchObject({ calls: 4, equal: 4, different: 0 });
  });
});

describe('a long run', async () => {
  const { sandbox, ask, call } = await recorded();
  for (let n = 0; n < 300; n++) await call(profile, 'demo-unlimited');

  it('leaves the event loop to others while it is played again, one at a time', async () => {
    let turns = 0;
    let isOver = false;
    const count = (async () => {
      while (!isOver) {
        turns += 1;
        await nextTurn();
      }
    })();
    const both = await Promise.all([ask('POST', '/forks', { request: 1 }), ask('GET', '/moments/300')]);
    isOver = true;
    await count;
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(turns).toBeGreaterThan(300);
  });

  it('is not played on when its client leaves', async () => {
    const leaving = new AbortController();
    const left = ask('POST', '/forks', { request: 1 }, { signal: leaving.signal });
    await expect.poll(async () => (await ask('GET', '/moments/1')).status).toBe(409);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await expect.poll(async () => (await ask('GET', '/moments/1')).status).toBe(200);
    expect(await sandbox.fork(1)).toMatchObject({ calls: 300, equal: 300, different: 0 });
  });

  it('is not played on when the sandbox closes', async () => {
    const asked = ask('GET', '/moments/300');
    await expect.poll(async () => (await ask('GET', '/moments/1')).status).toBe(409);
    await sandbox.close();
    expect(await asked).toMatchObject({ status: 503 });
  });
});

it('nothing is played again where nothing is recorded, and the refusal names the switch', async () => {
  const { ask, call } = await recorded({ recordCapsule: false });
  await call(profile, key);
  for (const [method, path, body] of [
    ['POST', '/forks', { request: 1 }],
    ['GET', '/moments/1', undefined],
  ] as const)
    expect(await ask(method, path, body)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('--record-capsule') },
    });
});

const noRequest = 'There is no such request in the recorded run.';

it.each<[string, { on?: false; complete?: false; isInJournal?: true; number?: 1 }, string]>([
  [
    'the journal is off',
    { on: false },
    'The journal is off, so requests have no names: start the sandbox with --journal.',
  ],
  [
    'the record was full',
    { complete: false, isInJournal: true },
    'The run is longer than what is recorded, its first 2 requests: request 3 came later.',
  ],
  ['nobody sent it', { complete: false }, noRequest],
  ['the run does not have it', { isInJournal: true }, noRequest],
  ['a reset took it away', { number: 1 }, noRequest],
])('a request has no moment where %s', async (_, given, message) => {
  const { on = true, complete = true, isInJournal = false, number } = given;
  const journal = { on, find: () => (isInJournal ? {} : undefined), forgotten: () => 0 };
  const recording = { capsule: { complete, requests: [{}, {}] }, numberOf: () => number };
  const forker = createForker({ deps: { journal }, run: () => recording } as unknown as ForkerOptions);
  const status = message === noRequest ? 404 : 409;
  const asked = forker.moment(3, new AbortController().signal);
  await expect(asked).rejects.toMatchObject({ status, message });
});

it('a run with tokens is played again without them, and without what they refused', async () => {
  const { sandbox, ask, call } = await recorded({ adminToken: 'the-token' });
  const authorization = { headers: { authorization: 'Bearer the-token' } };
  await call(profile, key);
  expect((await ask('POST', '/reset', {})).status).toBe(401);
  await call(profile, key);
  expect((await ask('POST', '/forks', { request: 1 })).status).toBe(401);
  expect(await sandbox.fork(1)).toMatchObject({ calls: 2, equal: 2, different: 0 });
  expect((await ask('GET', '/moments/1', undefined, authorization)).status).toBe(200);
});

it('a fork has its price on every date, for the dashboard too; a call from before it pays the old one', async () => {
  const prices = [{ from: '2100-01-01', 'clip/profile': 9 }];
  const { sandbox, ask, call } = await recorded({ prices, journal: 2 });
  await sandbox.fault({ match: { operation: 'clip/profile' }, latency: '300ms', times: 1 });
  const waiting = call(profile, key);
  await expect.poll(async () => (await sandbox.faults())[0]?.hits).toBe(1);
  await call(profile, key);
  await waiting;
  await ask('POST', '/send', { method: 'GET', path: '/clip/profile?uniqueId=sample.creator', key });
  expect(await sandbox.fork(1)).toMatchObject({ calls: 3, equal: 3, different: 0 });
  const fork = await sandbox.fork(1, { prices: { 'clip/profile': 3 } });
  expect(fork).toMatchObject({ calls: 3, equal: 0, different: 2, fork: { credits: 8 } });
});

it('a stream whose client left is a part of the run', async () => {
  const { sandbox } = await recorded();
  const headers = { 'api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ description: 'short video creators from the USA' });
  const stream = await fetch(`${sandbox.url}/nls`, { method: 'POST', headers, body });
  await stream.body?.cancel();
  await expect.poll(() => sandbox.count()).toBe(1);
  expect(await sandbox.fork(1)).toMatchObject({ calls: 1, equal: 1, different: 0 });
});
