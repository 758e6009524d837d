import { type CallSite, formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { type Millicredits, thousandthsOf, toCredits } from '../core/credits.ts';
import { type WasteRuleName, wasteRuleNames, wasteRules } from '../report/client-rules.ts';
import type { Problems } from '../report/formats/sarif.ts';
import type { Report } from '../report/model.ts';
import type { Bill } from './bill.ts';

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

/** Proposals as notes for formats of static analysis. */
export const proposalsAsProblems = (
  { version, credits, calls }: Pick<Bill, 'version' | 'credits' | 'calls'>,
  proposals: readonly Proposal[],
): Problems => ({
  version,
  rules: [
    ...wasteRuleNames.map((id) => ({
      id,
      sentence: wasteRules[id],
      help: `At this line, ${changes[id]}.`,
      level: 'note' as const,
    })),
    {
      id: 'fields',
      sentence: 'The command passes with fewer fields, which cost less (contract 4.3).',
      help: 'Send the proposed `fields` at this line, if your program needs no more than its tests read.',
      level: 'note',
    },
  ],
  problems: proposals.map(({ rule, operation, callSite, sentence }) => ({
    rule,
    // Lines move, and a proposal stays the same one.
    subject: `${operation} ${callSite ? (callSite.function ?? callSite.file) : ''}`,
    ...(callSite && { callSite }),
    sentence,
    places: [operation],
    count: 1,
  })),
  figures: { credits, calls },
});

const savingOf = (saved: Millicredits, runsPerDay: number | undefined): string =>
  `${formatCount(toCredits(saved), 'credit')} in each run${runsPerDay === undefined ? '' : `, ${formatCount(perMonth(saved, runsPerDay), 'credit')} in ${monthDays} days`}`;

const perMonth = (saved: Millicredits, runsPerDay: number): number =>
  toCredits(Math.round(saved * runsPerDay * monthDays));
