import { describe, expect, it } from 'vitest';
import { ClipBasic, type ClipHistory } from '../../../src/creators/records/clip-history.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const sandbox = await testApp();
const of = describeLookup(sandbox, { name: 'clipBasic', platform: 'clip', reply: ClipBasic, price: 2 });

describe('/v2/clipBasic', () => {
  it('shows the same as clipHistory shows of today', async () => {
    const { body } = await sandbox.getV2('/v2/clipHistory?clipId=sample.creator', 'demo-unlimited');
    expect(await of('sample.creator')).toEqual({ basicClip: (body['data'] as ClipHistory).basicClip });
  });

  it('lists the latest 24 videos and averages exactly those', async () => {
    const { basicClip } = await of('sample.creator');
    const mean = (name: 'hearts' | 'plays' | 'comments' | 'shares') =>
      Math.round(basicClip.recentVideos.reduce((sum, video) => sum + video[name], 0) / 24);

    expect(basicClip.recentVideos).toHaveLength(24);
    expect([basicClip.avgHearts, basicClip.avgPlays, basicClip.avgComments, basicClip.avgShares]).toEqual([
      mean('hearts'),
      mean('plays'),
      mean('comments'),
      mean('shares'),
    ]);
  });

  it('has empty text where there is no other account', async () => {
    expect((await of('no.links')).basicClip).toMatchObject({ tubeId: '', gramId: '' });
  });

  it('is zeros without contents and without followers', async () => {
    expect((await of('no.contents')).basicClip).toMatchObject({
      videos: 0,
      avgPlays: 0,
      engageRate: 0,
      recentVideos: [],
      gRateHearts: 0,
    });
    expect((await of('no.followers')).basicClip).toMatchObject({ followers: 0, engageRate: 0 });
  });
});
