import { describe, expect, it } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, post, world } = app;
const admin = adminOf(app);
const creator = world.example.clip;
const profile = `/clip/profile?uniqueId=${creator}`;
const key = 'sandbox:plan=100:verify';
await get(profile, key);
await post('/clip/profile', { uniqueId: creator }, key);
await post('/clip/profile', { uniqueId: 'no.one' }, key);

describe('a check of what a client did', () => {
  it.each([
    [{ match: { key }, exactly: 3 }, 3],
    [{ match: { key }, atLeast: 3, atMost: 3 }, 3],
    [{ match: { key, method: 'POST' }, atLeast: 1, atMost: 2 }, 2],
    [{ match: { key, body: { '/uniqueId': creator } }, exactly: 1 }, 1],
    [{ match: { key, query: { uniqueId: creator } }, exactly: 1 }, 1],
    [{ match: { key, path: '/clip/*' }, status: 404, errorCode: 'NOT_FOUND', exactly: 1 }, 1],
    [{ match: { key, operation: 'gram/profile' }, exactly: 0 }, 0],
    [{ match: { key: keyIdOf(key) }, atMost: 3 }, 3],
    [{ match: { key: 'sandbox:plan=1:never-used' }, exactly: 0 }, 0],
  ])('%j holds', async (check, actual) => {
    const { exactly, atLeast, atMost } = check as Record<string, unknown>;
    expect(await admin('POST', '/verify', check)).toMatchObject({
      status: 200,
      body: JSON.parse(JSON.stringify({ expected: { exactly, atLeast, atMost }, actual, forgotten: 0 })),
    });
  });

  it('that fails shows the three nearest requests and how they differ', async () => {
    const match = { key, method: 'POST', body: { '/uniqueId': 'someone.else' } };
    const { status, headers, body } = await admin('POST', '/verify', { match, atLeast: 2 });
    expect(status).toBe(422);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toEqual(
      problem(422, 'Matching requests: expected at least 2, found 0.', {
        expected: { atLeast: 2 },
        actual: 0,
        forgotten: 0,
        nearest: [
          expect.objectContaining({ body: { uniqueId: 'no.one' }, differs: ['body/uniqueId'] }),
          expect.objectContaining({ body: { uniqueId: creator }, differs: ['body/uniqueId'] }),
          expect.objectContaining({ method: 'GET', differs: ['method', 'body/uniqueId'] }),
        ],
        lines: [
          `expected  at least 2 requests with key …rify, method POST, body/uniqueId "someone.else"`,
          'found     0',
          'nearest   request 3: POST /clip/profile, answered 404 NOT_FOUND',
          '          body/uniqueId is "no.one", not "someone.else"',
          'nearest   request 2: POST /clip/profile, answered 200',
          `          body/uniqueId is "${creator}", not "someone.else"`,
          `nearest   request 1: GET ${profile}, answered 200`,
          '          method is GET, not POST; body/uniqueId is absent, not "someone.else"',
        ],
      }),
    );
  });

  it('that finds too many shows the newest of them', async () => {
    const { body } = await admin('POST', '/verify', { match: { key }, exactly: 1 });
    expect(body).toMatchObject({
      detail: 'Matching requests: expected exactly 1, found 3.',
      actual: 3,
      nearest: [
        { status: 404, differs: [] },
        { method: 'POST', differs: [] },
        { method: 'GET', differs: [] },
      ],
    });
  });

  it.each([
    [{ match: {} }, 422, "Give 'exactly', 'atLeast' or 'atMost'."],
    [{ match: {}, exactly: 1, atMost: 2 }, 422, "'exactly' cannot be combined with 'atLeast' or 'atMost'."],
    [{ match: {}, exactly: 1, atLeast: 1 }, 422, "'exactly' cannot be combined with 'atLeast' or 'atMost'."],
    [{ match: { key }, atLeast: 1, atMost: 1 }, 422, 'Matching requests: expected exactly 1, found 3.'],
    [{ match: {}, atLeast: 3, atMost: 2 }, 422, "'atLeast' is more than 'atMost'."],
    [{ exactly: 1 }, 422, "Give 'match', 'filter' or 'order'."],
    [{ match: {}, credits: {} }, 422, "'credits' takes either 'exactly' or 'atMost'."],
    [{ match: {}, credits: { exactly: 1, atMost: 2 } }, 422, "'credits' takes either 'exactly' or 'atMost'."],
    [{ match: {}, order: [{}, {}] }, 422, "'order' cannot be combined with 'match'."],
    [{ order: [{}] }, 400, "'order' must have at least 2 items."],
    [
      { match: { operations: 'x' }, exactly: 1 },
      400,
      'The body has no "operations"; the nearest valid one is operation.',
    ],
    [
      { match: { operation: 'nsl' }, exactly: 1 },
      422,
      `'operation': "nsl" is not an operation; the nearest valid one is nls.`,
    ],
    [{ match: { key: 'nobody' }, exactly: 0 }, 404, 'There is no such key.'],
    [{ match: {}, exactly: -1 }, 400, "'exactly' must be at least 0."],
  ])('%j is refused', async (check, status, detail) => {
    expect(await admin('POST', '/verify', check)).toMatchObject({ status, body: problem(status, detail) });
  });
});

describe('a wait', () => {
  it('ends at once if the requests have come already', async () => {
    expect(await admin('POST', '/requests/wait', { match: { key }, count: 2 })).toMatchObject({
      status: 200,
      body: { actual: 3, latest: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    });
  });

  it('shows the latest ten of more, oldest first', async () => {
    const match = { key: 'sandbox:unlimited:many-calls' };
    for (let n = 0; n < 12; n++) await get(`/usage?n=${n}`, match.key);
    const { body } = await admin('POST', '/requests/wait', { match });
    expect(body).toMatchObject({ actual: 12 });
    expect(body['latest']).toMatchObject(
      Array.from({ length: 10 }, (_, n) => ({ query: { n: `${n + 2}` } })),
    );
  });

  it('ends with the request that it waits for', async () => {
    const waited = admin('POST', '/requests/wait', {
      match: { key: 'sandbox:plan=9:waited', operation: 'clip/profile' },
      count: 2,
      timeoutMs: 60_000,
    });
    await get(profile, 'sandbox:plan=9:waited');
    await get('/usage', 'sandbox:plan=9:waited');
    await get(profile, 'sandbox:plan=9:waited');
    expect(await waited).toMatchObject({
      status: 200,
      body: { actual: 2, latest: [{ operation: 'clip/profile' }, { operation: 'clip/profile' }] },
    });
  });

  it('counts what comes while it walks a long journal', async () => {
    const long = await testApp();
    for (let n = 0; n < 6_000; n++)
      await long.app.inject({ url: `/${n}?${'a'.repeat(500)}`, headers: { 'api-key': `no-one-${n % 20}` } });
    const waited = adminOf(long)('POST', '/requests/wait', {
      match: { path: '/clip/*', query: { uniqueId: creator } },
      count: 2,
      timeoutMs: 1_000,
    });
    for (let sent = 0; sent < 2; sent++) {
      for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
      await long.get(profile, key);
    }
    expect(await waited).toMatchObject({ status: 200, body: { actual: 2 } });
  });

  it('in vain ends with 408 and the nearest requests', async () => {
    const { status, body } = await admin('POST', '/requests/wait', {
      match: { key, method: 'GET' },
      count: 2,
      timeoutMs: 5,
    });
    expect(status).toBe(408);
    expect(body).toMatchObject(
      problem(408, 'Matching requests: expected at least 2, found 1.', {
        expected: { atLeast: 2 },
        actual: 1,
        nearest: [{ differs: [] }, { differs: ['method'] }, { differs: ['method'] }],
      }),
    );
  });

  it('ends when the sandbox closes', async () => {
    const closing = await testApp();
    const waited = adminOf(closing)('POST', '/requests/wait', { match: {}, timeoutMs: 60_000 });
    await closing.app.close();
    expect(await waited).toMatchObject({ status: 503, body: problem(503, 'The sandbox is closing.') });
  });

  it('is refused while 200 others wait; those that end or whose client leaves make room', async () => {
    const { app } = await testApp();
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const wait = (timeoutMs: number, signal: AbortSignal | null = null) =>
      fetch(`${url}/__admin/requests/wait`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ match: {}, timeoutMs }),
        signal,
      }).catch(() => undefined);
    const status = (expected: number) => expect.poll(async () => (await wait(0))?.status).toBe(expected);
    const leaving = new AbortController();
    const waiting = [...Array.from({ length: 199 }, () => wait(60_000)), wait(60_000, leaving.signal)];

    await status(503);
    leaving.abort();
    await status(408);
    await status(408);
    await app.close();
    await Promise.all(waiting);
  });

  it('has bounds', async () => {
    expect((await admin('POST', '/requests/wait', { match: {}, timeoutMs: 60_001 })).status).toBe(400);
    expect((await admin('POST', '/requests/wait', { match: {}, count: 0 })).status).toBe(400);
  });
});

describe('a check of money and order', () => {
  it('compares what the matching requests cost', async () => {
    const { get, ...other } = await testApp();
    const check = adminOf(other);
    const verify = (credits: object, more: object = {}) =>
      check('POST', '/verify', { match: { key: 'demo-full' }, credits, ...more });
    await get('/clip/profile?uniqueId=sample.creator', 'demo-full');
    await get('/clip/profile?uniqueId=sample.creator&fields=bio', 'demo-full');
    await get('/clip/profile?uniqueId=sample.creator', 'demo-standard');
    expect(await verify({ exactly: 2.1 })).toMatchObject({
      status: 200,
      body: { expected: { credits: { exactly: 2.1 } }, actual: 2, credits: 2.1, forgotten: 0 },
    });
    expect((await verify({ atMost: 2.1 }, { exactly: 2 })).status).toBe(200);
    expect((await verify({ atMost: 2.1 }, { exactly: 3 })).status).toBe(422);
    expect(await verify({ atMost: 2 })).toMatchObject({
      status: 422,
      body: problem(422, 'Credits of matching requests: expected at most 2, found 2.1.', {
        expected: { credits: { atMost: 2 } },
        actual: 2,
        credits: 2.1,
        nearest: [],
        lines: [
          'expected  at most 2 credits for requests with key demo-full',
          'found     2.1 credits for 2 of them',
        ],
      }),
    });
    expect((await check('POST', '/verify', { match: {}, credits: { exactly: 1 } })).body['lines']).toEqual([
      'expected  exactly 1 credit for requests with any terms',
      'found     4.1 credits for 3 of them',
    ]);
  });

  it('finds requests in their order: A before B, A then B once', async () => {
    const { get, ...other } = await testApp();
    const check = adminOf(other);
    const a = { operation: 'clip/profile' };
    const b = { operation: 'clip/contact' };
    const ask = (name: string) => get(`/clip/${name}?uniqueId=sample.creator`, 'demo-full');
    const verify = async (order: object[], bounds: object = {}) =>
      (await check('POST', '/verify', { order, ...bounds })).status;
    await ask('contact');
    expect((await check('POST', '/verify', { order: [a, b] })).body['detail']).toBe(
      'Expected an order of requests, but no request meets match 1.',
    );
    const long = await check('POST', '/verify', { order: Array(12).fill(a) });
    expect(long.body['lines']).toHaveLength(9);
    expect(await verify([b, b])).toBe(422);
    await ask('profile');
    expect((await check('POST', '/verify', { order: [a, b] })).body).toMatchObject({
      detail: 'Expected an order of requests, but match 2 was met before match 1.',
      lines: [
        '1. operation clip/profile: first as request 2 of the journal',
        '2. operation clip/contact: first as request 1 of the journal',
      ],
    });
    expect(await verify([b, a])).toBe(200);
    await ask('contact');
    expect(await verify([a, b], { exactly: 1 })).toBe(200);
    expect(await verify([b, a, b], { exactly: 1 })).toBe(200);
    await ask('profile');
    await ask('contact');
    expect((await check('POST', '/verify', { order: [a, b], atMost: 1 })).body).toMatchObject({
      detail: 'The requests came one after the other 2 times.',
      lines: ['expected  at most once', 'found     2 times'],
    });
    expect(await verify([a, b], { exactly: 2 })).toBe(200);
    expect(await check('POST', '/verify', { order: [b, { operation: 'nls' }] })).toMatchObject({
      status: 422,
      body: problem(422, 'Expected an order of requests, but no request meets match 2.', {
        actual: 0,
        nearest: [],
        lines: [
          '1. operation clip/contact: first as request 1 of the journal',
          '2. operation nls: no request',
        ],
      }),
    });
  });
});
