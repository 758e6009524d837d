import { dateOf } from '../core/clock.ts';
import { type Millicredits, maxCredits, toCredits } from '../core/credits.ts';
import { dayMs, formatDuration } from '../core/durations.ts';
import { type DatedPrices, datedPrices } from '../core/prices.ts';
import type { Report } from '../report/model.ts';
import type { Forecast, ForecastPrices } from './forecast-model.ts';
import { type PricePeriod, periodAt, pricePeriods, type TrimSavings } from './price-periods.ts';
import { wastedCredits } from './run-pattern.ts';
import type { DayRuns } from './runs-by-day.ts';
import { type DatedPattern, runsBefore, type SimulatedTerms, type Simulation, simulate } from './simulate.ts';

/** Foretells what more runs like that of a report cost. @param trimmed replaces the report's own guess of that saving */
export function forecast(
  report: Report,
  days: readonly DayRuns[],
  terms: Required<Pick<SimulatedTerms, 'plan' | 'purchased' | 'cycleMs'>> & Pick<SimulatedTerms, 'limit'>,
  { trimmed, prices = datedPrices() }: { trimmed?: TrimSavings | undefined; prices?: DatedPrices } = {},
): Forecast {
  const periods = pricePeriods(report, trimmed, prices);
  const proposals = periods.map(({ at, proposed }) => ({ at, pattern: proposed }));
  const found = simulate(periods, days, terms);
  const cycle = runsOfFirstCycle(days, terms.cycleMs, periods);
  const first = periodAt(periods, firstRunAt(days) ?? days[0]?.at ?? 0);
  const inCycle = (creditsOf: (period: PricePeriod) => Millicredits) =>
    toCredits(periods.reduce((sum, period, index) => sum + creditsOf(period) * (cycle[index] ?? 0), 0));
  return {
    version: report.version,
    from: dateOf(days[0]?.at ?? 0),
    cycle: formatDuration(terms.cycleMs),
    plan: toCredits(terms.plan),
    purchased: toCredits(terms.purchased),
    limit: terms.limit === undefined ? null : toCredits(terms.limit),
    creditsPerRun: toCredits(first.pattern.credits),
    creditsPerCycle: inCycle(({ pattern }) => pattern.credits),
    ...(periods.length > 1 && { prices: shownPeriods(periods, days) }),
    days: found.days.map(({ at, runs, credits, available, refused }) => ({
      date: dateOf(at),
      runs,
      credits: toCredits(credits),
      available: toCredits(available),
      refused,
    })),
    exhaustedOn: exhaustedOn(found),
    smallestPlan: smallestPlan(periods, days, terms),
    renewals: found.renewals.map(({ at, credits }) => ({
      at: new Date(at).toISOString(),
      credits: toCredits(credits),
    })),
    waste: wastedCredits(first.report).map(({ rule }) => ({
      rule,
      creditsPerCycle: inCycle(
        ({ report: priced }) => wastedCredits(priced).find((each) => each.rule === rule)?.credits ?? 0,
      ),
    })),
    proposed: {
      creditsPerRun: toCredits(first.proposed.credits),
      creditsPerCycle: inCycle(({ proposed }) => proposed.credits),
      smallestPlan: smallestPlan(proposals, days, terms),
      exhaustedOn: exhaustedOn(simulate(proposals, days, terms)),
    },
  };
}

/** The periods in which days of the forecast lie. */
function shownPeriods(periods: readonly PricePeriod[], days: readonly DayRuns[]): ForecastPrices[] {
  const [from, until] = [days[0]?.at ?? 0, (days.at(-1)?.at ?? 0) + dayMs];
  return periods
    .filter(({ at }, index) => at < until && (periods[index + 1]?.at ?? until) > from)
    .map(({ from: begins, pattern, inProportion }) => ({
      from: begins,
      creditsPerRun: toCredits(pattern.credits),
      ...(inProportion.length > 0 && { inProportion: [...inProportion] }),
    }));
}

function exhaustedOn({ days }: Simulation): string | null {
  const day = days.find(({ refused }) => refused > 0);
  return day ? dateOf(day.at) : null;
}

const firstRunAt = (days: readonly DayRuns[]): number | undefined => days.find(({ runs }) => runs > 0)?.at;

/** The runs of the first cycle in each period. A cycle begins with its first run. */
function runsOfFirstCycle(
  days: readonly DayRuns[],
  cycleMs: number,
  periods: readonly PricePeriod[],
): number[] {
  const first = firstRunAt(days);
  if (first === undefined) return [];
  const cycleEnd = first + cycleMs;
  const bounds = periods.map(({ at }) => at);
  return periods.map((_, index) =>
    days.reduce((sum, day) => {
      const before = (instant: number) =>
        Math.min(Math.max(runsBefore(day, Math.min(instant, cycleEnd)), 0), day.runs);
      const begun = index === 0 ? 0 : before(bounds[index] ?? 0);
      return sum + before(bounds[index + 1] ?? cycleEnd) - begun;
    }, 0),
  );
}

/** Whole credits; null if a spend limit refuses calls under any plan, or the largest plan does not last. */
function smallestPlan(
  patterns: readonly DatedPattern[],
  days: readonly DayRuns[],
  terms: SimulatedTerms,
): number | null {
  const lasts = (credits: number) =>
    exhaustedOn(simulate(patterns, days, { ...terms, plan: credits * 1000 })) === null;
  const dearest = Math.max(...patterns.map(({ pattern }) => pattern.credits));
  const total = days.reduce((sum, { runs }) => sum + runs * dearest, 0);
  let enough = Math.min(Math.ceil(total / 1000), maxCredits);
  if (!lasts(enough)) return null;
  let tooLittle = -1;
  while (enough - tooLittle > 1) {
    const middle = Math.floor((enough + tooLittle) / 2);
    if (lasts(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}
