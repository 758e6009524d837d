import { describe, expect, it } from 'vitest';
import { TubeBasic } from '../../../src/creators/records/tube-history.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  name: 'tubeBasic',
  platform: 'tube',
  reply: TubeBasic,
  price: 2,
});

describe('/v2/tubeBasic', () => {
  it('shows every field of a channel', async () => {
    expect((await of('UCsample-creator00000000')).basicTube).toMatchObject({
      tubeId: 'UCsample-creator00000000',
      tubeName: 'Sample Creator',
      displayId: '@sample.creator',
      country: 'GBR',
      lang: 'eng',
      mainCategory: 'Howto & Style',
      hasEmail: true,
      subscribers: 231900,
      gramId: 'sample.creator',
      clipId: 'sample.creator',
    });
  });

  it('is zeros and empty text without contents', async () => {
    expect((await of('UCno-contents00000000000')).basicTube).toMatchObject({
      mainCategory: '',
      hasEmail: false,
      views: 0,
      videos: 0,
      avgViewsR20: 0,
      engageRate1Y: 0,
      lastUploadTime: 0,
      recentVideos: [],
    });
  });

  it('is not found by its handle', async () => {
    expect(await of('sample.creator')).toBeNull();
  });
});
