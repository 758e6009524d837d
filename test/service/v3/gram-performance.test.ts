import { describe, expect, it } from 'vitest';
import { GramPerformance } from '../../../src/creators/records/gram-performance.ts';
import { testApp } from '../../harness.ts';
import { noConsistency, noCounts, noGrowth, noGrowthOfViews, noSpread } from './block.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'gram/performance',
  reply: GramPerformance,
  price: 2,
});

const noImages = {
  likes: noSpread,
  comments: noSpread,
  engagement: {
    avgEngagementRate: 0,
    likesPerFollower: 0,
    commentsPerFollower: 0,
    engagementConsistency: noConsistency,
  },
};

describe('/gram/performance', () => {
  it('is zeros and nulls for a creator without contents', async () => {
    expect(await of('no.contents')).toEqual({
      contentCountByDays: noCounts,
      ranking: {
        totalFollowers: expect.any(Object),
        avgEngagementRate: { global: 0, country: 0, language: 0 },
      },
      imagesPerformanceRecent: noImages,
      reelsPerformanceRecent: {
        ...noImages,
        views: noSpread,
        engagement: { ...noImages.engagement, viewsPerFollower: 0 },
      },
      recentImagesGrowth: noGrowth,
      recentReelsGrowth: noGrowthOfViews,
    });
  });

  it('sums up pictures without views and reels with them', async () => {
    const { imagesPerformanceRecent, reelsPerformanceRecent } = await of('few.items');

    expect(imagesPerformanceRecent).toEqual(noImages);
    expect(reelsPerformanceRecent).toEqual({
      likes: { all: 270, avg: 54, median: 54, min: 40, max: 68 },
      comments: { all: 15, avg: 3, median: 3, min: 3, max: 3 },
      views: { all: 3000, avg: 600, median: 600, min: 500, max: 700 },
      engagement: {
        // over views, like the rate of a reel by itself
        avgEngagementRate: 0.0944,
        likesPerFollower: 0.1317,
        commentsPerFollower: 0.0073,
        viewsPerFollower: 1.4634,
        engagementConsistency: {
          cv: expect.any(Number),
          medianVsMean: expect.any(Number),
          topBottomRatio: 0,
          consistencyScore: null,
          consistencyLevel: null,
        },
      },
    });
  });

  it('keeps the performance of a creator who no longer posts', async () => {
    const { contentCountByDays, imagesPerformanceRecent } = await of('paused.creator');
    expect([contentCountByDays, imagesPerformanceRecent.likes.avg]).toEqual([noCounts, 67]);
  });
});
