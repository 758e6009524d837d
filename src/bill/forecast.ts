import { dateOf } from '../core/clock.ts';
import { type Millicredits, maxCredits, toCredits } from '../core/credits.ts';
import { dayMs, formatDuration } from '../core/durations.ts';
import { type DatedPrices, datedPrices } from '../core/prices.ts';
import type { Report } from '../report/model.ts';
import type { Forecast, ForecastPrices } from './forecast-model.ts';
import { type PricePeriod, periodAt, pricePeriods, type TrimSavings } from './price-periods.ts';
import { type WastedCredits, wastedCredits } from './run-pattern.ts';
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
  const [firstDay] = days as [DayRuns];
  const { at: firstRunAt } = days.find(({ runs }) => runs > 0) ?? firstDay;
  const cycle = runsInPeriods(days, firstRunAt + terms.cycleMs, periods);
  const first = periodAt(periods, firstRunAt);
  const inCycle = (creditsOf: (period: PricePeriod) => Millicredits) =>
    toCredits(periods.reduce((sum, period, index) => sum + creditsOf(period) * (cycle[index] as number), 0));
  return {
    version: report.version,
    from: dateOf(firstDay.at),
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
        ({ report: priced }) =>
          (wastedCredits(priced).find((each) => each.rule === rule) as WastedCredits).credits,
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
  const [first, last] = [days[0], days.at(-1)] as [DayRuns, DayRuns];
  const until = last.at + dayMs;
  return periods
    .filter(({ at }, index) => at < until && (periods[index + 1]?.at ?? until) > first.at)
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

/** The runs in each period until the end of the first cycle, which begins with the first run. */
function runsInPeriods(
  days: readonly DayRuns[],
  cycleEnd: number,
  periods: readonly PricePeriod[],
): number[] {
  const until = (day: DayRuns, instant: number) =>
    Math.min(runsBefore(day, Math.max(day.at, Math.min(instant, cycleEnd))), day.runs);
  return periods.map(({ at }, index) => {
    const end = periods[index + 1]?.at ?? cycleEnd;
    return days.reduce((sum, day) => sum + until(day, end) - until(day, at), 0);
  });
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
