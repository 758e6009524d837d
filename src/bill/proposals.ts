import { type CallSite, formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { type Millicredits, toCredits } from '../core/credits.ts';
import type { WasteRuleName } from '../report/client-rules.ts';
import type { Report } from '../report/model.ts';
import { thousandthsOf } from './run-pattern.ts';

/** A change of the client that saves credits. */
export interface Proposal {
  /** The waste that it mends, or `fields`, which `trim` found. */
  readonly rule: WasteRuleName | 'fields';
  readonly operation: string;
  readonly callSite?: CallSite;
  /** The change to make, at its line, and its savings. */
  readonly sentence: string;
  /** Credits. */
  readonly savesPerRun: number;
  /** In 30 days; absent where nobody said how many runs there are. */
  readonly savesPerMonth?: number;
}

/** Fewer fields with which a command passes, as `trim` found them. */
export interface TrimmedFields {
  readonly operation: string;
  readonly fields: unknown;
  readonly callSite?: CallSite;
  /** Credits of a run before and after. */
  readonly before: number;
  readonly after: number;
}

/** Days of a month. */
const monthDays = 30;

const changes = {
  'paid-again': 'keep the reply and use it again',
  'unused-page': 'stop after the last page from which a creator is used',
  'whole-record': 'ask for `fields` only',
  'asked-again-after-404': 'remember that the creator does not exist',
} as const satisfies Record<WasteRuleName, string>;

/**
 * One proposal for each waste and each call with fewer fields, the greatest saving first.
 * @param trimmed replaces the report's own guess of whole records
 */
export function proposalsOf(
  { waste }: Report,
  {
    trimmed,
    runsPerDay,
  }: { trimmed?: readonly TrimmedFields[] | undefined; runsPerDay?: number | undefined },
): Proposal[] {
  const ofWaste = waste
    .filter(({ rule }) => !(trimmed && rule === 'whole-record'))
    .map(({ rule, operation, callSite, credits }) => ({
      ...{ rule, operation, callSite, change: changes[rule], saved: thousandthsOf(credits) },
    }));
  const ofFields = (trimmed ?? []).map(({ operation, fields, callSite, before, after }) => ({
    ...{ rule: 'fields' as const, operation, callSite, change: `send \`fields\` ${JSON.stringify(fields)}` },
    saved: thousandthsOf(before) - thousandthsOf(after),
  }));
  return [...ofWaste, ...ofFields]
    .filter(({ saved }) => saved > 0)
    .sort((a, b) => b.saved - a.saved)
    .map(({ rule, operation, callSite, change, saved }) => ({
      rule,
      operation,
      ...(callSite && { callSite }),
      sentence: `${callSite ? `${formatCallSite(callSite)}: ` : ''}${operation}: ${change}. It saves ${savingOf(saved, runsPerDay)}.`,
      savesPerRun: toCredits(saved),
      ...(runsPerDay !== undefined && { savesPerMonth: perMonth(saved, runsPerDay) }),
    }));
}

const savingOf = (saved: Millicredits, runsPerDay: number | undefined): string =>
  `${formatCount(toCredits(saved), 'credit')} in each run${runsPerDay === undefined ? '' : `, ${formatCount(perMonth(saved, runsPerDay), 'credit')} in ${monthDays} days`}`;

const perMonth = (saved: Millicredits, runsPerDay: number): number =>
  toCredits(Math.round(saved * runsPerDay * monthDays));
