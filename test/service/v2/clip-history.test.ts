import { describe, expect, it } from 'vitest';
import { ClipHistory } from '../../../src/creators/records/clip-history.ts';
import type { ClipProfile } from '../../../src/creators/records/clip-profile.ts';
import { testApp } from '../../harness.ts';
import { failure } from './common.ts';
import { describeWeeks } from './histories.ts';
import { describeLookup } from './lookups.ts';

const sandbox = await testApp();
const { get, getV2, ask, world } = sandbox;
const creator = world.example.clip;
const path = `/v2/clipHistory?clipId=${creator}`;
const of = describeLookup(sandbox, { name: 'clipHistory', platform: 'clip', reply: ClipHistory, price: 3 });

describeWeeks('/v2/clipHistory', of, 'basicClip', 'sample.creator');

describe('/v2/clipHistory', () => {
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

  it('serves a key that is forbidden in generation 3', async () => {
    expect((await getV2(path, 'demo-forbidden')).status).toBe(200);
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
