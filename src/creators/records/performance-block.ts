import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { choice, nullable } from '../../core/schema.ts';
import {
  type Consistency,
  consistency,
  engagementByFollowers,
  engagementByViews,
  halfUp,
  mean,
  quartiles,
  ratio,
  round4,
  type Spread,
  spread,
} from '../../core/statistics.ts';
import type { Posted } from '../world/timeline.ts';
import { count, object, rate, record } from './atoms.ts';

/** Figures over several contents of one kind. Without contents everything is zero, except for two nulls. */

const spreadFields = (what: string) => ({
  all: count(`All ${what} together.`),
  avg: count(`Average ${what} of a content.`),
  median: count(`Median ${what} of a content.`),
  min: count(`Fewest ${what} of a content.`),
  max: count(`Most ${what} of a content.`),
});
const spreadOf = (what: string) => object(`The ${what} of the contents.`, spreadFields(what));

const EngagementConsistency = record(
  'EngagementConsistency',
  'The likeness of the engagement rates of the contents.',
  {
    cv: rate('Population standard deviation divided by the mean.'),
    medianVsMean: rate('Median divided by the mean.'),
    topBottomRatio: rate(
      'Mean of the top 3 divided by the mean of the bottom 3; 0 with fewer than 6 contents.',
    ),
    consistencyScore: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 100,
      description: '100 is perfectly even; null when one of the three ratios is 0.',
    }),
    consistencyLevel: nullable(
      choice(['high', 'moderate', 'low'], 'Low to 50, moderate to 80, high above; null without a score.'),
    ),
  },
);

const avgEngagementRate = rate("Mean of the contents' engagement rates.");
const perFollower = {
  likesPerFollower: rate('Average likes divided by followers.'),
  commentsPerFollower: rate('Average comments divided by followers.'),
};
const viewsPerFollower = rate('Average views divided by followers.');
const engagementConsistency = EngagementConsistency;

const FollowerEngagement = object('Engagement of the contents.', {
  avgEngagementRate,
  ...perFollower,
  viewsPerFollower,
  engagementConsistency,
});
const ImageEngagement = object('Engagement of the contents.', {
  avgEngagementRate,
  ...perFollower,
  engagementConsistency,
});
const SubscriberEngagement = object('Engagement of the contents.', {
  avgEngagementRate,
  likesPerSubscriber: rate('Average likes divided by subscribers.'),
  commentsPerSubscriber: rate('Average comments divided by subscribers.'),
  viewsPerSubscriber: rate('Average views divided by subscribers.'),
  engagementConsistency,
});

export const ClipBlock = record('ClipBlock', 'Performance of clip videos.', {
  likes: spreadOf('likes'),
  comments: spreadOf('comments'),
  views: spreadOf('views'),
  shares: spreadOf('shares'),
  engagement: FollowerEngagement,
});
export type ClipBlock = Static<typeof ClipBlock>;

export const ImagesBlock = record('ImagesBlock', 'Performance of gram images, which have no views.', {
  likes: spreadOf('likes'),
  comments: spreadOf('comments'),
  engagement: ImageEngagement,
});
export type ImagesBlock = Static<typeof ImagesBlock>;

const reelFields = {
  likes: spreadOf('likes'),
  comments: spreadOf('comments'),
  views: spreadOf('views'),
  engagement: FollowerEngagement,
};
export const ReelsBlock = record(
  'ReelsBlock',
  'Performance of gram reels; the engagement rates are over views.',
  reelFields,
);
export type ReelsBlock = Static<typeof ReelsBlock>;

export const SponsoredReelsBlock = record(
  'SponsoredReelsBlock',
  'Performance of the sponsored reels; the engagement rates are over followers.',
  reelFields,
);

export const TubeBlock = record('TubeBlock', 'Performance of tube videos or shorts.', {
  likes: spreadOf('likes'),
  comments: spreadOf('comments'),
  views: object('The views of the contents.', {
    ...spreadFields('views'),
    percentile25: count('A quarter of the contents has fewer views.'),
    percentile75: count('Three quarters of the contents have fewer views.'),
    iqr: count('percentile75 minus percentile25.'),
  }),
  length: object('The lengths of the contents.', { avg: count('Average length, seconds.') }),
  engagement: SubscriberEngagement,
});
export type TubeBlock = Static<typeof TubeBlock>;

/** A tube block without percentiles and length (contract 2.9). */
export const SponsoredVideosBlock = record(
  'SponsoredVideosBlock',
  'Performance of the sponsored videos (contract 2.9).',
  {
    likes: spreadOf('likes'),
    comments: spreadOf('comments'),
    views: spreadOf('views'),
    engagement: SubscriberEngagement,
  },
);
export type SponsoredVideosBlock = Static<typeof SponsoredVideosBlock>;

/**
 * The meaning of `all` (observed): the exact sum in sponsorship records, otherwise the rounded average times
 * the number of contents.
 */
export type All = 'sum' | 'average times count';

export const clipBlock = (contents: readonly Posted[], followers: number): ClipBlock => {
  const { likes, comments, views, shares } = spreads(contents, 'average times count');
  return {
    likes,
    comments,
    views,
    shares,
    engagement: byFollowers(contents, followers, contents.map(engagementByViews)),
  };
};

export const imagesBlock = (contents: readonly Posted[], followers: number, all: All): ImagesBlock => {
  const { likes, comments } = spreads(contents, all);
  const { viewsPerFollower: _, ...engagement } = byFollowers(
    contents,
    followers,
    ratesByFollowers(contents, followers),
  );
  return { likes, comments, engagement };
};

export const reelsBlock = (contents: readonly Posted[], followers: number): ReelsBlock =>
  reels(contents, followers, 'average times count', contents.map(engagementByViews));

export const sponsoredReelsBlock = (contents: readonly Posted[], followers: number): ReelsBlock =>
  reels(contents, followers, 'sum', ratesByFollowers(contents, followers));

function reels(
  contents: readonly Posted[],
  followers: number,
  all: All,
  rates: readonly number[],
): ReelsBlock {
  const { likes, comments, views } = spreads(contents, all);
  return { likes, comments, views, engagement: byFollowers(contents, followers, rates) };
}

export const tubeBlock = (contents: readonly Posted[], subscribers: number): TubeBlock => {
  const { likes, comments, views } = spreads(contents, 'average times count');
  return {
    likes,
    comments,
    views: { ...views, ...quartiles(contents.map((content) => content.views)) },
    length: { avg: halfUp(mean(contents.map((content) => content.lengthSec))) },
    engagement: bySubscribers(contents, subscribers),
  };
};

export const sponsoredVideosBlock = (
  contents: readonly Posted[],
  subscribers: number,
): SponsoredVideosBlock => {
  const { likes, comments, views } = spreads(contents, 'sum');
  return { likes, comments, views, engagement: bySubscribers(contents, subscribers) };
};

function spreads(
  contents: readonly Posted[],
  all: All,
): Record<'likes' | 'comments' | 'views' | 'shares', Spread> {
  const of = (figure: 'likes' | 'comments' | 'views' | 'shares'): Spread => {
    const found = spread(contents.map((content) => content[figure]));
    return all === 'sum' ? found : { ...found, all: found.avg * contents.length };
  };
  return { likes: of('likes'), comments: of('comments'), views: of('views'), shares: of('shares') };
}

const ratesByFollowers = (contents: readonly Posted[], followers: number): number[] =>
  contents.map((content) => engagementByFollowers(content, followers));

interface Engagement {
  avgEngagementRate: number;
  engagementConsistency: Consistency;
}

const engagement = (rates: readonly number[]): Engagement => ({
  avgEngagementRate: round4(mean(rates)),
  engagementConsistency: consistency(rates),
});

/** Divides the rounded average by the followers, because a reply shows these two. */
const per = (
  contents: readonly Posted[],
  figure: 'likes' | 'comments' | 'views',
  followers: number,
): number => ratio(halfUp(mean(contents.map((content) => content[figure]))), followers);

function byFollowers(contents: readonly Posted[], followers: number, rates: readonly number[]) {
  const { avgEngagementRate, engagementConsistency } = engagement(rates);
  return {
    avgEngagementRate,
    likesPerFollower: per(contents, 'likes', followers),
    commentsPerFollower: per(contents, 'comments', followers),
    viewsPerFollower: per(contents, 'views', followers),
    engagementConsistency,
  };
}

function bySubscribers(contents: readonly Posted[], subscribers: number) {
  const { avgEngagementRate, engagementConsistency } = engagement(contents.map(engagementByViews));
  return {
    avgEngagementRate,
    likesPerSubscriber: per(contents, 'likes', subscribers),
    commentsPerSubscriber: per(contents, 'comments', subscribers),
    viewsPerSubscriber: per(contents, 'views', subscribers),
    engagementConsistency,
  };
}
