import { describe, expect, it } from 'vitest';
import { type Refusal3, refusalKindOf, refusals } from '../../../src/service/v3/refusals.ts';
import { testApp } from '../../harness.ts';
import { refused, shortfall } from './common.ts';

const { ask, get, post, available, world, deps } = await testApp();
const creator = world.example.clip;
const profile = `/clip/profile?uniqueId=${creator}`;

/** The whole body of a forced refusal, by its code. */
function body(errorCode: string, required: number): object {
  const kind = refusalKindOf(errorCode);
  const { message } = refusals[kind];
  if (kind === 'invalid') return refused(kind, [{ field: 'request', message, code: 'invalid' }]);
  return refused(kind, kind === 'insufficientCredits' ? shortfall(required, 0) : undefined);
}

const preferring = (prefer: string, key: string, url = profile) =>
  ask({ url, headers: { 'api-key': key, prefer } });

/** Every code, with an operation that can answer it. */
const codes = [...new Set(Object.values(refusals).map(({ errorCode }) => errorCode))].map((errorCode) => ({
  errorCode,
  ...(errorCode.startsWith('SUBTITLE_')
    ? { operation: 'tube/subtitles/meta', url: '/tube/subtitles/meta?videoId=slowvideo01', required: 1 }
    : { operation: 'clip/profile', url: profile, required: 2 }),
}));

it.each(codes)(
  '$errorCode is answered by Prefer and by a rule like an earned one, free of charge',
  async ({ errorCode, operation, url, required }) => {
    const key = `sandbox:plan=100,fractional:forced-${errorCode}`;
    const { status } = refusals[refusalKindOf(errorCode)];
    const rule = { match: { key, operation }, respond: { status, errorCode }, times: 1 };
    await post('/__admin/faults', rule);

    for (const reply of [
      await preferring(`code=${status}, example=${errorCode}`, key, url),
      await get(url, key),
    ]) {
      expect([reply.status, reply.body]).toEqual([status, body(errorCode, required)]);
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    }
    expect((await get('/usage', key)).body).toMatchObject({
      creditsAvailable: 100,
      data: { records: [{ requestCount: 2, totalQuotaUsed: 0 }] },
    });
    expect((await get(url, key)).status).toBe(200);
  },
);

it('a call that costs nothing lacks a credit when it is forced to lack some', async () => {
  expect((await preferring('code=402', 'demo-full', '/usage')).body['details']).toEqual(shortfall(1, 0));
});

/** The journal entry of the last request. */
const recorded = () => [...deps.journal.all()].at(-1);

describe('the header Prefer', () => {
  it.each([
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
    ['code=399', ['Prefer: code=399 is ignored']],
    ['code=600', ['Prefer: code=600 is ignored']],
    ['code=418, example=TEAPOT', ['Prefer: code=418 is ignored', 'Prefer: example=TEAPOT is ignored']],
    ['code=402, example=FORBIDDEN', ['Prefer: code=402 is ignored', 'Prefer: example=FORBIDDEN is ignored']],
    [
      'code=404, example=SUBTITLE_VIDEO_NOT_FOUND',
      ['Prefer: code=404 is ignored', 'Prefer: example=SUBTITLE_VIDEO_NOT_FOUND is ignored'],
    ],
    ['delay=-1, respond-async', ['Prefer: delay=-1 is ignored', 'Prefer: respond-async is ignored']],
    ['profile=crlf', ['Prefer: profile=crlf is ignored']],
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
const byStatus = [
  [400, 'VALIDATION_ERROR'],
  [401, 'UNAUTHORIZED'],
  [402, 'INSUFFICIENT_CREDITS'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [429, 'RATE_LIMIT_EXCEEDED'],
  [500, 'INTERNAL_SERVER_ERROR'],
  [503, 'SERVICE_UNAVAILABLE'],
] as const satisfies [Refusal3['status'], string][];

describe('magic identifiers', () => {
  const key = 'sandbox:plan=100:magic';

  it.each(byStatus)('answer %i in place of the look-up: %s', async (status, errorCode) => {
    const reply = await get(`/clip/profile?uniqueId=sandbox-error-${status}`, key);
    expect([reply.status, reply.body]).toEqual([status, body(errorCode, 2)]);
    expect(await available(key)).toBe(100);
  });

  it.each([
    ['/clip/contact?uniqueId=@sandbox_error_402', 15],
    ['/gram/profile?uniqueId=sandbox_error_402', 2],
    ['/tube/profile?uniqueId=@Sandbox-Error-402', 2],
    ['/tube/audience?channelId=UCsandbox-error-402-----', 10],
    // the price of the shortest range
    ['/tube/performance-history?channelId=UCsandbox-error-402-----&pastDayRange=7', 3],
    ['/tube/subtitles/meta?videoId=sbx-err-402', 1],
    ['/tube/subtitles/download?videoId=sbx-err-402&vssId=.en', 3],
    ['/sponsor/information?brandId=sandbox-error-402', 2],
    ['/sponsor/creators?platform=gram&brandId=sandbox-error-402', 15],
  ])('have a form for every subject: %s', async (url, required) => {
    const reply = await get(url, key);
    expect([reply.status, reply.body]).toEqual([402, body('INSUFFICIENT_CREDITS', required)]);
  });

  it('of a video call that unknown, and stand in a body too', async () => {
    const video = await get('/tube/subtitles/meta?videoId=sbx-err-404', key);
    expect(video.body).toEqual(body('SUBTITLE_VIDEO_NOT_FOUND', 1));
    const posted = await post('/gram/audience', { uniqueId: 'sandbox_error_503' }, key);
    expect(posted.body).toEqual(body('SERVICE_UNAVAILABLE', 10));
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
