import { describe, expect, it } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { noon, testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, getV2, post, world } = app;
const admin = adminOf(app);
const creator = world.example.clip;
const profile = `/clip/profile?uniqueId=${creator}`;

const requestsOf = async (key: string, more = '') =>
  (await admin('GET', `/requests?key=${encodeURIComponent(key)}${more}`)).body['requests'] as Record<
    string,
    unknown
  >[];

const entered = {
  id: expect.any(Number),
  at: noon,
  realAt: expect.any(Number),
  operation: 'clip/profile',
  matched: true,
  method: 'GET',
  path: '/clip/profile',
  query: { uniqueId: creator },
  body: null,
  bodyCut: false,
  status: 200,
  errorCode: null,
  credits: 2,
  durationMs: expect.any(Number),
  traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  injected: null,
  notes: [],
  decisions: expect.any(Array),
};

describe('the journal', () => {
  it('shows a request and its answer completely', async () => {
    const key = 'sandbox:plan=3,fractional:whole';
    const answer = await get(profile, key);
    const [recorded] = await requestsOf(key);
    expect(recorded?.['durationMs']).toBeGreaterThan(0);
    expect(recorded).toEqual({ ...entered, key: keyIdOf(key), traceId: answer.body['traceId'] });
    expect(await admin('GET', `/requests/${recorded?.['id']}`)).toMatchObject({
      status: 200,
      body: recorded,
    });

    await post('/clip/profile', { uniqueId: creator, fields: ['country', 'bio'] }, key);
    await get(profile, key);
    await get('/clip/profile?uniqueId=no.one&fields=country', key);
    await get('/clip/profile?uniqueId=a&uniqueId=b', key);
    await getV2(`/v2/clipHistory?clipId=${creator}`, key);
    const at = { key: keyIdOf(key) };
    expect(await requestsOf(key)).toEqual([
      { ...entered, ...at },
      {
        ...entered,
        ...at,
        method: 'POST',
        query: {},
        body: { uniqueId: creator, fields: ['country', 'bio'] },
        credits: 0.2,
      },
      {
        ...entered,
        ...at,
        status: 402,
        errorCode: 'INSUFFICIENT_CREDITS',
        credits: 0,
        notes: [
          'Not enough credits for this request.',
          expect.stringMatching(/^The plan is .+ the price is at most 2: .+ missing\.$/),
        ],
      },
      {
        ...entered,
        ...at,
        query: { uniqueId: 'no.one', fields: 'country' },
        status: 404,
        errorCode: 'NOT_FOUND',
        credits: 0,
        notes: ['The requested resource was not found.'],
      },
      {
        ...entered,
        ...at,
        query: { uniqueId: ['a', 'b'] },
        status: 400,
        errorCode: 'VALIDATION_ERROR',
        credits: 0,
        notes: [expect.stringContaining("'uniqueId'")],
      },
      {
        ...entered,
        ...at,
        operation: 'v2/clipHistory',
        path: '/v2/clipHistory',
        query: { clipId: creator },
        status: 403,
        errorCode: 'QuotaNotEnough',
        credits: 0,
        notes: [expect.stringMatching(/^The plan is .+ the price is at most 3: .+ missing\.$/)],
      },
    ]);
  });

  it('has the time of the account and the charge of generation 2', async () => {
    const { body } = await admin('POST', '/keys', { plan: 10, clockOffset: '1d' });
    await getV2(`/v2/clipHistory?clipId=${creator}`, String(body['key']));
    expect(await requestsOf(String(body['id']))).toMatchObject([{ at: noon + 86_400_000, credits: 3 }]);
  });

  it('shows the key id of a request that was refused for its key, not the key', async () => {
    await get(profile, 'nobody-knows-this-key');
    for (const none of [undefined, '']) await get(profile, none);
    const { body } = await admin('GET', '/requests?status=401');
    expect(body['requests']).toMatchObject([
      { key: keyIdOf('nobody-knows-this-key'), errorCode: 'UNAUTHORIZED', operation: 'clip/profile' },
      { key: null, errorCode: 'UNAUTHORIZED' },
      { key: null, errorCode: 'UNAUTHORIZED' },
    ]);
    expect(JSON.stringify(body)).not.toContain('nobody-knows');
  });

  it('cuts long URLs, and bodies at 2 kB but not within a character', async () => {
    const key = 'sandbox:plan=3:long';
    await post('/clip/profile', { uniqueId: 'é'.repeat(5000) }, key);
    await post('/clip/profile', { uniqueId: 'x'.repeat(2048 - '{"uniqueId":""}'.length) }, key);
    await get(`/clip/profile?uniqueId=${'x'.repeat(5000)}`, key);
    await post('/clip/profile', '{', key);
    const [cut, whole, url] = await requestsOf(key);
    expect(cut).toMatchObject({ bodyCut: true, body: `{"uniqueId":"${'é'.repeat(1017)}` });
    expect(whole).toMatchObject({ bodyCut: false, body: { uniqueId: expect.stringMatching(/^x{2033}$/) } });
    expect(url).toMatchObject({
      query: { uniqueId: expect.stringMatching(/^x{2025}$/) },
      notes: ["'uniqueId' must have at most 101 characters.", 'The URL has 5023 characters.'],
    });
  });

  it('hints at handles that are URLs or have capitals, unless they were found', async () => {
    const key = 'sandbox:plan=30:handles';
    const hint = 'A handle is the bare name in lower case: no URL and no capitals.';
    const unknown = 'The requested resource was not found.';
    await get('/clip/profile?uniqueId=No.One', key);
    await post('/clip/profile', { uniqueId: 'https://clip.example/@no.one' }, key);
    await getV2('/v2/clipBasic?clipId=No.One', key);
    await get('/clip/profile?uniqueId=no.one', key);
    await get('/clip/profile?uniqueId=sandbox-Error-503', key);
    const made = await requestsOf(key);
    expect(made.map(({ notes }) => notes)).toEqual([
      [unknown, hint],
      ["'uniqueId' has an invalid format. It must match ^@?[a-zA-Z0-9._-]+$.", hint],
      [hint],
      [unknown],
      [unknown],
    ]);
  });

  it('finds requests by every term of a match', async () => {
    const key = 'sandbox:plan=30:find';
    await get(profile, key);
    await post('/clip/profile', { uniqueId: creator }, key);
    await post('/clip/profile', { uniqueId: 'no.one' }, key);
    await get(`/gram/profile?uniqueId=${world.example.clip}`, key);
    const found = async (query: string) => (await requestsOf(key, `&${query}`)).length;
    const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

    expect(await found('operation=clip/profile')).toBe(3);
    expect(await found('method=POST')).toBe(2);
    expect(await found('path=/*/profile')).toBe(4);
    expect(await found('path=/gram/**')).toBe(1);
    expect(await found('status=404')).toBeGreaterThanOrEqual(1);
    expect(await found('errorCode=NOT_FOUND&operation=clip/profile')).toBe(1);
    expect(await found(`query=${json({ uniqueId: creator })}&operation=clip/profile`)).toBe(1);
    expect(await found(`body=${json({ '/uniqueId': creator })}`)).toBe(1);
    expect(await found(`body=${json({ '': { uniqueId: 'no.one' } })}`)).toBe(1);
    expect(await found(`since=${noon}`)).toBe(4);
    expect(await found(`since=${noon + 1}`)).toBe(0);
    expect(await found('since=2026-06-01T12:00:00.001Z')).toBe(0);
    expect((await admin('GET', `/requests/count?key=${key}&method=POST`)).body).toEqual({
      count: 2,
      forgotten: 0,
    });
  });

  it('has the newest ones, oldest first, and from a cursor on those after it', async () => {
    const key = 'sandbox:plan=30:pages';
    for (const id of ['a', 'b', 'c']) await get(`/clip/profile?uniqueId=${id}`, key);
    expect((await admin('GET', `/requests?key=${key}&limit=2`)).body).toMatchObject({
      requests: [{ query: { uniqueId: 'b' } }, { query: { uniqueId: 'c' } }],
      cursor: null,
    });
    const first = (await admin('GET', `/requests?key=${key}&limit=2&cursor=0`)).body;
    expect(first['requests']).toMatchObject([{ query: { uniqueId: 'a' } }, { query: { uniqueId: 'b' } }]);
    const rest = (await admin('GET', `/requests?key=${key}&limit=2&cursor=${first['cursor']}`)).body;
    expect(rest).toMatchObject({ requests: [{ query: { uniqueId: 'c' } }], cursor: null, forgotten: 0 });
  });

  it('lists requests for unknown paths with the nearest known path', async () => {
    const key = 'sandbox:plan=3:lost';
    await get('/clip/profil?uniqueId=a', key);
    await app.ask({ method: 'PUT', url: '/clip/profile', headers: { 'api-key': key }, payload: {} });
    await getV2('/v2/gramBasics', key);
    await get(profile, key);
    const { status, body } = await admin('GET', `/requests/unmatched?key=${key}`);
    expect(status).toBe(200);
    const [first] = body['requests'] as [{ id: number }];
    expect((await admin('GET', `/requests/${first.id}`)).body).toEqual(first);
    expect(body).toMatchObject({
      requests: [
        {
          key: keyIdOf(key),
          path: '/clip/profil',
          operation: null,
          matched: false,
          status: 404,
          errorCode: null,
          traceId: null,
          credits: 0,
          nearest: 'GET /clip/profile',
        },
        { method: 'PUT', nearest: expect.stringMatching(/^(GET|POST) \/clip\/profile$/) },
        { path: '/v2/gramBasics', nearest: 'GET /v2/gramBasic' },
      ],
      cursor: null,
    });
    expect(await requestsOf(key)).toHaveLength(4);
  });

  it('names the vocabulary of a path that it does not speak', async () => {
    const neutral = await testApp({ vocabulary: 'neutral' });
    await neutral.ask({ url: '/tiktok/profile?uniqueId=a', headers: { 'api-key': 'demo-full' } });
    expect((await adminOf(neutral)('GET', '/requests/unmatched')).body).toMatchObject({
      requests: [{ nearest: 'GET /clip/profile (/tiktok/profile is its path with vocabulary published)' }],
    });
  });

  it('includes requests with an unreadable URL', async () => {
    const key = 'sandbox:plan=3:unreadable';
    await get('/clip/%zz', key);
    await getV2('/v2/%zz', key);
    expect((await admin('GET', `/requests/unmatched?key=${key}`)).body['requests']).toMatchObject([
      { path: '/clip/%zz', status: 400, errorCode: 'VALIDATION_ERROR', operation: null, durationMs: 0 },
      { path: '/v2/%zz', status: 403, errorCode: 'BodyInvalid', operation: null, durationMs: 0 },
    ]);
  });

  it.each([
    ['/requests?key=nobody', 404, 'There is no such key.'],
    [
      '/requests?operation=youtube/sponsorship',
      422,
      `'operation': "youtube/sponsorship" is not an operation; the nearest valid one is tube/sponsorship.`,
    ],
    ['/requests?status=20', 400, expect.any(String)],
    ['/requests?body=x', 422, "'body' must be a JSON object with at most 20 members."],
    ['/requests?body=[]', 422, "'body' must be a JSON object with at most 20 members."],
    ['/requests?body={"a":1}', 422, '"a" is not a JSON pointer: a pointer begins with a slash.'],
    ['/requests?query={"a":1}', 422, "The values of 'query' must be strings."],
    ['/requests?since=soon', 422, `'since' is not an instant: "soon". Give epoch milliseconds or ISO 8601.`],
    ['/requests?since=2026-2-8', 422, expect.stringMatching(/^'since' is not an instant: "2026-2-8"/)],
    ['/requests?stat=200', 400, 'The query has no "stat"; the nearest valid one is status.'],
    ['/requests/0', 404, 'The journal has no request with this id.'],
    ['/requests/x', 404, 'The journal has no request with this id.'],
  ])('refuses %s', async (path, status, detail) => {
    expect(await admin('GET', encodeURI(path))).toMatchObject({ status, body: problem(status, detail) });
  });

  it('is asked for twenty members of a body at most', async () => {
    const asked = async (members: number) => {
      const body = Object.fromEntries(Array.from({ length: members }, (_, n) => [`/${n}`, n]));
      return (await admin('GET', `/requests?body=${encodeURIComponent(JSON.stringify(body))}`)).status;
    };
    expect([await asked(20), await asked(21)]).toEqual([200, 422]);
  });

  it('answers 409 while it is off', async () => {
    const off = await testApp({ journal: 0 });
    const offAdmin = adminOf(off);
    await off.get(profile, 'demo-full');
    for (const answer of [
      await offAdmin('GET', '/requests'),
      await offAdmin('GET', '/requests/1'),
      await offAdmin('POST', '/verify', { match: {}, exactly: 1 }),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: problem(409, 'The journal is off; the setting journal gives it a size.'),
      });
  });

  it('keeps as many requests as its size allows', async () => {
    const small = await testApp({ journal: 3 });
    for (let n = 0; n < 5; n++) await small.get(`/clip/profile?uniqueId=c${n}`, 'demo-full');
    expect((await adminOf(small)('GET', '/requests')).body).toMatchObject({
      requests: [3, 4, 5].map((id) => ({ id, query: { uniqueId: `c${id - 1}` } })),
      forgotten: 2,
    });
  });
});
