import { describe, expect, it } from 'vitest';
import { ClipPerformance } from '../../../src/creators/records/clip-performance.ts';
import { testApp } from '../../harness.ts';
import { noConsistency, noCounts, noGrowth, noSpread } from './block.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'clip/performance',
  reply: ClipPerformance,
  price: 1.5,
});

const nothing = {
  likes: noSpread,
  comments: noSpread,
  views: noSpread,
  shares: noSpread,
  engagement: {
    avgEngagementRate: 0,
    likesPerFollower: 0,
    commentsPerFollower: 0,
    viewsPerFollower: 0,
    engagementConsistency: noConsistency,
  },
};

describe('/clip/performance', () => {
  it('is zeros and two nulls for a creator without contents', async () => {
    expect(await of('no.contents')).toEqual({
      contentCountByDays: noCounts,
      ranking: {
        totalFollowers: expect.any(Object),
        avgViews: { global: 0, country: 0, language: 0 },
        avgEngagementRate: { global: 0, country: 0, language: 0 },
      },
      videosPerformanceRecent: nothing,
      recentVideosGrowth: noGrowth,
    });
  });

  it('counts what is younger than four days, but does not measure it', async () => {
    const { contentCountByDays, videosPerformanceRecent } = await of('just.posted');
    expect(contentCountByDays).toEqual({ '7d': 4, '30d': 4, '90d': 4 });
    expect(videosPerformanceRecent).toEqual(nothing);
  });

  it('sums up what was posted before: averages are whole, all is average times count', async () => {
    const { contentCountByDays, videosPerformanceRecent } = await of('six.items');

    expect(contentCountByDays).toEqual({ '7d': 4, '30d': 6, '90d': 6 });
    expect(videosPerformanceRecent).toEqual({
      likes: { all: 450, avg: 75, median: 75, min: 50, max: 100 },
      comments: { all: 60, avg: 10, median: 10, min: 10, max: 10 },
      views: { all: 6000, avg: 1000, median: 1000, min: 1000, max: 1000 },
      shares: noSpread,
      engagement: {
        // the mean of 0.06, 0.07 … 0.11
        avgEngagementRate: 0.085,
        likesPerFollower: 0.15,
        commentsPerFollower: 0.02,
        viewsPerFollower: 2,
        engagementConsistency: {
          cv: 0.2009,
          medianVsMean: 1,
          // (0.09 + 0.1 + 0.11) / (0.06 + 0.07 + 0.08)
          topBottomRatio: 1.4286,
          consistencyScore: expect.any(Number),
          consistencyLevel: 'high',
        },
      },
    });
  });

  it.each([
    ['few.items', 'with fewer than six contents', { topBottomRatio: 0 }],
    ['always.the.same', 'without any spread', { cv: 0, medianVsMean: 1, topBottomRatio: 1 }],
  ])('knows no consistency of %s, %s', async (handle, _, ratios) => {
    const { engagementConsistency } = (await of(handle)).videosPerformanceRecent.engagement;
    expect(engagementConsistency).toMatchObject({
      ...ratios,
      consistencyScore: null,
      consistencyLevel: null,
    });
  });

  it('has no ratio over followers without followers', async () => {
    expect((await of('no.followers')).videosPerformanceRecent.engagement).toMatchObject({
      avgEngagementRate: expect.any(Number),
      likesPerFollower: 0,
      commentsPerFollower: 0,
      viewsPerFollower: 0,
    });
  });
});
