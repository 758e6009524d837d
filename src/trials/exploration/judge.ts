import { compareTexts } from '../../core/order.ts';
import { type ObservedCall, type ObservedRun, subjectOf } from './call.ts';
import { type FindingKind, kindNames } from './kinds.ts';
import { type OutcomeName, outcomeOf } from './outcomes.ts';
import type { FaultSchedule, ScheduledFault } from './schedule.ts';

/** What a run shows. */
export interface Symptom {
  readonly kind: FindingKind;
  /** The rule of `rule`; otherwise the operation that it is about, or empty. */
  readonly about: string;
  /** What went wrong, in a sentence without its full stop. */
  readonly detail: string;
  /** Too much of them; 0 where credits are not the point. */
  readonly credits: number;
}

export interface JudgeOptions {
  /** The faults once that a command must pass. */
  readonly mustSurvive: readonly OutcomeName[];
}

/** The faults that the contract says to retry. */
export const usuallySurvived: readonly OutcomeName[] = ['503', '429', '500'];

/** Client rules that say the same as another kind, or that a fault itself seems to break. */
const otherRules: readonly string[] = [
  'retry-without-backoff',
  'no-retry-after-503',
  'left-before-result',
  'left-after-charge',
];

/**
 * Judges a run by what was charged and what was delivered.
 * @param clean the run without faults
 */
export function judgeRun(
  run: ObservedRun,
  clean: ObservedRun,
  schedule: FaultSchedule,
  { mustSurvive }: JudgeOptions,
): readonly Symptom[] {
  const found = [
    ...paidTwice(run, clean),
    ...paidForNothing(run),
    ...overspent(run, clean),
    ...unbounded(run),
    ...hammered(run, clean, schedule),
    ...swallowed(run, clean),
    ...crashed(run, schedule, mustSurvive),
  ];
  return found.length > 0 ? found : brokenRules(run, clean);
}

/** More payments of delivered replies than without faults; the first one of a new call is none. */
function paidTwice(run: ObservedRun, clean: ObservedRun): Symptom[] {
  const before = paidBySubject(clean.calls);
  return [...paidBySubject(run.calls)].flatMap(([subject, paid]) => {
    const [first] = paid as [ObservedCall];
    const allowed = Math.max(1, before.get(subject)?.length ?? 0);
    const again = paid.slice(allowed);
    if (again.length === 0) return [];
    const credits = sumOfCredits(again);
    return [
      {
        kind: 'paid-twice' as const,
        about: first.operation,
        detail: `${subject} had been delivered, and cost ${creditsText(credits)} more`,
        credits,
      },
    ];
  });
}

const paidBySubject = (calls: readonly ObservedCall[]): ReadonlyMap<string, readonly ObservedCall[]> =>
  Map.groupBy(
    calls.filter(({ isDelivered, credits }) => isDelivered && credits > 0),
    subjectOf,
  );

/** Charged, not delivered, and not asked for again. */
function paidForNothing({ calls }: ObservedRun): Symptom[] {
  return calls.flatMap((call, index) =>
    isLost(call) && !isAskedAgain(calls, call, index)
      ? [
          {
            kind: 'paid-for-nothing' as const,
            about: call.operation,
            detail: `${subjectOf(call)} cost ${creditsText(call.credits)}, and its reply was not asked for again`,
            credits: call.credits,
          },
        ]
      : [],
  );
}

const isLost = ({ credits, isDelivered }: ObservedCall): boolean => credits > 0 && !isDelivered;

const isAskedAgain = (calls: readonly ObservedCall[], call: ObservedCall, index: number): boolean =>
  calls.some((each, at) => at > index && subjectOf(each) === subjectOf(call));

/** Beyond the run without faults, one payment for each reply that was lost, and what `paid-twice` has. */
function overspent(run: ObservedRun, clean: ObservedRun): Symptom[] {
  const lost = sumOfCredits(run.calls.filter(isLost));
  const twice = paidTwice(run, clean).reduce((sum, { credits }) => sum + credits, 0);
  const credits = rounded(sumOfCredits(run.calls) - sumOfCredits(clean.calls) - lost - twice);
  if (credits <= 0) return [];
  const expected = new Set(clean.calls.map(subjectOf));
  const more = run.calls.find((call) => call.credits > 0 && !expected.has(subjectOf(call)));
  return [
    {
      kind: 'overspent',
      about: more?.operation ?? '',
      detail: `it spent ${creditsText(sumOfCredits(run.calls))}, without faults ${creditsText(sumOfCredits(clean.calls))}`,
      credits,
    },
  ];
}

function unbounded({ isUnbounded, timedOut, calls }: ObservedRun): Symptom[] {
  if (!isUnbounded && !timedOut) return [];
  const about = calls.at(-1)?.operation ?? '';
  const detail = isUnbounded
    ? `it called ${calls.length} times, and was ended`
    : `it was still running when its time was over, after ${calls.length} calls`;
  return [{ kind: 'unbounded', about, detail, credits: 0 }];
}

const hammering = 'retry-without-backoff';

/** A few retries tell nothing about waits: it takes an outcome that stays. */
function hammered(run: ObservedRun, clean: ObservedRun, schedule: FaultSchedule): Symptom[] {
  if (!schedule.some(({ outcome }) => outcomeOf(outcome).reach === 'onward')) return [];
  if (!run.brokenRules.includes(hammering) || clean.brokenRules.includes(hammering)) return [];
  const again = run.calls.find(
    (call, index) => call.outcome !== undefined && isAskedAgain(run.calls, call, index),
  );
  return [
    {
      kind: 'hammered',
      about: again?.operation ?? '',
      detail: `${again ? subjectOf(again) : 'a request'} was sent again and again without growing waits`,
      credits: 0,
    },
  ];
}

/** A failed call is made good by the same call, or by another one that the run without faults does not have. */
function swallowed(run: ObservedRun, clean: ObservedRun): Symptom[] {
  if (!run.passed) return [];
  const usual = new Set(clean.calls.map(subjectOf));
  const neverDelivered = new Set(
    [...Map.groupBy(clean.calls, subjectOf)].flatMap(([subject, calls]) =>
      calls.some(({ isDelivered }) => isDelivered) ? [] : [subject],
    ),
  );
  const failed = run.calls.find(
    (call, index) =>
      !call.isDelivered &&
      call.outcome !== undefined &&
      !neverDelivered.has(subjectOf(call)) &&
      !run.calls
        .slice(index)
        .some(
          (each) => each.isDelivered && (subjectOf(each) === subjectOf(call) || !usual.has(subjectOf(each))),
        ),
  );
  if (!failed) return [];
  const detail = `${subjectOf(failed)} failed and was never made good, and the exit code is 0`;
  return [{ kind: 'swallowed', about: failed.operation, detail, credits: 0 }];
}

function crashed(run: ObservedRun, schedule: FaultSchedule, mustSurvive: readonly OutcomeName[]): Symptom[] {
  if (run.passed || run.timedOut || run.isUnbounded) return [];
  if (!schedule.every(({ outcome }) => mustSurvive.includes(outcome) && outcomeOf(outcome).reach === 'once'))
    return [];
  const [first] = schedule as [ScheduledFault];
  return [
    {
      kind: 'crashed',
      about: first.call.operation,
      detail: `it failed after ${subjectOf(first.call)}, which would have succeeded the next time`,
      credits: 0,
    },
  ];
}

function brokenRules(run: ObservedRun, clean: ObservedRun): Symptom[] {
  return run.brokenRules
    .filter((rule) => !clean.brokenRules.includes(rule) && !otherRules.includes(rule))
    .map((rule) => ({
      kind: 'rule' as const,
      about: rule,
      detail: `it broke the client rule ${rule}`,
      credits: 0,
    }));
}

export const symptomName = ({ kind, about }: Symptom): string => `${kind} ${about}`;

/** By kind, then by what it is about. */
export const compareSymptoms = (one: Symptom, other: Symptom): number =>
  kindNames.indexOf(one.kind) - kindNames.indexOf(other.kind) || compareTexts(one.about, other.about);

export const sumOfCredits = (calls: readonly { readonly credits: number }[]): number =>
  rounded(calls.reduce((sum, { credits }) => sum + credits, 0));

const rounded = (credits: number): number => Math.round(credits * 1000) / 1000;

const creditsText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
