import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../src/core/operations.ts';
import { type Refusal3, refusals } from '../../../src/service/v3/refusals.ts';
import { outcomes } from '../../generations.ts';
import { noon, testApp } from '../../harness.ts';

const { ask, get, post, available, world, deps } = await testApp();
const creator = world.example.clip;
const profile = `/clip/profile?uniqueId=${creator}`;

/** Every refusal of the wire's table by its code: what is forced meets a request with a key. */
const wire = [
  ...new Map(
    Object.values(refusals as Record<string, Refusal3>).map((refusal) => [refusal.errorCode, refusal]),
  ).values(),
];

const details = ({ status, errorCode, message }: Refusal3, required: number): object => {
  if (status === 400) return { details: [{ field: 'request', message, code: 'invalid' }] };
  if (errorCode !== 'INSUFFICIENT_CREDITS') return {};
  return {
    details: [{ field: 'credits', message: `Required ${required}, available 0.`, required, available: 0 }],
  };
};

const body = (refusal: Refusal3, required: number): object => ({
  success: false,
  error: refusal.error,
  message: refusal.message,
  errorCode: refusal.errorCode,
  traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  timestamp: noon,
  ...details(refusal, required),
});

const admin = (method: 'POST' | 'GET' | 'DELETE', path: string, payload?: object) =>
  ask({
    method,
    url: `/__admin/faults${path}`,
    headers: { host: 'localhost', ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { payload: JSON.stringify(payload) }),
  });

const preferring = (prefer: string, key: string, url = profile) =>
  ask({ url, headers: { 'api-key': key, prefer } });

/** An operation that can answer so, and a request to it. */
const requestFor = (errorCode: string): { operation: string; url: string; required: number } =>
  errorCode.startsWith('SUBTITLE_')
    ? { operation: 'tube/subtitles/meta', url: '/tube/subtitles/meta?videoId=slowvideo01', required: 1 }
    : { operation: 'clip/profile', url: profile, required: 2 };

describe('the outcomes that can be forced on generation 3', () => {
  it('are the refusals of the wire', () => {
    const forced = new Set(
      ['clip/profile', 'tube/subtitles/meta'].flatMap((id) =>
        outcomes.of(findOperation(id)?.id ?? 'nls').map(({ status, errorCode }) => `${status} ${errorCode}`),
      ),
    );
    expect([...forced].sort()).toEqual(
      [...new Set(wire.map(({ status, errorCode }) => `${status} ${errorCode}`))].sort(),
    );
  });

  it.each(wire)('are answered to Prefer like earned ones, free of charge: $errorCode', async (refusal) => {
    const key = `sandbox:plan=100,fractional:prefer-${refusal.errorCode}`;
    const { url, required } = requestFor(refusal.errorCode);

    expect(await preferring(`code=${refusal.status}, example=${refusal.errorCode}`, key, url)).toMatchObject({
      status: refusal.status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: body(refusal, required),
    });
    expect(await available(key)).toBe(100);
    expect((await get('/usage', key)).body['data']).toMatchObject({
      records: [{ requestCount: 1, totalQuotaUsed: 0 }],
    });
  });

  it.each(wire)('are answered by a rule like earned ones, free of charge: $errorCode', async (refusal) => {
    const key = `sandbox:plan=100,fractional:rule-${refusal.errorCode}`;
    const { operation, url, required } = requestFor(refusal.errorCode);
    const { status, errorCode } = refusal;
    await admin('POST', '', { match: { key, operation }, respond: { status, errorCode }, times: 1 });

    const answer = await get(url, key);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(body(refusal, required));
    expect(await available(key)).toBe(100);
    expect((await get(url, key)).status).toBe(200);
    expect(await available(key)).toBe(100 - required);
  });
});

it('a call that costs nothing lacks a credit when it is forced to lack some', async () => {
  for (const url of ['/usage', '/tube/subtitles/download?videoId=slowvideo01'])
    expect((await preferring('code=402', 'demo-full', url)).body['details']).toMatchObject([
      { required: url === '/usage' ? 1 : 3, available: 0 },
    ]);
});

/** The journal entry of the last request. */
const recorded = () => [...deps.journal.all()].at(-1);

describe('the header Prefer', () => {
  it.each([
    ['code=503', 503, 'SERVICE_UNAVAILABLE'],
    ['code=402', 402, 'INSUFFICIENT_CREDITS'],
    ['code=403', 403, 'FORBIDDEN'],
    ['example=KEY_SPEND_THRESHOLD_EXCEEDED', 402, 'KEY_SPEND_THRESHOLD_EXCEEDED'],
    ['Code = 402 ; strict , EXAMPLE= KEY_SPEND_THRESHOLD_EXCEEDED', 402, 'KEY_SPEND_THRESHOLD_EXCEEDED'],
    ['respond-async, wait=10, code=409', 409, 'CONFLICT'],
  ])('is read as %s', async (prefer, status, errorCode) => {
    expect(await preferring(prefer, 'demo-full')).toMatchObject({ status, body: { errorCode } });
    expect(recorded()).toMatchObject({ status, errorCode, injected: 'Prefer', credits: 0 });
  });

  it('may be repeated', async () => {
    const headers = { 'api-key': 'demo-full', prefer: ['code=402', 'example=KEY_SPEND_THRESHOLD_EXCEEDED'] };
    expect((await ask({ url: profile, headers })).body['errorCode']).toBe('KEY_SPEND_THRESHOLD_EXCEEDED');
  });

  it.each([
    ['code=418', ['Prefer: code=418 is ignored']],
    ['code=four', ['Prefer: code=four is ignored']],
    ['code', ['Prefer: code is ignored']],
    ['code=402, example=FORBIDDEN', ['Prefer: code=402 is ignored', 'Prefer: example=FORBIDDEN is ignored']],
    [
      'code=404, example=SUBTITLE_VIDEO_NOT_FOUND',
      ['Prefer: code=404 is ignored', 'Prefer: example=SUBTITLE_VIDEO_NOT_FOUND is ignored'],
    ],
    ['delay=60001', ['Prefer: delay=60001 is ignored']],
    ['delay=-1, respond-async', ['Prefer: delay=-1 is ignored', 'Prefer: respond-async is ignored']],
    ['profile=rack', ['Prefer: profile=rack is ignored']],
    ['profile=crlf', ['Prefer: profile=crlf is ignored']],
    ['profile=constructor', ['Prefer: profile=constructor is ignored']],
    ['"code=402"', ['Prefer: "code=402" is ignored']],
  ])('is ignored and noted where it asks for what cannot be: %s', async (prefer, notes) => {
    expect((await preferring(prefer, 'demo-full')).status).toBe(200);
    expect(recorded()).toMatchObject({ injected: null, notes });
  });

  it('comes after 401 and before 429', async () => {
    const throttled = 'sandbox:plan=10,rate=1/10s:prefer-order';
    expect((await preferring('code=503', 'nobody')).status).toBe(401);
    expect((await get(profile, throttled)).status).toBe(200);
    expect((await preferring('code=503', throttled)).status).toBe(503);
    expect((await get(profile, throttled)).status).toBe(429);
    expect((await preferring('code=409', 'demo-forbidden', '/clip/profile')).status).toBe(409);
  });

  it('does not fill the window of a key', async () => {
    const throttled = 'sandbox:plan=10,rate=1/10s:prefer-window';
    expect((await preferring('code=503', throttled)).status).toBe(503);
    expect((await get(profile, throttled)).status).toBe(200);
  });

  it('forces a POST whose body the journal still has, and one whose body is unreadable', async () => {
    const forced = { 'api-key': 'demo-full', prefer: 'code=503', 'content-type': 'application/json' };
    const send = (payload: string, headers: Record<string, string>) =>
      ask({ method: 'POST', url: '/clip/profile', headers, payload });

    expect((await send('{"uniqueId":"a"}', forced)).status).toBe(503);
    expect(recorded()).toMatchObject({ body: { text: '{"uniqueId":"a"}' }, injected: 'Prefer' });
    expect((await send('{"uniqueId":', forced)).status).toBe(503);
  });

  it('means nothing on the admin surface, on an unknown path and when it is switched off', async () => {
    const prefer = 'code=503';
    expect((await ask({ url: '/__admin/health', headers: { host: 'localhost', prefer } })).status).toBe(200);
    expect((await preferring(prefer, 'demo-full', '/clip/nothing')).status).toBe(404);

    const strict = await testApp({ prefer: false });
    const answer = await strict.ask({ url: profile, headers: { 'api-key': 'demo-full', prefer } });
    expect(answer.status).toBe(200);
  });

  it('delays, with and without an outcome', async () => {
    const waits: number[] = [];
    const patient = await testApp({}, { wait: async (ms) => void waits.push(ms) });
    const ask = (prefer: string) =>
      patient.ask({ url: profile, headers: { 'api-key': 'demo-full', prefer } });

    expect((await ask('delay=250')).status).toBe(200);
    expect((await ask('delay="60000", code=500')).status).toBe(500);
    expect((await ask('delay=0')).status).toBe(200);
    expect(waits).toEqual([250, 60_000]);
    expect([...patient.deps.journal.all()].map(({ injected, notes }) => [injected, notes])).toEqual([
      [null, ['Prefer: 250 ms late']],
      ['Prefer', ['Prefer: 60000 ms late']],
      [null, []],
    ]);
    expect(patient.warnings).toEqual([]);
  });
});

/** Without a code, a forced status selects one refusal. */
const byStatus = [400, 401, 402, 403, 404, 409, 429, 500, 503].map((status) => {
  const usual = { 402: 'INSUFFICIENT_CREDITS', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status];
  const refusal = wire.find((each) => each.status === status && (!usual || each.errorCode === usual));
  if (!refusal) throw new Error(`no refusal has status ${status}`);
  return { status, refusal };
});

const video = wire.find(({ errorCode }) => errorCode === 'SUBTITLE_VIDEO_NOT_FOUND') as Refusal3;

describe('magic identifiers', () => {
  const forms: [string, string, (status: number) => string, number][] = [
    ['clip handle', 'clip', (status) => `/clip/profile?uniqueId=sandbox-error-${status}`, 2],
    [
      'clip handle with underscores',
      'clip_',
      (status) => `/clip/contact?uniqueId=@sandbox_error_${status}`,
      15,
    ],
    ['gram handle', 'gram', (status) => `/gram/profile?uniqueId=sandbox_error_${status}`, 2],
    ['tube handle', 'tube', (status) => `/tube/profile?uniqueId=@Sandbox-Error-${status}`, 2],
    ['channel', 'channel', (status) => `/tube/audience?channelId=UCsandbox-error-${status}-----`, 10],
    [
      'channel of a history',
      'history',
      (status) => `/tube/performance-history?channelId=UCsandbox-error-${status}-----&pastDayRange=7`,
      3,
    ],
    ['video', 'video', (status) => `/tube/subtitles/meta?videoId=sbx-err-${status}`, 1],
    [
      'video of a download',
      'download',
      (status) => `/tube/subtitles/download?videoId=sbx-err-${status}&vssId=.en`,
      3,
    ],
    ['brand', 'brand', (status) => `/sponsor/information?brandId=sandbox-error-${status}`, 2],
    [
      'brand of a list',
      'list',
      (status) => `/sponsor/creators?platform=gram&brandId=sandbox-error-${status}`,
      15,
    ],
  ];

  describe.each(forms)('as %s', (_, label, url, required) => {
    it.each(byStatus)('answer $status in place of the look-up', async ({ status, refusal }) => {
      const key = `sandbox:plan=100:magic-${label}-${status}`;
      const expected = status === 404 && url(status).includes('sbx-') ? video : refusal;

      const answer = await get(url(status), key);
      expect(answer.body).toEqual({
        ...body(expected, 0),
        // prices of a history depend on its range: the required credits are those of the shortest
        ...details(expected, required),
      });
      expect(answer.status).toBe(status);
      expect(await available(key)).toBe(100);
    });
  });

  it('stand in the body of the POST form too', async () => {
    expect(await post('/gram/audience', { uniqueId: 'sandbox_error_503' }, 'demo-full')).toMatchObject({
      status: 503,
      body: { errorCode: 'SERVICE_UNAVAILABLE' },
    });
  });

  it('come after 402, 400 and the permission for fields', async () => {
    const url = '/clip/profile?uniqueId=sandbox-error-503';
    expect((await get(url, 'demo-empty')).body['errorCode']).toBe('INSUFFICIENT_CREDITS');
    expect((await get(`${url}&fields=nonsense`, 'demo-full')).body['errorCode']).toBe('VALIDATION_ERROR');
    expect((await get(`${url}&fields=bio`, 'demo-standard')).body['errorCode']).toBe(
      'FRACTIONAL_CALLS_NOT_ENABLED',
    );
    expect((await get(url, 'demo-forbidden')).body['errorCode']).toBe('FORBIDDEN');
  });

  it.each([
    '/clip/profile?uniqueId=sandbox-error-418',
    '/clip/profile?uniqueId=sandbox-error-50',
    '/clip/profile?uniqueId=sandbox-slow-60001',
    '/clip/profile?uniqueId=sandbox-slow-',
    '/gram/profile?uniqueId=sandbox_unknown',
    '/tube/profile?uniqueId=sandbox_error_503',
    '/tube/audience?channelId=UCsandbox-error-teapot--',
    '/sponsor/information?brandId=sandbox_error_503',
  ])('that ask for nothing the sandbox knows are unknown: %s', async (url) => {
    expect(await get(url, 'demo-full')).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
  });
});

describe('slow identifiers', async () => {
  const waits: number[] = [];
  const { get } = await testApp({}, { wait: async (ms) => void waits.push(ms) });

  it.each([
    ['/clip/profile?uniqueId=sandbox-slow-1500', '/clip/profile?uniqueId=slow', 1500],
    ['/clip/performance?uniqueId=sandbox_slow_60000', '/clip/performance?uniqueId=slow', 60_000],
    ['/gram/profile?uniqueId=@sandbox_slow_20', '/gram/profile?uniqueId=slow', 20],
    ['/tube/profile?uniqueId=sandbox-slow-7', '/tube/profile?uniqueId=slow', 7],
    [
      '/tube/audience?channelId=UCsandbox-slow-2000-----',
      '/tube/audience?channelId=UCslow000000000000000000',
      2000,
    ],
    [
      '/clip/performance-history?pastDayRange=7&uniqueId=sandbox-slow-1',
      '/clip/performance-history?pastDayRange=7&uniqueId=slow',
      1,
    ],
    ['/tube/subtitles/meta?videoId=sbx-slow-2s', '/tube/subtitles/meta?videoId=slowvideo01', 2000],
    ['/sponsor/information?brandId=sandbox-slow-99', '/sponsor/information?brandId=slow.example', 99],
  ])('answer late, charged as usual: %s', async (url, quick, ms) => {
    waits.length = 0;
    const late = await get(url, 'demo-full');
    expect(waits).toEqual([ms]);

    const quickly = await get(quick, 'demo-full');
    expect(waits).toEqual([ms]);
    expect(late.status).toBe(200);
    expect(late.body['data']).toEqual(quickly.body['data']);
    expect(late.body['creditsUsed']).toBe(quickly.body['creditsUsed']);
    expect(late.body['creditsUsed']).toBeGreaterThan(0);
  });

  it('take fields like any other', async () => {
    expect((await get('/clip/profile?uniqueId=sandbox-slow-1&fields=bio', 'demo-full')).body).toMatchObject({
      data: { uniqueId: 'slow', bio: 'The record that late answers carry.' },
      creditsUsed: 0.1,
    });
  });
});
