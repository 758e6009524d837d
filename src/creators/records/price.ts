import type { Static } from '@sinclair/typebox';
import { halfUp } from '../../core/statistics.ts';
import type { TubeAccount } from '../world/account.ts';
import type { Timeline } from '../world/timeline.ts';
import { dollars, record } from './atoms.ts';
import { tubeRecentOn } from './recent-blocks.ts';

/**
 * The estimated price of a sponsored video or short. No formula is public; this one is ours (assumed:
 * tube-prices): a price per thousand views, which rises with engagement and with the share of the audience in
 * countries with expensive advertising, times the recent average views.
 */

export const TubePrice = record('TubePrice', 'Estimated price of one sponsored content.', {
  cpmLow: dollars('Low estimate per thousand views.'),
  cpmRaw: dollars('Estimate per thousand views.'),
  cpmHigh: dollars('High estimate per thousand views.'),
  priceLow: dollars('cpmLow times the average recent views.'),
  priceRaw: dollars('cpmRaw times the average recent views.'),
  priceHigh: dollars('cpmHigh times the average recent views.'),
});
export type TubePrice = Static<typeof TubePrice>;

export const videoPrice = (account: TubeAccount, line: Timeline): TubePrice =>
  price(account, line, 'video', 1);

/** A short costs a third of a video per thousand views. */
export const shortsPrice = (account: TubeAccount, line: Timeline): TubePrice =>
  price(account, line, 'short', 1 / 3);

/** Dollars rounded to cents, half up. */
export const cents = (amount: number): number => halfUp(amount * 100) / 100;

function price(account: TubeAccount, line: Timeline, kind: 'video' | 'short', factor: number): TubePrice {
  const { views, engagement } = tubeRecentOn(account, line, 0, kind);
  const base = 6 + 14 * expensiveShare(account) + Math.min(10, 100 * engagement.avgEngagementRate);
  const cpm = (spread: number): number => cents(base * factor * spread);
  const cost = (spread: number): number => cents((cpm(spread) * views.avg) / 1000);
  return {
    cpmLow: cpm(0.75),
    cpmRaw: cpm(1),
    cpmHigh: cpm(1.25),
    priceLow: cost(0.75),
    priceRaw: cost(1),
    priceHigh: cost(1.25),
  };
}

const expensive = new Set('USA CAN GBR IRL AUS NZL DEU AUT CHE NLD SWE NOR DNK FIN'.split(' '));

const expensiveShare = (account: TubeAccount): number =>
  (account.audience?.locations ?? []).reduce(
    (sum, { country, share }) => sum + (expensive.has(country) ? share : 0),
    0,
  );
