import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import { sponsoringPlatforms } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import { halfUp, mean, round4, sum } from '../../core/statistics.ts';
import { epochAt } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import { figuresAt, followersOn, numbers, timeline } from '../world/timeline.ts';
import { count, countOrNull, dollarsOrNull, instant, object, rate, record, text } from './atoms.ts';
import { engagementRate, item } from './content-item.ts';
import { cents, shortsPrice, videoPrice } from './price.ts';
import {
  type SponsoredAccount,
  type SponsoredContent,
  type Sponsorship,
  sponsoredContents,
} from './sponsored.ts';

const averageFields = {
  avgEngagementRate: rate('Mean engagement rate.'),
  avgViews: count('Average views; of reels only on gram.'),
  avgLikes: count('Average likes.'),
  avgComments: count('Average comments.'),
};
const sponsored = (which: string) =>
  object(`Averages of ${which}.`, {
    ...averageFields,
    sponsoredCount: count('Number of creators.'),
    latestSponsoredContentDate: instant('Upload of the latest.'),
  });
const viewsWithin = (days: number) =>
  countOrNull(`Views in the first ${days} days; null while the content is younger, and for an image.`);

const SponsorPerformanceContent = record('SponsorPerformanceContent', 'A content that the brand sponsored.', {
  contentId: item.contentId,
  title: text('Title; on gram the caption.'),
  publishTime: item.publishTime,
  views7d: viewsWithin(7),
  views30d: viewsWithin(30),
  views90d: viewsWithin(90),
  viewsLifetime: countOrNull('Views until today; null for an image.'),
  likes: item.likes,
  comments: item.comments,
  engagementRate: rate('(likes + comments) divided by views; of an image divided by followers.'),
  length: countOrNull('Seconds; null for an image.'),
  hashtags: item.hashtags,
  estimatedContentCPM: dollarsOrNull('Estimated cost per thousand views; null on gram and without views.'),
});
export type SponsorPerformanceContent = Static<typeof SponsorPerformanceContent>;

export const SponsorPerformanceCreator = record(
  'SponsorPerformanceCreator',
  'The performance of the contents of one creator for the brand.',
  {
    creatorId: text('Channel id on tube, handle on gram.'),
    displayName: text('Editable display name.'),
    platform: choice(sponsoringPlatforms, 'The platform of the creator.'),
    creatorTotalStats: object('Averages of all listed contents.', {
      ...averageFields,
      contentCount: count('Number of creators.'),
      latestContentDate: instant('Upload of the latest.'),
    }),
    creatorAllSponsoredStats: sponsored('the contents that any brand sponsored'),
    creatorSpecificSponsoredStats: sponsored('the contents that this brand sponsored'),
    estimatedCost: dollarsOrNull('Estimated cost of the contents that this brand sponsored; null on gram.'),
    estimatedCreatorCPM: dollarsOrNull('estimatedCost per thousand views; null on gram and without views.'),
    content: Type.Array(SponsorPerformanceContent, {
      description: 'Contents that this brand sponsored, newest first.',
    }),
  },
);
export type SponsorPerformanceCreator = Static<typeof SponsorPerformanceCreator>;

/** One page of `/sponsor/performance`. */
export const SponsorPerformance = record(
  'SponsorPerformance',
  'The performance of sponsored contents, creator by creator.',
  {
    sponsoredCreators: Type.Array(SponsorPerformanceCreator),
    totalResults: count('Number of creators in all.'),
    offset: count('Number of results that were skipped.'),
    pageSize: count('Number of results that were asked for.'),
  },
);
export type SponsorPerformance = Static<typeof SponsorPerformance>;

export function sponsorPerformanceCreator(
  { account, contents }: Sponsorship,
  shiftMs: number,
): SponsorPerformanceCreator {
  const total = stats(account, account.contents, shiftMs);
  const costOf = costs(account);
  const cost = costOf && cents(sum(contents.map(costOf)));
  return {
    creatorId: accountId(account),
    displayName: account.displayName,
    platform: account.platform,
    creatorTotalStats: { ...total.averages, contentCount: total.count, latestContentDate: total.latestAt },
    creatorAllSponsoredStats: sponsoredStats(account, sponsoredContents(account), shiftMs),
    creatorSpecificSponsoredStats: sponsoredStats(account, contents, shiftMs),
    estimatedCost: cost ?? null,
    estimatedCreatorCPM:
      cost === null ? null : perThousand(cost, sum(contents.map((content) => content.views))),
    content: contents.map((content) => performanceContent(account, content, shiftMs, costOf)),
  };
}

/**
 * The price of each content of a channel, by its kind; null on gram, where no price is estimated (observed).
 */
export function costs(account: SponsoredAccount): ((content: SponsoredContent) => number) | null {
  if (account.platform === 'gram') return null;
  const line = timeline(account);
  const price = { video: videoPrice(account, line).priceRaw, short: shortsPrice(account, line).priceRaw };
  return (content) => (content.kind === 'short' ? price.short : price.video);
}

/** Dollars per thousand views, rounded to cents; null without views. */
export const perThousand = (cost: number, views: number): number | null =>
  views === 0 ? null : cents((cost * 1000) / views);

function performanceContent(
  account: SponsoredAccount,
  content: SponsoredContent,
  shiftMs: number,
  costOf: ((content: SponsoredContent) => number) | null,
): SponsorPerformanceContent {
  const seen = content.kind !== 'image';
  return {
    contentId: content.id,
    title: 'title' in content ? content.title : content.text,
    publishTime: content.publishedAt + shiftMs,
    views7d: firstViews(content, 7),
    views30d: firstViews(content, 30),
    views90d: firstViews(content, 90),
    viewsLifetime: seen ? content.views : null,
    likes: content.likes,
    comments: content.comments,
    engagementRate: engagementRate(content, followersOn(account, 0)),
    length: seen ? halfUp(content.lengthSec) : null,
    hashtags: content.hashtags,
    estimatedContentCPM: costOf && perThousand(costOf(content), content.views),
  };
}

function firstViews(content: SponsoredContent, days: number): number | null {
  const at = content.publishedAt + days * dayMs;
  return content.kind === 'image' || at > epochAt ? null : figuresAt(numbers(content), at).views;
}

function sponsoredStats(account: SponsoredAccount, contents: readonly SponsoredContent[], shiftMs: number) {
  const { averages, count, latestAt } = stats(account, contents, shiftMs);
  return { ...averages, sponsoredCount: count, latestSponsoredContentDate: latestAt };
}

function stats(account: SponsoredAccount, contents: readonly SponsoredContent[], shiftMs: number) {
  const followers = followersOn(account, 0);
  const seen = contents.filter((content) => content.kind !== 'image');
  const [latest] = contents as readonly [SponsoredContent];
  return {
    averages: {
      avgEngagementRate: round4(mean(contents.map((content) => engagementRate(content, followers)))),
      avgViews: halfUp(mean(seen.map((content) => content.views))),
      avgLikes: halfUp(mean(contents.map((content) => content.likes))),
      avgComments: halfUp(mean(contents.map((content) => content.comments))),
    },
    count: contents.length,
    latestAt: latest.publishedAt + shiftMs,
  };
}
