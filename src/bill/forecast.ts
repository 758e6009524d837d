import { dateOf } from '../core/clock.ts';
import { type Millicredits, toCredits } from '../core/credits.ts';
import { dayMs, formatDuration } from '../core/durations.ts';
import type { WasteRuleName } from '../report/client-rules.ts';
import type { Report } from '../report/model.ts';
import { addSavings, type RunPattern, runPatternOf, savedByMending, wastedCredits } from './run-pattern.ts';
import type { DayRuns } from './runs-by-day.ts';
import { type SimulatedTerms, type Simulation, simulate } from './simulate.ts';

/** Amounts are credits, dates are UTC. */
export interface Forecast {
  readonly version: string;
  readonly from: string;
  readonly cycle: string;
  readonly plan: number;
  readonly purchased: number;
  /** Spend limit of the key; null without one. */
  readonly limit: number | null;
  readonly creditsPerRun: number;
  /** Of the runs that begin in the first cycle, whether or not the plan lasts. */
  readonly creditsPerCycle: number;
  readonly days: readonly ForecastDay[];
  /** The day of the first refusal; null if there is none. */
  readonly exhaustedOn: string | null;
  /** The smallest plan of whole credits with which no call is refused; null if the spend limit refuses one. */
  readonly smallestPlan: number | null;
  /** `credits` is the used part of the plan that comes back. */
  readonly renewals: readonly { readonly at: string; readonly credits: number }[];
  /** The dearest first. */
  readonly waste: readonly { readonly rule: WasteRuleName; readonly creditsPerCycle: number }[];
  /** Once the waste is mended, and the proposals of `trim` are taken. */
  readonly proposed: {
    readonly creditsPerRun: number;
    readonly creditsPerCycle: number;
    readonly smallestPlan: number | null;
    readonly exhaustedOn: string | null;
  };
}

export interface ForecastDay {
  readonly date: string;
  readonly runs: number;
  readonly credits: number;
  /** What calls can still spend at the end of the day. */
  readonly available: number;
  /** Calls that were refused. */
  readonly refused: number;
}

/** Credits that fewer `fields` save in a run, by operation: what `trim` found. */
export type TrimSavings = ReadonlyMap<string, Millicredits>;

/** Foretells what more runs like that of a report cost. @param trimmed replaces the report's own guess of that saving */
export function forecast(
  report: Report,
  days: readonly DayRuns[],
  terms: Required<Pick<SimulatedTerms, 'plan' | 'purchased' | 'cycleMs'>> & Pick<SimulatedTerms, 'limit'>,
  trimmed?: TrimSavings,
): Forecast {
  const pattern = runPatternOf(report);
  const mended = savedByMending(report, trimmed ? ['whole-record'] : []);
  const proposed = runPatternOf(report, trimmed ? addSavings(mended, trimmed) : mended);
  const found = simulate(pattern, days, terms);
  const cycleRuns = runsOfFirstCycle(days, terms.cycleMs);
  return {
    version: report.version,
    from: dateOf(days[0]?.at ?? 0),
    cycle: formatDuration(terms.cycleMs),
    plan: toCredits(terms.plan),
    purchased: toCredits(terms.purchased),
    limit: terms.limit === undefined ? null : toCredits(terms.limit),
    creditsPerRun: toCredits(pattern.credits),
    creditsPerCycle: toCredits(pattern.credits * cycleRuns),
    days: found.days.map(({ at, runs, credits, available, refused }) => ({
      date: dateOf(at),
      runs,
      credits: toCredits(credits),
      available: toCredits(available),
      refused,
    })),
    exhaustedOn: exhaustedOn(found),
    smallestPlan: smallestPlan(pattern, days, terms),
    renewals: found.renewals.map(({ at, credits }) => ({
      at: new Date(at).toISOString(),
      credits: toCredits(credits),
    })),
    waste: wastedCredits(report).map(({ rule, credits }) => ({
      rule,
      creditsPerCycle: toCredits(credits * cycleRuns),
    })),
    proposed: {
      creditsPerRun: toCredits(proposed.credits),
      creditsPerCycle: toCredits(proposed.credits * cycleRuns),
      smallestPlan: smallestPlan(proposed, days, terms),
      exhaustedOn: exhaustedOn(simulate(proposed, days, terms)),
    },
  };
}

function exhaustedOn({ days }: Simulation): string | null {
  const day = days.find(({ refused }) => refused > 0);
  return day ? dateOf(day.at) : null;
}

/** A cycle begins with its first run. */
function runsOfFirstCycle(days: readonly DayRuns[], cycleMs: number): number {
  const first = days.find(({ runs }) => runs > 0)?.at;
  if (first === undefined) return 0;
  return days.reduce((sum, { at, runs }) => {
    const share = Math.min(Math.max((first + cycleMs - at) / dayMs, 0), 1);
    return at < first ? sum : sum + Math.ceil(share * runs);
  }, 0);
}

/** Whole credits; null if a spend limit refuses calls under any plan. */
function smallestPlan(pattern: RunPattern, days: readonly DayRuns[], terms: SimulatedTerms): number | null {
  const lasts = (credits: number) =>
    exhaustedOn(simulate(pattern, days, { ...terms, plan: credits * 1000 })) === null;
  const total = days.reduce((sum, { runs }) => sum + runs * pattern.credits, 0);
  let enough = Math.ceil(total / 1000);
  if (!lasts(enough)) return null;
  let tooLittle = -1;
  while (enough - tooLittle > 1) {
    const middle = Math.floor((enough + tooLittle) / 2);
    if (lasts(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}
