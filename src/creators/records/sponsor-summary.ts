import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import { growth, mean, ratio, round4, spread, sum } from '../../core/statistics.ts';
import { epochAt } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { change, count, dollarsOrNull, object, rate, record, share, text } from './atoms.ts';
import { engagementRate } from './content-item.ts';
import { cents } from './price.ts';
import { costs, perThousand } from './sponsor-performance.ts';
import type { SponsoredAccount, SponsoredContent, Sponsorship } from './sponsored.ts';

const breakdown = (by: string) =>
  Type.Array(
    object('A group of creators.', {
      key: text('The value that they share.'),
      count: count('Number of creators.'),
      share: share('Share of all creators.'),
    }),
    { description: `Creators by ${by}, at most 5, largest group first.`, maxItems: 5 },
  );

const totals = (what: string) => ({
  total: count(`All ${what} together.`),
  avg: count(`Average ${what} of a content.`),
  median: count(`Median ${what} of a content.`),
  min: count(`Fewest ${what} of a content.`),
  max: count(`Most ${what} of a content.`),
});

const spend = (days: number) =>
  dollarsOrNull(`Estimated cost of the contents of the last ${days} days; null on gram.`);
const growthOf = (what: string) =>
  change(`Growth of the ${what} of a month's contents over those of the month before.`);

const OnPlatform = object('The brand on one platform.', {
  creators: object('The creators that it sponsors.', {
    sponsoredCreators: count('Creators.'),
    sponsoredContent: count('Sponsored contents.'),
    sponsoredContent30d: count('Sponsored contents of the last 30 days.'),
    creatorLocationBreakdown: breakdown('country'),
    creatorLanguageBreakdown: breakdown('main language'),
  }),
  performance: object('The performance of the sponsored contents.', {
    estimatedTotalSpend7d: spend(7),
    estimatedTotalSpend30d: spend(30),
    estimatedTotalSpend90d: spend(90),
    estimatedCPM30d: dollarsOrNull('Cost per thousand views, last 30 days; null on gram and without views.'),
    estimatedCPE30d: dollarsOrNull('Cost per like or comment, last 30 days; null on gram and without any.'),
    views: object('Views.', {
      ...totals('views'),
      views30d: count('Views of the contents of the last 30 days.'),
    }),
    likes: object('Likes.', totals('likes')),
    comments: object('Comments.', totals('comments')),
    engagement: object('Engagement.', { avgEngagementRate: rate('Mean engagement rate of the contents.') }),
    growth30d: object('Contents of the last 30 days against those of the 30 days before.', {
      viewsGrowth: growthOf('views'),
      likesGrowth: growthOf('likes'),
      commentsGrowth: growthOf('comments'),
      engagementGrowth: growthOf('mean engagement rate'),
    }),
  }),
});
type OnPlatform = Static<typeof OnPlatform>;

export const SponsorSummary = record('SponsorSummary', 'A brand in sum.', {
  summary: object('Over both platforms, then one by one.', {
    totalSponsoredCreators: count('Creators.'),
    totalSponsoredContent: count('Sponsored contents.'),
    tube: OnPlatform,
    gram: OnPlatform,
  }),
});
export type SponsorSummary = Static<typeof SponsorSummary>;

export const sponsorSummary = (sponsorships: readonly Sponsorship[]): SponsorSummary =>
  measuredSummary(
    sponsorships.map(({ account, contents }) => ({
      account,
      contents: measuredContents(account, contents),
    })),
  );

/** The part of a sponsorship that a summary reads. */
export interface MeasuredSponsorship {
  account: Pick<SponsoredAccount, 'platform' | 'country' | 'languages'>;
  contents: readonly Measured[];
}

export function measuredSummary(sponsorships: readonly MeasuredSponsorship[]): SponsorSummary {
  const tube = onPlatform(
    sponsorships.filter(({ account }) => account.platform === 'tube'),
    true,
  );
  const gram = onPlatform(
    sponsorships.filter(({ account }) => account.platform === 'gram'),
    false,
  );
  return {
    summary: {
      totalSponsoredCreators: sponsorships.length,
      totalSponsoredContent: sum(sponsorships.map(({ contents }) => contents.length)),
      tube,
      gram,
    },
  };
}

/** A sponsored content, its engagement rate and its price. */
interface Measured {
  content: Pick<SponsoredContent, 'kind' | 'publishedAt' | 'views' | 'likes' | 'comments'>;
  rate: number;
  cost: number;
}

function onPlatform(sponsorships: readonly MeasuredSponsorship[], priced: boolean): OnPlatform {
  const all = sponsorships.flatMap(({ contents }) => contents);
  const month = all.filter(({ content }) => isWithin(content, 0, 30));
  const monthBefore = all.filter(({ content }) => isWithin(content, 30, 60));
  const spent = (days: number): number =>
    cents(sum(all.filter(({ content }) => isWithin(content, 0, days)).map(({ cost }) => cost)));
  const views30d = total(month, 'views');
  const engagements30d = total(month, 'likes') + total(month, 'comments');
  return {
    creators: {
      sponsoredCreators: sponsorships.length,
      sponsoredContent: all.length,
      sponsoredContent30d: month.length,
      creatorLocationBreakdown: groups(sponsorships.map(({ account }) => account.country)),
      creatorLanguageBreakdown: groups(sponsorships.map(({ account }) => account.languages[0] ?? '')),
    },
    performance: {
      estimatedTotalSpend7d: priced ? spent(7) : null,
      estimatedTotalSpend30d: priced ? spent(30) : null,
      estimatedTotalSpend90d: priced ? spent(90) : null,
      estimatedCPM30d: priced ? perThousand(spent(30), views30d) : null,
      estimatedCPE30d: priced && engagements30d > 0 ? cents(spent(30) / engagements30d) : null,
      views: { ...totalled(all, 'views'), views30d },
      likes: totalled(all, 'likes'),
      comments: totalled(all, 'comments'),
      engagement: { avgEngagementRate: meanRate(all) },
      growth30d: {
        viewsGrowth: growth(views30d, total(monthBefore, 'views')),
        likesGrowth: growth(total(month, 'likes'), total(monthBefore, 'likes')),
        commentsGrowth: growth(total(month, 'comments'), total(monthBefore, 'comments')),
        engagementGrowth: growth(meanRate(month), meanRate(monthBefore)),
      },
    },
  };
}

/** @param contents sponsored contents of the account */
export function measuredContents(
  account: SponsoredAccount,
  contents: readonly SponsoredContent[],
): Measured[] {
  const followers = followersOn(account, 0);
  const costOf = costs(account);
  return contents.map((content) => {
    const { kind, publishedAt, views, likes, comments } = content;
    return {
      content: { kind, publishedAt, views, likes, comments },
      rate: engagementRate(content, followers),
      cost: costOf ? costOf(content) : 0,
    };
  });
}

const isWithin = (content: Measured['content'], from: number, to: number): boolean =>
  content.publishedAt <= epochAt - from * dayMs && content.publishedAt > epochAt - to * dayMs;

type Figure = 'views' | 'likes' | 'comments';

const total = (of: readonly Measured[], figure: Figure): number =>
  sum(of.map(({ content }) => content[figure]));

function totalled(of: readonly Measured[], figure: Figure) {
  const seen = figure === 'views' ? of.filter(({ content }) => content.kind !== 'image') : of;
  const { all, ...rest } = spread(seen.map(({ content }) => content[figure]));
  return { total: all, ...rest };
}

const meanRate = (of: readonly Measured[]): number => round4(mean(of.map(({ rate }) => rate)));

/** The five most frequent values; equally frequent ones by code point. */
function groups(words: readonly string[]) {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .map(([key, count]) => ({ key, count, share: ratio(count, words.length) }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, 5);
}
