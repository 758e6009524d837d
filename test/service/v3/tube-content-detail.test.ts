import { describe, expect, it } from 'vitest';
import { TubeContentDetail } from '../../../src/creators/records/tube-content-detail.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'tube/content-detail',
  reply: TubeContentDetail,
  price: 3,
});

describe('/tube/content-detail', () => {
  it('lists streams and videos for members among the videos', async () => {
    const { recentVideos } = await of('members.and.streams');
    expect(
      recentVideos.map(({ contentId, isMemberOnly, isSponsored }) => [contentId, isMemberOnly, isSponsored]),
    ).toEqual([
      ['memberonly1', true, false],
      ['livestream1', false, false],
      ['englishvid1', false, false],
    ]);
  });

  it('has no sponsors and members on shorts', async () => {
    expect((await of('members.and.streams')).recentShorts).toEqual([
      {
        publishTime: expect.any(Number),
        contentId: 'germanshrt1',
        title: 'Regel in 30 Sekunden',
        description: '#shorts',
        length: 30,
        likes: 80,
        comments: 6,
        views: 900,
        // (80 + 6) / 900
        engagementRate: 0.0956,
        hashtags: ['#shorts'],
      },
    ]);
  });

  it('has no videos of a channel that makes shorts alone, and nothing of one that makes nothing', async () => {
    const { recentVideos, recentShorts } = await of('shorts.only');
    expect([recentVideos, recentShorts.length > 0]).toEqual([[], true]);
    expect(await of('no.contents')).toEqual({ recentVideos: [], recentShorts: [] });
  });

  it('marks what is sponsored', async () => {
    const { recentVideos } = await of('several.brands');
    expect(recentVideos).toMatchObject([{ contentId: 'sevbrands01', isSponsored: true }]);
  });
});
