import { describe, expect, it } from 'vitest';
import { errorStrings } from '../../generations.ts';
import { testApp } from '../../harness.ts';
import { failure } from './common.ts';

const { ask, getV2, available, world, deps, warnings } = await testApp();
const path = `/v2/clipHistory?clipId=${world.example.clip}`;

const rule = (payload: object) =>
  ask({
    method: 'POST',
    url: '/__admin/faults',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

const preferring = (prefer: string, key: string, url = path) => ask({ url, headers: { apiId: key, prefer } });

const recorded = () => [...deps.journal.all()].at(-1);

describe('the outcomes that can be forced on generation 2', () => {
  it.each(errorStrings)(
    'are answered to Prefer, by a rule and to an identifier, free of charge: %s',
    async (error) => {
      const key = `sandbox:plan=100:v2-${error}`;
      await rule({ match: { key, operation: 'v2/clipBasic' }, respond: { status: 403, errorCode: error } });

      for (const [injected, answer] of [
        ['Prefer', () => preferring(`code=403, example=${error}`, key)],
        ['Prefer', () => preferring(`example="${error}"`, key, '/v2/apiStatus')],
        [expect.stringMatching(/^fault-\d+$/), () => getV2('/v2/clipBasic?clipId=sample.creator', key)],
        ['identifier', () => getV2(`/v2/clipHistory?clipId=sandbox-error-${error}`, key)],
        ['identifier', () => getV2(`/v2/gramBasic?gramId=sandbox-error-${error}`, key)],
        ['identifier', () => getV2(`/v2/tubeHistory?tubeId=sandbox-error-${error}`, key)],
      ] as const) {
        const { status, body } = await answer();
        expect(status).toBe(403);
        expect(body).toEqual(failure(error));
        expect(recorded()).toMatchObject({ injected, errorCode: error, credits: 0 });
      }
      expect(await available(key)).toBe(100);
      expect(warnings).toEqual([]);
    },
  );
});

describe('on generation 2', () => {
  it('forced outcomes come after the test-only key and before the rate limit', async () => {
    const throttled = 'sandbox:plan=10,rate=1/10s:v2-order';
    expect((await preferring('example=ServerError', 'demo-test-only')).body).toEqual(
      failure('APIKeyOnlyForTesting'),
    );
    expect((await preferring('example=ServerError', throttled)).body).toEqual(failure('ServerError'));
    expect((await getV2(path, throttled)).status).toBe(200);
    expect((await preferring('example=ServerError', throttled)).body).toEqual(failure('ServerError'));
    expect((await getV2(path, throttled)).body).toEqual(failure('QuotaRate'));
  });

  it('identifiers answer after QuotaNotEnough, and those that name no error string are unknown', async () => {
    expect((await getV2('/v2/clipHistory?clipId=sandbox-error-ServerError', 'demo-empty')).body).toEqual(
      failure('QuotaNotEnough'),
    );
    expect((await getV2('/v2/clipHistory?clipId=sandbox-error-Teapot', 'demo-full')).body).toEqual(
      failure('TikTokIdNotFound'),
    );
    expect(recorded()).toMatchObject({
      injected: null,
      notes: ['v2/clipHistory cannot answer {"errorCode":"Teapot"}'],
    });
    expect((await getV2('/v2/clipHistory?clipId=sandbox-error-503', 'demo-full')).body).toEqual(
      failure('TikTokIdNotFound'),
    );
  });

  it('its own status alone forces nothing, and generation 3 codes are ignored', async () => {
    for (const prefer of ['code=403', 'example=NOT_FOUND', 'code=503, example=ServerError'])
      expect((await preferring(prefer, 'demo-full')).status).toBe(200);
  });

  it('the status of failures is the one of the settings', async () => {
    const lenient = await testApp({ v2Status: 200 });
    const headers = { apiId: 'demo-full', prefer: 'code=200, example=QuotaRate' };
    expect(await lenient.ask({ url: path, headers })).toMatchObject({
      status: 200,
      body: { error: 'QuotaRate', success: false },
    });
  });

  it.each([
    ['/v2/clipHistory?clipId=', 'sandbox-slow-1500', 'slow', 1500],
    ['/v2/gramBasic?gramId=', 'sandbox-slow-2', 'slow', 2],
    ['/v2/tubeBasic?tubeId=', 'sandbox-slow-60000', 'UCslow000000000000000000', 60_000],
  ])('slow identifiers answer late, charged as usual: %s%s', async (url, slow, quick, ms) => {
    const waits: number[] = [];
    const patient = await testApp({}, { wait: async (each) => void waits.push(each) });

    const late = await patient.getV2(url + slow, 'demo-full');
    expect(waits).toEqual([ms]);
    const quickly = await patient.getV2(url + quick, 'demo-full');
    expect(late.status).toBe(200);
    expect(late.body['data']).toEqual(quickly.body['data']);
    expect(late.body['quotaUsed']).toBe(quickly.body['quotaUsed']);
  });
});
