import type { Static } from '@sinclair/typebox';
import type { TubeAccount } from '../world/account.ts';
import { timeline } from '../world/timeline.ts';
import { record } from './atoms.ts';
import { ContentCountByDays, contentCountByDays, ViewsGrowths, viewsGrowths } from './performance.ts';
import { TubeBlock } from './performance-block.ts';
import { shortsPrice, TubePrice, videoPrice } from './price.ts';
import { rank, TubeRanking } from './ranking.ts';
import { tubeAllOn, tubeRecentOn } from './recent-blocks.ts';

export const TubePerformance = record('TubePerformance', 'Performance of a tube channel.', {
  contentCountByDays: ContentCountByDays,
  ranking: TubeRanking,
  videosPerformanceRecent: TubeBlock,
  shortsPerformanceRecent: TubeBlock,
  videosPerformanceAll: TubeBlock,
  shortsPerformanceAll: TubeBlock,
  recentVideosGrowth: ViewsGrowths,
  recentShortsGrowth: ViewsGrowths,
  videoPrice: TubePrice,
  shortsPrice: TubePrice,
});
export type TubePerformance = Static<typeof TubePerformance>;

export function tubePerformance(account: TubeAccount): TubePerformance {
  const line = timeline(account);
  return {
    contentCountByDays: contentCountByDays(line),
    ranking: {
      totalSubscribers: rank(account, 'totalSubscribers'),
      avgEngagementRate: rank(account, 'avgEngagementRate'),
    },
    videosPerformanceRecent: tubeRecentOn(account, line, 0, 'video'),
    shortsPerformanceRecent: tubeRecentOn(account, line, 0, 'short'),
    videosPerformanceAll: tubeAllOn(account, line, 0, 'video'),
    shortsPerformanceAll: tubeAllOn(account, line, 0, 'short'),
    recentVideosGrowth: viewsGrowths(account, (daysAgo) => tubeRecentOn(account, line, daysAgo, 'video')),
    recentShortsGrowth: viewsGrowths(account, (daysAgo) => tubeRecentOn(account, line, daysAgo, 'short')),
    videoPrice: videoPrice(account, line),
    shortsPrice: shortsPrice(account, line),
  };
}
