import { describe, expect, it } from 'vitest';
import { operations } from '../../src/core/operations.ts';
import { maxRules } from '../../src/faults/faults.ts';
import { noon, testApp } from '../harness.ts';

const { ask, get, post, getV2, available, world, deps } = await testApp();
const other = await testApp();
const creator = world.example.clip;
const profile = `/clip/profile?uniqueId=${creator}`;
const operation = 'clip/profile';

type Json = Record<string, unknown>;

const adminOf =
  (app: { ask: typeof ask }) =>
  (method: 'POST' | 'GET' | 'DELETE', path = '', payload?: object) =>
    app.ask({
      method,
      url: `/__admin/faults${path}`,
      headers: { host: 'localhost', ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
const admin = adminOf({ ask });

const rule = async (payload: object) => (await admin('POST', '', payload)).body as Json & { id: string };
const rules = async (path = '') => (await admin('GET', path)).body['faults'] as Json[];
const one = async (id: string) => (await rules()).find((each) => each['id'] === id);
const statuses = async (key: string, count: number, url = profile) => {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push((await get(url, key)).status);
  return all;
};
const unavailable = { respond: { status: 503 } };
let keys = 0;
const newKey = (terms = 'plan=1000') => `sandbox:${terms}:faults-${++keys}`;

describe('a fault rule', () => {
  it('answers instead of the service until it is deleted', async () => {
    const key = newKey();
    const { id, ...written } = await rule({ match: { key, operation }, ...unavailable });
    const keyId = (await deps.ledger.keys.find(key, noon))?.id;

    expect(written).toEqual({
      match: { key: keyId, operation },
      respond: { status: 503 },
      createdAt: noon,
      state: 'live',
      matched: 0,
      hits: 0,
      waiting: 0,
    });
    expect(await statuses(key, 2)).toEqual([503, 503]);
    expect(await one(id)).toEqual({
      id,
      match: { key: keyId, operation },
      respond: { status: 503 },
      createdAt: noon,
      state: 'live',
      matched: 2,
      hits: 2,
      waiting: 0,
    });
    expect([...deps.journal.all(keyId)].map(({ injected }) => injected)).toEqual([id, id]);

    expect(await admin('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { removed: 1 } });
    expect((await admin('DELETE', `/${id}`)).status).toBe(404);
    expect(await statuses(key, 1)).toEqual([200]);
    expect(await available(key)).toBe(998);
  });

  it('with a key affects only that key; without a key it affects all', async () => {
    const [mine, other] = [newKey(), newKey()];
    await rule({ match: { key: mine }, ...unavailable });
    expect([await statuses(mine, 1), await statuses(other, 1)]).toEqual([[503], [200]]);
    expect((await getV2(`/v2/clipBasic?clipId=${creator}`, mine)).status).toBe(503);

    const { id } = await rule({ match: { operation: 'gram/niches' }, respond: { status: 409 } });
    expect([
      await statuses(mine, 1, '/gram/niches'),
      await statuses(other, 1, '/gram/niches'),
      await statuses(other, 1, '/tube/niches'),
    ]).toEqual([[503], [409], [200]]);
    await admin('DELETE', `/${id}`);
  });

  it('acts before rules added later, which act once it is spent', async () => {
    const key = newKey();
    await rule({ match: { key }, respond: { status: 503 }, times: 2 });
    await rule({ match: { key }, respond: { status: 429 }, times: 1 });
    expect(await statuses(key, 4)).toEqual([503, 503, 429, 200]);
  });

  it('acts in the order in which rules were added, whether they name a key or not', async () => {
    const key = newKey();
    const niches = () => statuses(key, 1, '/gram/niches');
    const forAll = { match: { operation: 'gram/niches' }, respond: { status: 409 } };
    const own = { match: { key, operation: 'gram/niches' }, ...unavailable };
    const older = await rule(forAll);
    await rule(own);
    expect(await niches()).toEqual([409]);
    await admin('DELETE', `/${older.id}`);
    const younger = await rule(forAll);
    expect(await niches()).toEqual([503]);
    await admin('DELETE', `/${younger.id}`);
  });

  it('repeats the page before in place of a page, once, and on operations with pages only', async () => {
    const key = newKey();
    await rule({ match: { key, operation: 'sponsor/list' }, profile: 'page-repeats', times: 3 });
    const read = async (offset: number) => {
      const url = `/sponsor/list?pageSize=2&offset=${offset}`;
      const { body } = await ask({ url, headers: { 'api-key': key } });
      const data = body['data'] as { sponsors: { brandId: string }[]; offset: number };
      return [data.offset, ...data.sponsors.map(({ brandId }) => brandId)];
    };
    const { body: refusal } = await ask({ url: '/sponsor/list?offset=x', headers: { 'api-key': key } });
    expect(refusal).toMatchObject({ errorCode: 'VALIDATION_ERROR' });
    const [first, repeated, second, third] = [await read(0), await read(2), await read(2), await read(4)];
    expect(repeated).toEqual([2, ...first.slice(1)]);
    expect(new Set([...first.slice(1), ...second.slice(1), ...third.slice(1)]).size).toBe(6);
    expect(
      await admin('POST', '', { match: { operation: 'clip/profile' }, profile: 'page-repeats' }),
    ).toMatchObject({
      status: 422,
      body: { detail: 'clip/profile has no pages.' },
    });
  });

  it('gives way to the Prefer header of a request', async () => {
    const key = newKey();
    const { id } = await rule({ match: { key }, ...unavailable });
    const headers = { 'api-key': key, prefer: 'code=409' };
    expect((await ask({ url: profile, headers })).status).toBe(409);
    expect(await one(id)).toMatchObject({ matched: 0, hits: 0 });
  });

  it('acts after the check of the key (401) and before everything else', async () => {
    await rule({ match: { key: 'demo-forbidden' }, respond: { status: 500 }, times: 1 });
    expect((await get('/clip/profile', 'demo-forbidden')).status).toBe(500);
    expect((await get('/clip/profile', 'demo-forbidden')).status).toBe(403);

    const { id } = await rule({ match: {}, ...unavailable });
    expect((await get(profile, 'nobody')).status).toBe(401);
    expect((await get('/clip/nothing', 'demo-full')).status).toBe(404);
    expect((await get('/clip/profile', 'demo-full')).status).toBe(503);
    await admin('DELETE', `/${id}`);
  });

  it('matches by path and by values in the body', async () => {
    const key = newKey();
    const byPath = await rule({ match: { key, path: '/*/contact' }, respond: { status: 500 } });
    const byBody = await rule({ match: { key, body: { '/uniqueId': creator } }, respond: { status: 404 } });

    expect(await statuses(key, 1, `/clip/contact?uniqueId=${creator}`)).toEqual([500]);
    expect(await statuses(key, 1)).toEqual([200]);
    expect((await post('/clip/profile', { uniqueId: creator }, key)).status).toBe(404);
    expect((await post('/clip/profile', { uniqueId: 'slow' }, key)).status).toBe(200);
    expect((await post('/clip/contact', { uniqueId: creator }, key)).status).toBe(500);
    expect([await one(byPath.id), await one(byBody.id)]).toMatchObject([{ hits: 2 }, { hits: 1 }]);
  });

  it('that matches by body leaves an unreadable body to the service, and keeps the order of refusals', async () => {
    const key = newKey('plan=10,rate=1/10s');
    await rule({ match: { key, body: { '/uniqueId': 'a' } }, ...unavailable });
    const send = (payload: string) =>
      ask({
        method: 'POST',
        url: '/clip/profile',
        headers: { 'api-key': key, 'content-type': 'application/json' },
        payload,
      });

    expect((await send('{"uniqueId":')).body['errorCode']).toBe('VALIDATION_ERROR');
    expect((await send('{"uniqueId":')).status).toBe(429);
    expect((await send('{"uniqueId":"a"}')).status).toBe(503);
    expect((await send(JSON.stringify({ uniqueId: 'a', more: 'x'.repeat(2 ** 20) }))).status).toBe(429);
  });

  it('matches by a value in a body of exactly the limit; a larger body is left to the service', async () => {
    const key = newKey();
    await rule({ match: { key, body: { '/uniqueId': 'a' } }, ...unavailable });
    const limit = 2 ** 20;
    const statusOf = async (bytes: number) => {
      const body = { uniqueId: 'a', more: '' };
      const more = 'x'.repeat(bytes - JSON.stringify(body).length);
      return (await post('/clip/profile', { ...body, more }, key)).status;
    };

    expect([await statusOf(limit), await statusOf(limit + 1)]).toEqual([503, 400]);
  });

  it('relies on the table of operations for the served paths and methods', () => {
    expect(deps.servedRoutes.map(({ method, path, operation }) => [method, path, operation]).sort()).toEqual(
      operations
        .flatMap(({ id, methods }) =>
          deps.words.pathsOf(id).flatMap((path) => methods.map((method) => [method, path, id])),
        )
        .sort(),
    );
  });

  it('fails and succeeds in sequence', async () => {
    const key = newKey();
    const sequence = ['fail', 'fail', 'succeed'];
    const { id } = await rule({ match: { key }, ...unavailable, sequence });
    expect(await statuses(key, 5)).toEqual([503, 503, 200, 200, 200]);
    expect(await one(id)).toMatchObject({ state: 'spent', hits: 3, matched: 3 });

    await rule({ match: { key }, ...unavailable, sequence: ['fail', 'succeed'], times: 2 });
    expect(await statuses(key, 5)).toEqual([503, 200, 503, 200, 200]);

    const steps = [{ status: 429 }, { status: 402, errorCode: 'KEY_SPEND_THRESHOLD_EXCEEDED' }, 'succeed'];
    await rule({ match: { key }, sequence: steps });
    expect(await statuses(key, 4)).toEqual([429, 402, 200, 200]);
  });

  it('fires at random, the same way for the same seed', async () => {
    const run = async (seed?: number) => {
      const key = newKey();
      const { id } = await rule({ match: { key }, ...unavailable, probability: 0.5, ...(seed && { seed }) });
      const all = await statuses(key, 40);
      const failed = all.filter((status) => status === 503).length;
      expect(await one(id)).toMatchObject({ matched: 40, hits: failed });
      expect(failed).toBeGreaterThan(10);
      expect(failed).toBeLessThan(30);
      return all;
    };
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
    expect(await run()).toEqual(await run(1));

    const key = newKey();
    const { id } = await rule({ match: { key }, ...unavailable, probability: 0 });
    expect(await statuses(key, 2)).toEqual([200, 200]);
    expect(await one(id)).toMatchObject({ matched: 2, hits: 0, warning: 'This rule never fired.' });
  });

  it('expires after its ttl on the clock of the sandbox', async () => {
    const sandbox = await testApp();
    const control = adminOf(sandbox);
    const { body } = await control('POST', '', { match: {}, ...unavailable, ttl: '10m' });
    expect(body).toMatchObject({ createdAt: noon, expiresAt: noon + 600_000 });

    sandbox.deps.clock.advance(599_999);
    expect((await sandbox.get(profile, 'demo-full')).status).toBe(503);
    sandbox.deps.clock.advance(1);
    expect((await sandbox.get(profile, 'demo-full')).status).toBe(200);
    expect((await control('GET')).body['faults']).toMatchObject([{ state: 'expired', hits: 1 }]);
  });

  it('waits a fixed time or a time from a range, before its own answer or that of the service', async () => {
    const waits: number[] = [];
    const sandbox = await testApp({}, { wait: async (ms) => void waits.push(ms) });
    const control = adminOf(sandbox);
    const ask = async () => (await sandbox.get(profile, 'demo-full')).status;

    await control('POST', '', { match: {}, latency: '2s', times: 1 });
    await control('POST', '', { match: {}, latency: 30, ...unavailable, times: 1 });
    await control('POST', '', { match: {}, latency: { min: 100, max: '200ms' }, seed: 3, times: 20 });
    await control('POST', '', { match: {}, latency: { min: 1, max: 3 } });
    expect([await ask(), await ask()]).toEqual([200, 503]);
    expect(waits.splice(0)).toEqual([2000, 30]);

    for (let i = 0; i < 20; i++) await ask();
    expect(waits.splice(0)).toEqual([
      ...[172, 103, 146, 107, 177, 148, 149, 116, 126, 155],
      ...[119, 108, 172, 148, 180, 188, 132, 169, 128, 167],
    ]);
    // both ends of a range are among its times
    for (let i = 0; i < 30; i++) await ask();
    expect([...new Set(waits)].sort()).toEqual([1, 2, 3]);
    expect([...sandbox.deps.journal.all()].slice(0, 2)).toMatchObject([
      { injected: null, notes: ['fault-1: 2000 ms late'] },
      { injected: 'fault-2', notes: ['fault-2: 30 ms late'] },
    ]);
  });
});

describe('a latency with median, p99 and max', () => {
  const waitsOf = async (count: number, rest: object) => {
    const waits: number[] = [];
    const sandbox = await testApp({}, { wait: async (ms) => void waits.push(ms) });
    await adminOf(sandbox)('POST', '', { match: {}, ...rest });
    for (let n = 0; n < count; n++) await sandbox.get(profile, 'demo-unlimited');
    return waits;
  };

  it('varies within its bounds, and the same seed gives the same delays', async () => {
    const latency = { median: '200ms', p99: 900, max: '1s' };
    const waits = await waitsOf(50, { latency, seed: 7 });
    expect(new Set(waits).size).toBeGreaterThan(40);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
    expect(await waitsOf(50, { latency, seed: 7 })).toEqual(waits);
    expect(await waitsOf(50, { latency, seed: 8 })).not.toEqual(waits);
  });
});

const until = (condition: () => Promise<unknown>) => expect.poll(condition).toBeTruthy();
const waiting = (id: string, count: number) => until(async () => (await one(id))?.['waiting'] === count);

describe('a gate', () => {
  it('makes exactly two requests race for the last credits; one wins', async () => {
    const key = newKey('plan=2');
    const { id } = await rule({ match: { key, operation }, hold: { until: 2 } });
    const first = get(profile, key);
    await waiting(id, 1);
    expect(await available(key)).toBe(2);

    const both = await Promise.all([first, get(profile, key)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(both.find(({ status }) => status === 402)?.body).toMatchObject({
      errorCode: 'INSUFFICIENT_CREDITS',
      details: [{ required: 2, available: 0 }],
    });
    expect(await available(key)).toBe(0);
    expect(await one(id)).toMatchObject({ hits: 2, waiting: 0 });
    expect((await get(profile, key)).status).toBe(402);
  });

  it('holds requests until it is released, then answers as its rule says', async () => {
    const key = newKey();
    const { id } = await rule({ match: { key }, hold: {}, ...unavailable });
    const held = [get(profile, key), get(profile, key), get(profile, key)];
    await waiting(id, 3);

    expect((await admin('POST', `/${id}/release`)).body).toEqual({ released: 3 });
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(await statuses(key, 1)).toEqual([503]);
    expect((await admin('POST', `/${id}/release`)).body).toEqual({ released: 0 });
    expect((await admin('POST', '/fault-0/release')).status).toBe(404);
  });

  it('opens when its rule is removed', async () => {
    // The minute of a hold ends when the test says so.
    const minutes: (() => void)[] = [];
    let opened = 0;
    const wait = (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        minutes.push(resolve);
        signal?.addEventListener('abort', () => {
          opened += 1;
          reject(signal.reason);
        });
      });
    const sandbox = await testApp({}, { wait });
    const key = newKey();
    for (const times of [{ times: 1 }, {}])
      await adminOf(sandbox)('POST', '', { match: { key }, hold: {}, ...times });
    const held = [sandbox.get(profile, key), sandbox.get(profile, key)];
    await expect.poll(() => minutes.length).toBe(2);

    await adminOf(sandbox)('DELETE', '/fault-1');
    await adminOf(sandbox)('DELETE', `?key=${encodeURIComponent(key)}`);
    const openedAtOnce = opened;
    for (const end of minutes) end();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect(openedAtOnce).toBe(2);
  });

  it('holds no request longer than a minute', async () => {
    const waits: number[] = [];
    const sandbox = await testApp({}, { wait: async (ms) => void waits.push(ms) });
    await adminOf(sandbox)('POST', '', { match: {}, hold: { until: 2 } });
    expect((await sandbox.get(profile, 'demo-full')).status).toBe(200);
    expect(waits).toEqual([60_000]);
    expect([...sandbox.deps.journal.all()]).toMatchObject([{ injected: null, notes: ['fault-1: held'] }]);
  });
});

describe('a rule is refused', () => {
  const headersOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'a']));

  it.each([
    [{}, 400, 'match'],
    [{ match: {} }, 422, 'A rule needs at least one of respond, latency, hold, cut and profile.'],
    [{ match: {}, sequence: ['fail', 'succeed'] }, 422, 'A rule needs at least one of'],
    [
      { match: { operation }, respond: { status: 418, errorCode: 'TEAPOT' } },
      422,
      'clip/profile cannot answer {"status":418,"errorCode":"TEAPOT"}',
    ],
    [{ match: {}, respond: { status: 399 } }, 400, 'status'],
    [{ match: {}, respond: { status: 600, body: 'x' } }, 400, 'status'],
    [{ match: {}, respond: { body: 'x' } }, 422, "An answer needs a 'status' or an 'errorCode'."],
    [{ match: {}, respond: { charge: true } }, 422, "An answer needs a 'status' or an 'errorCode'."],
    [
      { match: {}, respond: { errorCode: 'NOT_FOUND', body: 'x' } },
      422,
      "'body' needs a 'status' beside it.",
    ],
    [
      { match: {}, respond: { status: 404, errorCode: 'NOT_FOUND', body: 'x' } },
      422,
      "it has no 'errorCode' beside it.",
    ],
    [
      { match: {}, respond: { status: 504, contentType: 'text/html' } },
      422,
      "'contentType' needs a 'body' beside it.",
    ],
    ...[
      'text/html\r\nset-cookie: a=1',
      'text/html, text/css',
      'text',
      'text/html; charset="utf-8"',
      'text/hтml',
      'text/html;',
    ].map((contentType): [object, number, string] => [
      { match: {}, respond: { status: 504, body: 'x', contentType } },
      422,
      "'contentType' is no type such as text/html; charset=utf-8.",
    ]),
    [{ match: {}, respond: { status: 504, charge: false } }, 400, 'charge'],
    [{ match: {}, respond: { status: 504, charge: 0 } }, 400, 'charge'],
    [{ match: {}, respond: { status: 504, charge: -1 } }, 400, 'charge'],
    [{ match: {}, respond: { status: 504, charge: '2' } }, 400, 'charge'],
    [{ match: {}, respond: { status: 504, charge: 0.0001 } }, 422, "'charge' must be true, or at most"],
    [{ match: {}, respond: { status: 504, charge: 1e13 } }, 422, "'charge' must be true, or at most"],
    [
      { match: {}, ...unavailable, sequence: [{ status: 504, headers: { 'content-length': '1' } }] },
      422,
      "A rule cannot set the header 'content-length'.",
    ],
    [{ match: {}, respond: { status: 504, headers: { Connection: 'close' } } }, 422, "'Connection'"],
    [
      { match: {}, profile: 'bad-gateway', ...unavailable },
      422,
      "'bad-gateway' is an answer, so it has no 'respond' beside it.",
    ],
    [{ match: { operation: 'nls' }, profile: 'large-reply' }, 422, 'nls streams events.'],
    [{ match: { operation }, respond: { status: 200 } }, 400, 'status'],
    [
      { match: { operation }, respond: { status: 404, errorCode: 'SUBTITLE_VIDEO_NOT_FOUND' } },
      422,
      'it can answer 400 VALIDATION_ERROR, 401 UNAUTHORIZED, 402 INSUFFICIENT_CREDITS',
    ],
    [
      { match: { operation: 'clip/niches' }, respond: { errorCode: 'FRACTIONAL_CALLS_NOT_ENABLED' } },
      422,
      '',
    ],
    [{ match: { operation }, respond: { errorCode: 'QuotaRate' } }, 422, 'clip/profile cannot answer'],
    [{ match: { operation: 'v2/clipBasic' }, respond: { status: 403 } }, 422, 'it can answer 403 AuthFailed'],
    [{ match: { operation: 'v2/clipBasic' }, respond: { status: 503, errorCode: 'QuotaRate' } }, 422, ''],
    [
      { match: {}, respond: { errorCode: 'TEAPOT' } },
      422,
      'No operation answers "TEAPOT"; the nearest valid one is NoEmail, which comes with the status 403.',
    ],
    [{ match: { operation: 'clip/profil' }, ...unavailable }, 422, 'the nearest valid one is clip/profile'],
    [
      { match: { operation, path: '/gram/**' }, ...unavailable },
      422,
      "'/gram/**' does not match /clip/profile.",
    ],
    [{ match: { path: '/zzz' }, ...unavailable }, 422, "'/zzz' matches no path of the service."],
    [{ match: { path: '/clip/profile?*' }, latency: 1 }, 422, 'matches no path of the service.'],
    [{ match: { path: '/clip/profile' }, cut: { events: 1 } }, 422, 'clip/profile does not stream events.'],
    [
      { match: { operation: 'usage', method: 'POST' }, ...unavailable },
      422,
      'No operation that this rule matches accepts POST.',
    ],
    [{ match: { operation }, profile: 'crlf' }, 422, 'clip/profile does not stream events.'],
    [
      { match: { operation }, profile: 'rack' },
      422,
      "'rack' is not a reply profile; the profiles are lf, cr, crlf",
    ],
    [{ match: { operation }, cut: { events: 1 } }, 422, 'clip/profile does not stream events.'],
    [{ match: {}, cut: {} }, 422, "'cut' needs either 'bytes' or 'events'."],
    [{ match: {}, cut: { bytes: 1, events: 1 } }, 422, "'cut' needs either 'bytes' or 'events'."],
    [{ match: {}, cut: { bytes: 1 }, profile: 'cut' }, 422, 'not both'],
    [{ match: {}, cut: { bytes: 1, how: 'burn' } }, 400, 'how'],
    [{ match: {}, latency: '2 seconds' }, 422, "'latency' must be milliseconds or a duration"],
    [{ match: {}, latency: '61s' }, 422, "'latency' must be at most one minute."],
    [
      { match: {}, latency: { min: 2, max: 1 } },
      422,
      "'latency.min' must not be greater than 'latency.max'.",
    ],
    [{ match: {}, latency: { min: 2 } }, 400, 'latency'],
    [
      { match: {}, latency: { median: 9, p99: 8, max: 10 } },
      422,
      "'latency' must have median ≤ p99 ≤ max ≤ 60s.",
    ],
    [{ match: {}, latency: { median: 1, p99: 8, max: 7 } }, 422, 'median ≤ p99'],
    [{ match: {}, latency: { median: 1, p99: 2, max: '61s' } }, 422, 'median ≤ p99'],
    [{ match: {}, latency: { median: 'x', p99: 2, max: 3 } }, 422, "'latency.median' must be milliseconds"],
    [{ match: {}, latency: { median: 1, max: 3 } }, 422, '{min, max} or {median, p99, max}'],
    [{ match: {}, latency: { min: 0, median: 1, p99: 2, max: 3 } }, 422, '{min, max} or {median, p99, max}'],
    [{ match: {}, latency: { median: 1, p99: 2, max: 3, p50: 1 } }, 400, '"p50"'],
    [{ match: {}, ...unavailable, ttl: 'soon' }, 422, "'ttl' must be milliseconds or a duration"],
    [{ match: {}, ...unavailable, sequence: ['fail', 'maybe'] }, 422, '"maybe"'],
    [
      { match: {}, sequence: [{ status: 503 }, { errorCode: 'TEAPOT' }] },
      422,
      'No operation answers "TEAPOT"; the nearest valid one is NoEmail, which comes with the status 403.',
    ],
    [{ match: { body: { uniqueId: 1 } }, ...unavailable }, 422, 'is not a JSON pointer'],
    [{ match: { key: 'nobody' }, ...unavailable }, 404, 'There is no such key.'],
    [{ match: {}, ...unavailable, colour: 'red' }, 400, 'colour'],
    [{ match: { colour: 'red' }, ...unavailable }, 400, 'colour'],
  ])('%j', async (payload, status, detail) => {
    const before = await rules();
    const answer = await admin('POST', '', payload);
    expect(answer).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: { type: 'about:blank', status, detail: expect.stringContaining(detail) },
    });
    expect(await rules()).toEqual(before);
  });

  it.each<[string, (n: number) => object, least: number | null, most: number | null]>([
    ['respond.status', (status) => ({ respond: { status } }), 400, 599],
    ['respond.errorCode', (n) => ({ respond: { errorCode: 'X'.repeat(n) } }), 1, 60],
    ['respond.headers', (n) => ({ respond: { status: 503, headers: headersOf(n) } }), null, 20],
    ['respond.headers.x', (n) => ({ respond: { status: 503, headers: { x: 'a'.repeat(n) } } }), null, 1_000],
    ['latency', (latency) => ({ latency }), 0, null],
    ['latency', (n) => ({ latency: '1'.repeat(n) }), null, 20],
    ['latency.max', (n) => ({ latency: { min: 0, max: '1'.repeat(n) } }), null, 20],
    ['hold.until', (until) => ({ hold: { until } }), 1, 1_000],
    ['cut.bytes', (bytes) => ({ cut: { bytes } }), 0, 1e9],
    ['cut.events', (count) => ({ cut: { events: count } }), 0, 1_000],
    ['profile', (n) => ({ profile: 'x'.repeat(n) }), 1, 60],
    ['errorCode', (n) => ({ profile: 'failed-result', errorCode: 'X'.repeat(n) }), 1, 60],
    ['times', (times) => ({ ...unavailable, times }), 1, 1e9],
    ['sequence', (n) => ({ ...unavailable, sequence: Array(n).fill('fail') }), 1, 100],
    ['sequence[0]', (n) => ({ ...unavailable, sequence: ['x'.repeat(n)] }), null, 10],
    ['probability', (probability) => ({ ...unavailable, probability }), 0, 1],
    ['seed', (seed) => ({ ...unavailable, seed }), 0, 4_294_967_295],
    ['ttl', (n) => ({ ...unavailable, ttl: '1'.repeat(n) }), null, 20],
    ['ttl', (ttl) => ({ ...unavailable, ttl }), 0, null],
  ])('by its form where %s is beyond its limits, and not within them', async (place, ruleOf, least, most) => {
    const write = (rest: object) => adminOf(other)('POST', '', { match: {}, ...rest });
    for (const [limit, beyond] of [
      [least, -1],
      [most, 1],
    ] as const) {
      if (limit === null) continue;
      expect([(await write(ruleOf(limit))).status, limit]).not.toEqual([400, limit]);
      expect(await write(ruleOf(limit + beyond))).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining(`'${place}'`) },
      });
    }
  });

  it('when its body is too large, and not when it is as large as it may be', () => {
    const add = (body: unknown) =>
      other.deps.faults.add({ match: {}, respond: { status: 504, body }, times: 1 });
    for (const body of ['x'.repeat(65_537), 'é'.repeat(32_769), ['x'.repeat(65_533)]])
      expect(() => add(body)).toThrow("'body' has more than 65536 bytes.");
    for (const body of ['x'.repeat(65_536), 'é'.repeat(32_768), ['x'.repeat(65_532)]])
      expect(add(body).state).toBe('live');
    other.deps.faults.clear();
  });

  it('when it is too large', async () => {
    const payload = { match: { path: 'x'.repeat(70_000) }, ...unavailable };
    expect(await admin('POST', '', payload)).toMatchObject({ status: 413, body: { status: 413 } });
  });

  it('when there are too many and none of them is spent or expired', async () => {
    const sandbox = await testApp();
    const write = async (payload: object) => (await adminOf(sandbox)('POST', '', payload)).status;
    for (let i = 1; i < maxRules; i++) sandbox.deps.faults.add({ match: {}, respond: { status: 503 } });
    expect(await write({ match: {}, ...unavailable, ttl: 1 })).toBe(201);
    expect(await write({ match: {}, ...unavailable, ttl: 1 })).toBe(422);
    sandbox.deps.clock.advance(1);
    expect(await write({ match: {}, ...unavailable })).toBe(201);
    expect(await write({ match: {}, ...unavailable })).toBe(422);
    expect(sandbox.deps.faults.count).toBe(maxRules);
  });
});

describe('rules', () => {
  it('that are spent make room for new ones', async () => {
    const sandbox = await testApp();
    const write = async (times?: number) =>
      (await adminOf(sandbox)('POST', '', { match: { operation }, ...unavailable, ...(times && { times }) }))
        .status;
    const elsewhere = { match: { operation: 'gram/niches' }, respond: { status: 503 } };
    for (let i = 1; i < maxRules; i++) sandbox.deps.faults.add(elsewhere);
    expect([await write(1), await write()]).toEqual([201, 422]);
    expect((await sandbox.get(profile, 'demo-full')).status).toBe(503);
    expect([await write(), await write()]).toEqual([201, 422]);
    expect(sandbox.deps.faults.count).toBe(maxRules);
  });

  it('are listed and cleared by key or all at once', async () => {
    const sandbox = await testApp();
    const control = adminOf(sandbox);
    const ofKey = (key: string) => `?key=${encodeURIComponent(key)}`;
    for (const match of [{ key: 'demo-full' }, { key: 'demo-low' }, {}])
      await control('POST', '', { match, ...unavailable });

    expect((await control('GET')).body['faults']).toHaveLength(3);
    expect((await control('GET', ofKey('demo-low'))).body['faults']).toMatchObject([{ id: 'fault-2' }]);
    expect((await control('DELETE', ofKey('demo-low'))).body).toEqual({ removed: 1 });
    expect((await control('GET', ofKey('nobody'))).status).toBe(404);
    expect((await control('DELETE')).body).toEqual({ removed: 2 });
    expect((await control('GET')).body).toEqual({ faults: [] });
    expect((await sandbox.get(profile, 'demo-full')).status).toBe(200);
  });
});
