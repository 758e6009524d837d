import type { Static } from '@sinclair/typebox';
import type { ClipAccount } from '../world/account.ts';
import { timeline } from '../world/timeline.ts';
import { record } from './atoms.ts';
import { ContentCountByDays, contentCountByDays, RateGrowths, rateGrowths } from './performance.ts';
import { ClipBlock } from './performance-block.ts';
import { ClipRanking, rank } from './ranking.ts';
import { clipVideosOn } from './recent-blocks.ts';

export const ClipPerformance = record('ClipPerformance', 'Performance of a clip creator.', {
  contentCountByDays: ContentCountByDays,
  ranking: ClipRanking,
  videosPerformanceRecent: ClipBlock,
  recentVideosGrowth: RateGrowths,
});
export type ClipPerformance = Static<typeof ClipPerformance>;

export function clipPerformance(account: ClipAccount): ClipPerformance {
  const line = timeline(account);
  return {
    contentCountByDays: contentCountByDays(line),
    ranking: {
      totalFollowers: rank(account, 'totalFollowers'),
      avgViews: rank(account, 'avgViews'),
      avgEngagementRate: rank(account, 'avgEngagementRate'),
    },
    videosPerformanceRecent: clipVideosOn(account, line, 0),
    recentVideosGrowth: rateGrowths(account, (daysAgo) => clipVideosOn(account, line, daysAgo)),
  };
}
