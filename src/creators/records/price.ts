import type { Static } from '@sinclair/typebox';
import { halfUp } from '../../core/statistics.ts';
import type { TubeAccount } from '../world/account.ts';
import type { Timeline } from '../world/timeline.ts';
import { dollars, record } from './atoms.ts';
import { tubeRecentOn } from './recent-blocks.ts';

/**
 * The estimated price of a sponsored video or short. No formula is public; this one is ours (assumed:
 * tube-prices): the usual price per thousand views in the niche, which rises with engagement and with the share of the
 * audience in countries with expensive advertising, times the recent average views. The estimate is the wider, the more
 * the views vary.
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

/** A short costs about half of a video per thousand views. */
export const shortsPrice = (account: TubeAccount, line: Timeline): TubePrice =>
  price(account, line, 'short', 0.55);

/** Dollars rounded to cents, half up. */
export const cents = (amount: number): number => halfUp(amount * 100) / 100;

/** Published prices of a thousand views of a sponsored video for an audience in the United States (docs/world.md). */
interface UsualPrice {
  low: number;
  usual: number;
  high: number;
}

const middling: UsualPrice = { low: 20, usual: 22.5, high: 25 };
const entertainment: UsualPrice = { low: 15, usual: 17.5, high: 20 };
const usualPrices: ReadonlyMap<string, UsualPrice> = new Map([
  ['finance', { low: 30, usual: 35, high: 50 }],
  ['tech', { low: 25, usual: 30, high: 40 }],
  ['fitness', { low: 22, usual: 28, high: 38 }],
  ['beauty', { low: 20, usual: 25, high: 35 }],
  ['gaming', entertainment],
  ['comedy', entertainment],
  ['music', entertainment],
  ['dance', entertainment],
]);

/** The usual price in the first niche, or topic, that has one of its own. */
function usualPrice({ niches, topics }: TubeAccount): UsualPrice {
  for (const id of [...niches, ...topics]) {
    const found = usualPrices.get(id.split('_')[1] ?? '');
    if (found) return found;
  }
  return middling;
}

/** Audiences elsewhere are worth two fifths of those in countries with expensive advertising. */
const elsewhere = 0.4;

function price(account: TubeAccount, line: Timeline, kind: 'video' | 'short', factor: number): TubePrice {
  const { views, engagement } = tubeRecentOn(account, line, 0, kind);
  const { low, usual, high } = usualPrice(account);
  const base =
    usual *
    factor *
    (elsewhere + (1 - elsewhere) * expensiveShare(account)) *
    (1 + Math.min(0.3, 5 * engagement.avgEngagementRate));
  const doubt = views.median === 0 ? 1 : Math.max(0.5, Math.min(2, views.iqr / views.median));
  const cpm = (bound: number): number => cents(base * (1 + doubt * (bound / usual - 1)));
  const cost = (bound: number): number => cents((cpm(bound) * views.avg) / 1000);
  return {
    cpmLow: cpm(low),
    cpmRaw: cpm(usual),
    cpmHigh: cpm(high),
    priceLow: cost(low),
    priceRaw: cost(usual),
    priceHigh: cost(high),
  };
}

const expensive = new Set('USA CAN GBR IRL AUS NZL DEU AUT CHE NLD SWE NOR DNK FIN'.split(' '));

const expensiveShare = (account: TubeAccount): number =>
  (account.audience?.locations ?? []).reduce(
    (sum, { country, share }) => sum + (expensive.has(country) ? share : 0),
    0,
  );
