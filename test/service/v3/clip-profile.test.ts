import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { jsonTypeOf } from '../../../src/core/values.ts';
import { ClipProfile } from '../../../src/creators/records/clip-profile.ts';
import { noon, testApp } from '../../harness.ts';
import { identify } from '../../ledger/harness.ts';

const { get, post, ask, world, available, ledger } = await testApp();
const creator = world.example.clip;
const path = `/clip/profile?uniqueId=${creator}`;
const isClipProfile = new Ajv({ allErrors: true, strict: false }).compile(ClipProfile);

let accounts = 0;
/** A key of its own for each test. */
const key = (terms = 'plan=100,fractional') => `sandbox:${terms}:profile-${accounts++}`;

const traceId = expect.stringMatching(/^[0-9a-f]{32}$/);
const refusal = (error: string, errorCode: string, message: string, details?: object[]) => ({
  success: false,
  error,
  message,
  errorCode,
  traceId,
  timestamp: noon,
  ...(details && { details }),
});

describe('/clip/profile', () => {
  it('answers with the whole record in the generation 3 envelope and takes 2 credits', async () => {
    const { status, headers, body } = await get(path, key());

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(body)).toEqual([
      'data',
      'creditsUsed',
      'creditsAvailable',
      'traceId',
      'timestamp',
      'errorCode',
      'errorDescription',
      'success',
    ]);
    expect(body).toEqual({
      data: expect.objectContaining({ uniqueId: creator }),
      creditsUsed: 2,
      creditsAvailable: 98,
      traceId,
      timestamp: noon,
      errorCode: '',
      errorDescription: '',
      success: true,
    });
    expect(isClipProfile(body['data']), JSON.stringify(isClipProfile.errors)).toBe(true);
  });

  it('answers the same to a POST, a leading @ and a doubled slash', async () => {
    const { data } = (await get(path, key())).body;

    expect((await get(`/clip/profile?uniqueId=@${creator}`, key())).body['data']).toEqual(data);
    expect((await get(`//clip/profile?uniqueId=${creator}`, key())).body['data']).toEqual(data);
    expect((await get(`/clip//profile?uniqueId=${creator}`, key())).body['data']).toEqual(data);
    expect((await post('/clip/profile', { uniqueId: creator }, key())).body['data']).toEqual(data);
    expect((await post('/clip/profile', { uniqueId: `@${creator}`, other: 1 }, key())).body['data']).toEqual(
      data,
    );
  });

  it('serves a GET that carries a content type', async () => {
    const headers = { 'api-key': key(), 'content-type': 'application/json' };
    expect((await ask({ url: path, headers })).status).toBe(200);
  });

  it('repeats itself byte for byte under a frozen clock, trace ids included', async () => {
    const again = await testApp();
    const calls = ['sandbox:plan=100:repeat', 'sandbox:plan=100:repeat', 'sandbox:plan=100:other'];
    for (const one of calls) {
      const [first, second] = [await get(path, one), await again.get(path, one)];
      expect(second.body).toEqual(first.body);
    }
    const ids = await Promise.all([get(path, calls[0]), get(path, calls[0])]);
    expect(new Set(ids.map(({ body }) => body['traceId'])).size).toBe(2);
  });

  it('answers only the selected fields, and the identifier, at their price', async () => {
    const one = key();
    const { body } = await get(`${path}&fields=country&fields=subscriberGrowth`, one);

    expect(Object.keys(body['data'] as object)).toEqual(['uniqueId', 'country', 'subscriberGrowth']);
    expect([body['creditsUsed'], body['creditsAvailable']]).toEqual([0.3, 99.7]);
    expect((await post('/clip/profile', { uniqueId: creator, fields: ['country'] }, one)).body).toMatchObject(
      {
        creditsUsed: 0.1,
        creditsAvailable: 99.6,
      },
    );
    expect((await post('/clip/profile', { uniqueId: creator, fields: [] }, one)).body['creditsUsed']).toBe(2);
  });

  it('refuses fields without the permission before it looks at anything else', async () => {
    const one = key('plan=100');
    const { status, body } = await post('/clip/profile', { uniqueId: '?', fields: 5 }, one);

    expect(status).toBe(403);
    expect(body).toEqual(
      refusal(
        'ForbiddenError',
        'FRACTIONAL_CALLS_NOT_ENABLED',
        "Fractional calls are not enabled for this API key. Remove 'fields' to get the full response.",
      ),
    );
    expect((await get(`${path}&fields=`, one)).status).toBe(403);
    expect(await available(one)).toBe(100);
  });

  it('reports the problems of fields and of the other parameters at once', async () => {
    const { status, body } = await post('/clip/profile', { fields: ['country', 'nothing'] }, key());

    expect(status).toBe(400);
    expect((body['details'] as { field: string }[]).map(({ field }) => field)).toEqual([
      'uniqueId',
      'fields[1]',
    ]);
  });

  it('refuses a missing and an unrecognised key in two messages', async () => {
    expect(await get(path)).toMatchObject({
      status: 401,
      body: refusal('UnauthorizedError', 'UNAUTHORIZED', 'API Key is required'),
    });
    expect((await get(path, '')).body).toEqual(
      refusal('UnauthorizedError', 'UNAUTHORIZED', 'API Key is required'),
    );
    expect(await get(path, 'nobody')).toMatchObject({
      status: 401,
      body: refusal('UnauthorizedError', 'UNAUTHORIZED', 'Invalid API Key'),
    });
    expect(Object.keys((await get(path)).body)).toEqual([
      'success',
      'error',
      'message',
      'errorCode',
      'traceId',
      'timestamp',
    ]);
  });

  it('takes no generation 2 header for a key', async () => {
    expect((await ask({ url: path, headers: { apiId: 'demo-full' } })).status).toBe(401);
  });

  it.each([
    ['', [{ field: 'uniqueId', message: "Missing required field: 'uniqueId'.", code: 'required' }]],
    [
      '?uniqueId=',
      [
        { field: 'uniqueId', message: "'uniqueId' is required and must not be empty.", code: 'too_small' },
        {
          field: 'uniqueId',
          message: "'uniqueId' has an invalid format. It must match ^@?[a-zA-Z0-9._-]+$.",
          code: 'invalid_format',
        },
      ],
    ],
    [
      `?uniqueId=${'x'.repeat(102)}`,
      [{ field: 'uniqueId', message: "'uniqueId' must have at most 101 characters.", code: 'too_big' }],
    ],
    [
      '?uniqueId=a&uniqueId=b',
      [{ field: 'uniqueId', message: "'uniqueId': expected string, received array.", code: 'invalid_type' }],
    ],
  ])('refuses %s with every failed check', async (query, details) => {
    const one = key();
    const { status, body } = await get(`/clip/profile${query}`, one);

    expect(status).toBe(400);
    expect(body).toEqual(refusal('ValidationError', 'VALIDATION_ERROR', details[0]?.message ?? '', details));
    expect(await available(one)).toBe(100);
  });

  it('refuses values that are not text in a body', async () => {
    for (const uniqueId of [5, null, true, ['a'], { a: 1 }])
      expect((await post('/clip/profile', { uniqueId }, key())).body['details']).toEqual([
        {
          field: 'uniqueId',
          message: `'uniqueId': expected string, received ${jsonTypeOf(uniqueId)}.`,
          code: 'invalid_type',
        },
      ]);
    for (const body of [[], 'text', 5, null, true])
      expect((await post('/clip/profile', body, key())).body['details']).toEqual([
        {
          field: 'body',
          message: `'body': expected object, received ${jsonTypeOf(body)}.`,
          code: 'invalid_type',
        },
      ]);
  });

  it('answers 404 for a well-formed handle that does not exist, free of charge', async () => {
    const one = key();
    const { status, body } = await get('/clip/profile?uniqueId=no.such.creator', one);

    expect(status).toBe(404);
    expect(body).toEqual(refusal('NotFoundError', 'NOT_FOUND', 'The requested resource was not found.'));
    expect(await available(one)).toBe(100);
  });

  it('refuses what the plan cannot pay, before any work, with required and available credits', async () => {
    const one = key('plan=1.5,fractional');
    const { status, body } = await get('/clip/profile?uniqueId=no.such.creator', one);

    expect(status).toBe(402);
    expect(body).toEqual(
      refusal('PaymentRequiredError', 'INSUFFICIENT_CREDITS', 'Not enough credits for this request.', [
        { field: 'credits', message: 'Required 2, available 1.5.', required: 2, available: 1.5 },
      ]),
    );
    expect((await get(`${path}&fields=country`, one)).body).toMatchObject({
      creditsUsed: 0.1,
      creditsAvailable: 1.4,
    });
  });

  it('refuses what the spend limit does not allow, with a code of its own', async () => {
    const one = key('plan=100,limit=5,spent=4');
    const { status, headers, body } = await get(path, one);

    expect(status).toBe(402);
    expect(body).toEqual(
      refusal(
        'PaymentRequiredError',
        'KEY_SPEND_THRESHOLD_EXCEEDED',
        'The spend limit of this API key would be exceeded.',
      ),
    );
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('takes plan credits before purchased ones, and both before it refuses', async () => {
    const one = key('plan=3,purchased=3');
    const left = [];
    for (let call = 0; call < 4; call++) left.push((await get(path, one)).body['creditsAvailable']);
    expect(left).toEqual([4, 2, 0, undefined]);
  });

  it('reports -1 on an unlimited key', async () => {
    expect((await get(path, 'demo-unlimited')).body).toMatchObject({ creditsUsed: 2, creditsAvailable: -1 });
  });

  it('refuses a key without the permission, and one that asks too often, without hint headers', async () => {
    expect((await get(path, 'demo-forbidden')).body).toMatchObject({
      errorCode: 'FORBIDDEN',
      error: 'ForbiddenError',
    });

    const one = key('plan=100,rate=2/10s');
    const answers = [await get(path, one), await get(path, one), await get(path, one)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.body).toEqual(
      refusal('RateLimitError', 'RATE_LIMIT_EXCEEDED', 'Too many requests. Please try again later.'),
    );
    expect(Object.keys(answers[2]?.headers ?? {}).filter((name) => /retry|ratelimit/i.test(name))).toEqual(
      [],
    );
  });

  it('charges exactly what concurrent calls can pay', async () => {
    const one = key('plan=20');
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(path, one)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(40);
    expect(await available(one)).toBe(0);
    const caller = await identify(ledger, one, noon);
    const entries = caller ? await ledger.entries(caller, 0, 100) : [];
    expect(entries.reduce((sum, { plan, purchased }) => sum + plan + purchased, 0)).toBe(0);
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(10);
  });
});

describe('the setting lookups', () => {
  it.each([
    ['get', 200, 404],
    ['post', 404, 200],
  ] as const)('%s turns the other form into an unknown path', async (lookups, onGet, onPost) => {
    const only = await testApp({ lookups });

    expect((await only.get(path, 'demo-full')).status).toBe(onGet);
    const posted = await only.post('/clip/profile', { uniqueId: creator }, 'demo-full');
    expect(posted.status).toBe(onPost);
    const unknown = await only.ask({ method: 'PUT', url: '/clip/profile' });
    const endpoints = unknown.body['availableEndpoints'] as string[];
    expect(endpoints.filter((endpoint) => endpoint.endsWith(' /clip/profile'))).toEqual([
      `${lookups.toUpperCase()} /clip/profile`,
    ]);
  });
});
