import type { Measure, Statistic } from '../meanings.ts';
import type { Parts } from '../parts.ts';

/** The filter for a figure on a platform; undefined if there is none. */
export function figureName(
  { platform, shorts }: Pick<Parts, 'platform' | 'shorts'>,
  measure: Measure,
  statistic: Statistic = 'avg',
): string | undefined {
  const tube = platform === 'tube';
  const kinds = platform === 'gram' ? 'Reels' : shorts ? 'Shorts' : 'Videos';
  const names: Record<Measure, string | undefined> = {
    followers: tube ? 'totalSubscribers' : 'totalFollowers',
    views: `${statistic}Recent${kinds}Views`,
    likes: `${statistic}Recent${kinds}Likes`,
    comments: `${statistic}Recent${kinds}Comments`,
    engagement: `avgRecent${kinds}EngagementRate`,
    viewGrowth: `avgRecent${kinds}ViewsGrowth`,
    likeGrowth: `avgRecent${kinds}LikesGrowth`,
    commentGrowth: `avgRecent${kinds}CommentsGrowth`,
    engagementGrowth: `avgRecent${kinds}EngagementRateGrowth`,
    totalViews: tube ? 'totalViews' : undefined,
    followerGrowth: tube ? 'subscriberGrowthIn30d' : 'followerGrowthIn30d',
    contents: 'totalContents',
    contentsIn30Days: 'contentsIn30Days',
    score: 'platformScore',
    lastPublished: 'lastPublishTime',
    women: 'audienceFemaleRatio',
    men: 'audienceMaleRatio',
    name: 'displayName',
    handle: 'uniqueId',
    country: 'country',
    language: 'mainLanguage',
    audienceCountry: 'mainAudienceLocation',
    audienceAge: 'mainAudienceAge',
    unknown: undefined,
  };
  return names[measure];
}
