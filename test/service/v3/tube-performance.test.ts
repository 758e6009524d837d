import { describe, expect, it } from 'vitest';
import { TubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { testApp } from '../../harness.ts';
import { noConsistency, noCounts, noGrowthOfViews, noSpread } from './block.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'tube/performance',
  reply: TubePerformance,
  price: 2,
});

const nothing = {
  likes: noSpread,
  comments: noSpread,
  views: { ...noSpread, percentile25: 0, percentile75: 0, iqr: 0 },
  length: { avg: 0 },
  engagement: {
    avgEngagementRate: 0,
    likesPerSubscriber: 0,
    commentsPerSubscriber: 0,
    viewsPerSubscriber: 0,
    engagementConsistency: noConsistency,
  },
};

describe('/tube/performance', () => {
  it('is zeros and nulls for a channel without contents', async () => {
    expect(await of('no.contents')).toMatchObject({
      contentCountByDays: noCounts,
      videosPerformanceRecent: nothing,
      shortsPerformanceRecent: nothing,
      videosPerformanceAll: nothing,
      shortsPerformanceAll: nothing,
      recentVideosGrowth: noGrowthOfViews,
      recentShortsGrowth: noGrowthOfViews,
    });
  });

  it('keeps videos and shorts apart', async () => {
    const { videosPerformanceRecent, videosPerformanceAll, shortsPerformanceRecent } =
      await of('shorts.only');

    expect([videosPerformanceRecent, videosPerformanceAll]).toEqual([nothing, nothing]);
    expect(shortsPerformanceRecent).toMatchObject({
      views: {
        all: 9720,
        avg: 1215,
        median: 1215,
        min: 970,
        max: 1460,
        percentile25: 1093,
        percentile75: 1338,
        iqr: 245,
      },
      engagement: { engagementConsistency: { consistencyScore: 100, consistencyLevel: 'high' } },
    });
  });

  it('has a recent block of the latest twenty, which is all of a channel with fewer', async () => {
    const few = await of('few.items');
    expect(few.videosPerformanceRecent).toEqual(few.videosPerformanceAll);
    const many = await of('sample.creator');
    expect(many.videosPerformanceRecent).not.toEqual(many.videosPerformanceAll);
  });

  it('shows the prices of the profile', async () => {
    expect(await of('sample.creator')).toMatchObject({
      videoPrice: { cpmRaw: 22.34, priceRaw: 1466.46 },
      shortsPrice: { cpmRaw: 12.34, priceRaw: 794.79 },
    });
  });
});
