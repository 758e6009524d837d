import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ClipHistory } from '../../../src/creators/records/clip-history.ts';
import type { ClipProfile } from '../../../src/creators/records/clip-profile.ts';
import { noon, testApp } from '../../harness.ts';
import { failure } from './common.ts';

const { get, getV2, ask, world, available } = await testApp();
const creator = world.example.clip;
const path = `/v2/clipHistory?clipId=${creator}`;
const isClipHistory = new Ajv({ allErrors: true, strict: false }).compile(ClipHistory);

describe('/v2/clipHistory', () => {
  it('answers with the whole record in the generation 2 envelope and takes 3 credits', async () => {
    const { status, headers, body } = await getV2(path, 'sandbox:plan=10,used=2,purchased=4:history');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      data: { basicClip: expect.objectContaining({ clipId: creator }), histories: expect.any(Array) },
      quotaUsed: 3,
      quotaUsedTotal: 5,
      remainingPlanCredit: 5,
      remainingPrepurchasedCredit: 4,
      timestamp: noon,
      error: '',
      success: true,
    });
    expect(isClipHistory(body['data']), JSON.stringify(isClipHistory.errors)).toBe(true);
  });

  it('shows the same creator as generation 3', async () => {
    const { basicClip } = (await getV2(path, 'demo-full')).body['data'] as ClipHistory;
    const profile = (await get(`/clip/profile?uniqueId=${creator}`, 'demo-full')).body['data'] as ClipProfile;

    expect([basicClip.followers, basicClip.clipName, basicClip.country, basicClip.gRateFollowers]).toEqual([
      profile.totalFollowers,
      profile.displayName,
      profile.country,
      profile.subscriberGrowth.g30,
    ]);
  });

  it.each([
    ['without a key', undefined, 'AuthFailed'],
    ['with an empty key', '', 'AuthFailed'],
    ['with an unrecognised key', 'nobody', 'QuotaKey'],
    ['with a test-only key', 'demo-test-only', 'APIKeyOnlyForTesting'],
    ['without credits', 'demo-empty', 'QuotaNotEnough'],
    ['past the spend limit', 'demo-spent', 'QuotaNotEnough'],
  ])('fails %s', async (_, key, error) => {
    expect(await getV2(path, key)).toMatchObject({ status: 403, body: failure(error) });
  });

  it('takes no generation 3 header for a key', async () => {
    expect((await ask({ url: path, headers: { 'api-key': 'demo-full' } })).body).toEqual(
      failure('AuthFailed'),
    );
  });

  it('fails when the window of the key is full, and when the key may not call it', async () => {
    const throttled = 'sandbox:plan=10,rate=1/10s:history-rate';
    await getV2(path, throttled);
    expect((await getV2(path, throttled)).body).toEqual(failure('QuotaRate'));
    expect((await getV2(path, 'demo-forbidden')).status).toBe(200);
  });

  it.each([['/v2/clipHistory'], ['/v2/clipHistory?clipId='], ['/v2/clipHistory?clipId=a&clipId=b']])(
    'fails on %s, and costs nothing',
    async (url) => {
      expect((await getV2(url, 'sandbox:plan=10:history-invalid')).body).toEqual(failure('ValueEmpty'));
      expect(await available('sandbox:plan=10:history-invalid')).toBe(10);
    },
  );

  it('fails on an unknown id with the published word', async () => {
    expect((await getV2('/v2/clipHistory?clipId=no.such.creator', 'demo-full')).body).toEqual(
      failure('TikTokIdNotFound'),
    );
    expect((await getV2(`/v2/clipHistory?clipId=${'x'.repeat(9000)}`, 'demo-full')).body).toEqual(
      failure('TikTokIdNotFound'),
    );
  });

  it('counts purchased credits as used, and plan credits first', async () => {
    const key = 'sandbox:plan=4,purchased=5:history-purchased';
    await getV2(path, key);
    expect((await getV2(path, key)).body).toMatchObject({
      quotaUsed: 3,
      quotaUsedTotal: 6,
      remainingPlanCredit: 0,
      remainingPrepurchasedCredit: 3,
    });
  });

  it('reports an unlimited account as -1', async () => {
    expect((await getV2(path, 'demo-unlimited')).body).toMatchObject({
      quotaUsed: 3,
      remainingPlanCredit: -1,
    });
  });

  it('fails with the status that v2Status sets', async () => {
    const other = await testApp({ v2Status: 200 });
    expect(await other.getV2(path)).toMatchObject({ status: 200, body: failure('AuthFailed') });
  });
});

describe('a path that generation 2 does not have', () => {
  it.each([
    ['GET', '/v2/nothing'],
    ['GET', '/v2'],
    ['GET', '/v2/'],
    ['POST', '/v2/clipHistory'],
    ['HEAD', '/v2/clipHistory'],
    ['OPTIONS', '/v2/clipHistory'],
  ] as const)('answers %s %s without the envelope, before it asks for a key', async (method, url) => {
    const { status, body } = await ask({ method, url });

    expect(status).toBe(404);
    if (method !== 'HEAD')
      expect(body).toEqual({
        success: false,
        error: 'Not Found',
        message: `Cannot ${method} ${url}`,
        availableEndpoints: expect.arrayContaining(['GET /v2/clipHistory', 'GET /v2/gramBasic']),
      });
  });
});
