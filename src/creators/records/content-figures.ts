import { ratio } from '../../core/statistics.ts';
import type { Account, Content } from '../world/account.ts';
import { followersOn, timeline } from '../world/timeline.ts';
import { engagementRate } from './content-item.ts';
import { clipVideosOn, gramImagesOn, gramReelsOn, tubeRecentOn } from './recent-blocks.ts';

/**
 * The computed figures by which a content search filters and sorts. `performance…` is the content's figure
 * divided by its creator's recent average of the same kind of content (assumed: performance-x); 0 if there is
 * none.
 */
export interface ContentFigures {
  engagement: number;
  performanceViews: number;
  performanceLikes: number;
  performanceEngagement: number;
}

/** Computes the averages once; the returned function serves every content of the account. */
export function contentFigures(account: Account): (content: Content) => ContentFigures {
  const followers = followersOn(account, 0);
  const averages = recentAverages(account);
  return (content) => {
    const average = averages[content.kind] as Averages;
    const engagement = engagementRate(content, followers);
    return {
      engagement,
      performanceViews: ratio(content.views, average.views),
      performanceLikes: ratio(content.likes, average.likes),
      performanceEngagement: ratio(engagement, average.engagement),
    };
  };
}

interface Averages {
  views: number;
  likes: number;
  engagement: number;
}

function recentAverages(account: Account): Partial<Record<Content['kind'], Averages>> {
  const line = timeline(account);
  switch (account.platform) {
    case 'clip':
      return { video: averagesOf(clipVideosOn(account, line, 0)) };
    case 'gram':
      return {
        image: averagesOf(gramImagesOn(account, line, 0)),
        reel: averagesOf(gramReelsOn(account, line, 0)),
      };
    case 'tube':
      return {
        video: averagesOf(tubeRecentOn(account, line, 0, 'video')),
        short: averagesOf(tubeRecentOn(account, line, 0, 'short')),
      };
  }
}

interface AveragedBlock {
  likes: { avg: number };
  views?: { avg: number };
  engagement: { avgEngagementRate: number };
}

const averagesOf = ({ likes, views, engagement }: AveragedBlock): Averages => ({
  views: views?.avg ?? 0,
  likes: likes.avg,
  engagement: engagement.avgEngagementRate,
});
