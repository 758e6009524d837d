import { ageRanges, growth, halfUp } from '../../core/statistics.ts';
import type { Account } from '../world/account.ts';
import {
  contentCount,
  existedOn,
  followerGrowth,
  followersOn,
  type Timeline,
  timeline,
  totalOn,
} from '../world/timeline.ts';
import { femaleRatio } from './audience.ts';
import { publishedWithin } from './performance.ts';
import type { ReelsBlock } from './performance-block.ts';
import { rank } from './ranking.ts';
import { clipVideosOn, gramReelsOn, recentAveragesOn, tubeRecentOn } from './recent-blocks.ts';
import { lastPublishedAt } from './shared.ts';
import { sponsoredContents } from './sponsored.ts';

/**
 * The figures by which a generation 3 creator search filters and sorts, under their filter names (observed),
 * as of the epoch. They equal the figures of the records, so a search finds exactly what look-ups show.
 */
export interface SearchFigures {
  text: Record<string, string>;
  flag: Record<string, boolean>;
  /** `lastPublishTime` is relative to the epoch of the world. */
  number: Record<string, number>;
}

export function searchFigures(account: Account): SearchFigures {
  const line = timeline(account);
  const followers = account.platform === 'tube' ? 'totalSubscribers' : 'totalFollowers';
  const followerGrowthName = account.platform === 'tube' ? 'subscriberGrowthIn30d' : 'followerGrowthIn30d';
  return {
    text: audienceWords(account),
    flag: {
      isAccountVerified: account.isVerified,
      hasSponsors:
        account.platform === 'clip'
          ? account.contents.some((content) => content.isAd)
          : sponsoredContents(account).length > 0,
    },
    number: {
      [followers]: followersOn(account, 0),
      totalContents: contentCount(account),
      ...(account.platform === 'tube' && { totalViews: totalOn(line, 0, 'views') }),
      [followerGrowthName]: followerGrowth(account, 30),
      followersGainedIn30d: existedOn(account, 30) ? followersOn(account, 0) - followersOn(account, 30) : 0,
      contentsIn30Days: publishedWithin(line, 30),
      platformScore: platformScore(account),
      lastPublishTime: lastPublishedAt(account, 0),
      audienceMaleRatio: account.audience?.maleRatio ?? 0,
      audienceFemaleRatio: account.audience ? femaleRatio(account.audience) : 0,
      ...recentFigures(account, line),
    },
  };
}

/** 0 to 100: the rank by followers within the platform (assumed: platform-score). */
export const platformScore = (account: Account): number =>
  halfUp(rank(account, account.platform === 'tube' ? 'totalSubscribers' : 'totalFollowers').global * 100);

/** Growth of the recent averages is over 30 days, 0 for a younger account (assumed: growth-30d). */
function recentFigures(account: Account, line: Timeline): Record<string, number> {
  const then = existedOn(account, 30) ? 30 : 0;
  switch (account.platform) {
    case 'clip':
      return blockFigures('Videos', clipVideosOn(account, line, 0), recentAveragesOn(line, then, 'video'));
    case 'gram':
      return blockFigures('Reels', gramReelsOn(account, line, 0), recentAveragesOn(line, then, 'reel'));
    case 'tube':
      return {
        ...blockFigures(
          'Videos',
          tubeRecentOn(account, line, 0, 'video'),
          recentAveragesOn(line, then, 'video'),
        ),
        ...blockFigures(
          'Shorts',
          tubeRecentOn(account, line, 0, 'short'),
          recentAveragesOn(line, then, 'short'),
        ),
      };
  }
}

type CountedBlock = Pick<ReelsBlock, 'views' | 'likes' | 'comments'> & {
  engagement: { avgEngagementRate: number };
};

function blockFigures(
  kinds: string,
  now: CountedBlock,
  then: ReturnType<typeof recentAveragesOn>,
): Record<string, number> {
  const found: Record<string, number> = {
    [`avgRecent${kinds}EngagementRate`]: now.engagement.avgEngagementRate,
    [`avgRecent${kinds}EngagementRateGrowth`]: growth(
      now.engagement.avgEngagementRate,
      then.engagement.avgEngagementRate,
    ),
  };
  for (const [figure, word] of [
    ['views', 'Views'],
    ['likes', 'Likes'],
    ['comments', 'Comments'],
  ] as const) {
    for (const statistic of ['avg', 'median', 'min', 'max'] as const)
      found[`${statistic}Recent${kinds}${word}`] = now[figure][statistic];
    found[`avgRecent${kinds}${word}Growth`] = growth(now[figure].avg, then[figure].avg);
  }
  return found;
}

/** The largest group of each kind; empty if the audience is unknown. */
function audienceWords({ audience }: Account): Record<string, string> {
  if (!audience) return { mainAudienceLocation: '', mainAudienceAge: '', mainAudienceGender: '' };
  const main = audience.ages.indexOf(Math.max(...audience.ages));
  return {
    mainAudienceLocation: audience.locations[0]?.country ?? '',
    mainAudienceAge: ageRanges[main] ?? '',
    mainAudienceGender: audience.maleRatio >= femaleRatio(audience) ? 'male' : 'female',
  };
}
