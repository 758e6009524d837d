import type { Static } from '@sinclair/typebox';
import type { GramAccount } from '../world/account.ts';
import { timeline } from '../world/timeline.ts';
import { record } from './atoms.ts';
import {
  ContentCountByDays,
  contentCountByDays,
  RateGrowths,
  rateGrowths,
  ViewsGrowths,
  viewsGrowths,
} from './performance.ts';
import { ImagesBlock, ReelsBlock } from './performance-block.ts';
import { GramRanking, rank } from './ranking.ts';
import { gramImagesOn, gramReelsOn } from './recent-blocks.ts';

export const GramPerformance = record('GramPerformance', 'Performance of a gram creator.', {
  contentCountByDays: ContentCountByDays,
  ranking: GramRanking,
  imagesPerformanceRecent: ImagesBlock,
  reelsPerformanceRecent: ReelsBlock,
  recentImagesGrowth: RateGrowths,
  recentReelsGrowth: ViewsGrowths,
});
export type GramPerformance = Static<typeof GramPerformance>;

export function gramPerformance(account: GramAccount): GramPerformance {
  const line = timeline(account);
  return {
    contentCountByDays: contentCountByDays(line),
    ranking: {
      totalFollowers: rank(account, 'totalFollowers'),
      avgEngagementRate: rank(account, 'avgEngagementRate'),
    },
    imagesPerformanceRecent: gramImagesOn(account, line, 0),
    reelsPerformanceRecent: gramReelsOn(account, line, 0),
    recentImagesGrowth: rateGrowths(account, (daysAgo) => gramImagesOn(account, line, daysAgo)),
    recentReelsGrowth: viewsGrowths(account, (daysAgo) => gramReelsOn(account, line, daysAgo)),
  };
}
