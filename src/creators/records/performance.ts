import { dayMs } from '../../core/durations.ts';
import { growth } from '../../core/statistics.ts';
import { type Account, epochAt } from '../world/account.ts';
import { existedOn, postedOn, type Timeline } from '../world/timeline.ts';
import { change, count, object, record } from './atoms.ts';

/** Performance of recent contents. Its averages exclude the last 4 days (observed), its counts do not. */

export const ContentCountByDays = record(
  'ContentCountByDays',
  'Contents published in a span that ends now, the newest included.',
  {
    '7d': count('Contents of the last 7 days.'),
    '30d': count('Contents of the last 30 days.'),
    '90d': count('Contents of the last 90 days.'),
  },
);

const rateChange = change('Growth of avgEngagementRate. 4 decimals.');
const RateGrowth = object('Growth over a span of days; 0 for a younger account.', {
  engagementRate: rateChange,
});
const ViewsGrowth = object('Growth over a span of days; 0 for a younger account.', {
  avgViews: change('Growth of the average views. 4 decimals.'),
  engagementRate: rateChange,
});
export const RateGrowths = record('RateGrowths', 'Growth of the recent block.', {
  g7: RateGrowth,
  g30: RateGrowth,
  g90: RateGrowth,
});
export const ViewsGrowths = record('ViewsGrowths', 'Growth of the recent block.', {
  g7: ViewsGrowth,
  g30: ViewsGrowth,
  g90: ViewsGrowth,
});

/** Counts all contents of the last `days` days (assumed: counts-whole). */
export function publishedWithin(line: Timeline, days: number): number {
  let found = 0;
  for (const { publishedAt } of postedOn(line, 0)) {
    if (publishedAt < epochAt - days * dayMs) break;
    found++;
  }
  return found;
}

export const contentCountByDays = (line: Timeline) => ({
  '7d': publishedWithin(line, 7),
  '30d': publishedWithin(line, 30),
  '90d': publishedWithin(line, 90),
});

interface RatedBlock {
  engagement: { avgEngagementRate: number };
}
interface ViewedBlock extends RatedBlock {
  views: { avg: number };
}

const spans = (account: Account, days: number): number => (existedOn(account, days) ? days : 0);

export function rateGrowths(account: Account, blockOn: (daysAgo: number) => RatedBlock) {
  const now = blockOn(0);
  const over = (days: number) => rateGrowth(now, blockOn(spans(account, days)));
  return { g7: over(7), g30: over(30), g90: over(90) };
}

export function viewsGrowths(account: Account, blockOn: (daysAgo: number) => ViewedBlock) {
  const now = blockOn(0);
  const over = (days: number) => {
    const then = blockOn(spans(account, days));
    return { avgViews: growth(now.views.avg, then.views.avg), ...rateGrowth(now, then) };
  };
  return { g7: over(7), g30: over(30), g90: over(90) };
}

const rateGrowth = (now: RatedBlock, then: RatedBlock) => ({
  engagementRate: growth(now.engagement.avgEngagementRate, then.engagement.avgEngagementRate),
});
