import { type Static, Type } from '@sinclair/typebox';
import { mean, round4 } from '../../core/statistics.ts';
import type { Account } from '../world/account.ts';
import { followersOn, timeline } from '../world/timeline.ts';
import { object, record } from './atoms.ts';
import { clipVideosOn, gramImagesOn, gramReelsOn, tubeRecentOn } from './recent-blocks.ts';

/** The rank of an account among the others: 0 to 1, 1 is the top (observed). */

const rankField = (among: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `Among all accounts ${among}; 1 is the top.` });
const Rank = object('Share of the accounts that stand below this one.', {
  global: rankField('of the platform'),
  country: rankField('of its country'),
  language: rankField('of its main language'),
});
type Rank = Static<typeof Rank>;

export const ClipRanking = record('ClipRanking', 'Rank by metric.', {
  totalFollowers: Rank,
  avgViews: Rank,
  avgEngagementRate: Rank,
});
export const GramRanking = record('GramRanking', 'Rank by metric.', {
  totalFollowers: Rank,
  avgEngagementRate: Rank,
});
export const TubeRanking = record('TubeRanking', 'Rank by metric.', {
  totalSubscribers: Rank,
  avgEngagementRate: Rank,
});

/** One metric of the ranking; the lowest rank if the world did not rank the account. */
export const rank = (account: Account, metric: string): Rank =>
  account.ranks[metric] ?? { global: 0, country: 0, language: 0 };

/** The figures that rank an account, by metric. The world is sorted by them and stores the ranks. */
export function rankedFigures(account: Account): Record<string, number> {
  const followers = followersOn(account, 0);
  const line = timeline(account);
  switch (account.platform) {
    case 'clip': {
      const { views, engagement } = clipVideosOn(account, line, 0);
      return {
        totalFollowers: followers,
        avgViews: views.avg,
        avgEngagementRate: engagement.avgEngagementRate,
      };
    }
    case 'gram': {
      const blocks = [gramImagesOn(account, line, 0), gramReelsOn(account, line, 0)];
      return { totalFollowers: followers, avgEngagementRate: meanRate(blocks) };
    }
    case 'tube': {
      const blocks = [tubeRecentOn(account, line, 0, 'video'), tubeRecentOn(account, line, 0, 'short')];
      return { totalSubscribers: followers, avgEngagementRate: meanRate(blocks) };
    }
  }
}

/** Kinds without posts do not count (assumed: rank-engagement). */
const meanRate = (blocks: readonly { engagement: { avgEngagementRate: number } }[]): number =>
  round4(mean(blocks.map((block) => block.engagement.avgEngagementRate).filter((rate) => rate > 0)));
