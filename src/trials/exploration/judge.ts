import { formatCount } from '../../core/count.ts';
import type { ObservedCall, ObservedRun } from './call.ts';
import { type OutcomeName, outcomeOf } from './outcomes.ts';
import { type FaultSchedule, operationIn } from './schedule.ts';
import type { Symptom } from './symptoms.ts';

export interface JudgeOptions {
  /** The faults once that a command must pass. */
  readonly mustSurvive: readonly OutcomeName[];
}

/** The faults that the contract says to retry. */
export const usuallySurvived: readonly OutcomeName[] = ['503', '429', '500'];

/** Client rules that say the same as another kind, or that a fault itself seems to break. */
const otherRules: readonly string[] = [
  'billed-failure-again',
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
    const again = paid.slice(Math.max(1, before.get(subject)?.length ?? 0));
    const credits = sumOfCredits(again);
    return again.slice(0, 1).map(({ operation: about }) => ({
      ...{ kind: 'paid-twice' as const, about, credits },
      detail: `${subject} had been delivered, and cost ${creditsText(credits)} more`,
    }));
  });
}

const paidBySubject = (calls: readonly ObservedCall[]): ReadonlyMap<string, readonly ObservedCall[]> =>
  Map.groupBy(
    calls.filter(({ isDelivered, credits }) => isDelivered && credits > 0),
    ({ subject }) => subject,
  );

/** Charged, not delivered, and not asked for again. */
const paidForNothing = ({ calls }: ObservedRun): Symptom[] =>
  calls
    .filter((call, index) => isLost(call) && !isAskedAgain(calls, call, index))
    .map(({ operation: about, subject, credits }) => ({
      ...{ kind: 'paid-for-nothing', about, credits },
      detail: `${subject} cost ${creditsText(credits)}, and its reply was not asked for again`,
    }));

const isLost = ({ credits, isDelivered }: ObservedCall): boolean => credits > 0 && !isDelivered;

const isAskedAgain = (calls: readonly ObservedCall[], call: ObservedCall, index: number): boolean =>
  calls.some(({ subject }, at) => at > index && subject === call.subject);

/** Beyond the run without faults, one payment for each reply that was lost, and what `paid-twice` has. */
function overspent(run: ObservedRun, clean: ObservedRun): Symptom[] {
  const lost = sumOfCredits(run.calls.filter(isLost));
  const twice = sumOfCredits(paidTwice(run, clean));
  const [spent, usual] = [sumOfCredits(run.calls), sumOfCredits(clean.calls)];
  const credits = rounded(spent - usual - lost - twice);
  if (credits <= 0) return [];
  const expected = new Set(clean.calls.map(({ subject }) => subject));
  const more = run.calls.find((call) => call.credits > 0 && !expected.has(call.subject));
  const detail = `it spent ${creditsText(spent)}, without faults ${creditsText(usual)}`;
  return [{ kind: 'overspent', about: more?.operation ?? '', detail, credits }];
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
  if (!schedule.some(({ outcome }) => outcomeOf(outcome).isOnward)) return [];
  if (!run.brokenRules.includes(hammering) || clean.brokenRules.includes(hammering)) return [];
  const again = run.calls.find(
    (call, index) => call.outcome !== undefined && isAskedAgain(run.calls, call, index),
  );
  const detail = `${again?.subject ?? 'a request'} was sent again and again without growing waits`;
  return [{ kind: 'hammered', about: again?.operation ?? '', detail, credits: 0 }];
}

/** A failed call is made good by the same call, or by another one that the run without faults does not have. */
function swallowed(run: ObservedRun, clean: ObservedRun): Symptom[] {
  if (!run.passed) return [];
  const usual = new Set(clean.calls.map(({ subject }) => subject));
  const delivered = new Set(
    clean.calls.filter(({ isDelivered }) => isDelivered).map(({ subject }) => subject),
  );
  const isMadeGood = ({ subject }: ObservedCall, index: number) =>
    run.calls
      .slice(index)
      .some((each) => each.isDelivered && (each.subject === subject || !usual.has(each.subject)));
  const failed = run.calls.find(
    (call, index) =>
      !call.isDelivered &&
      call.outcome !== undefined &&
      (delivered.has(call.subject) || !usual.has(call.subject)) &&
      !isMadeGood(call, index),
  );
  if (!failed) return [];
  const detail = `${failed.subject} failed and was never made good, and the exit code is 0`;
  return [{ kind: 'swallowed', about: failed.operation, detail, credits: 0 }];
}

function crashed(run: ObservedRun, schedule: FaultSchedule, mustSurvive: readonly OutcomeName[]): Symptom[] {
  if (run.passed || run.timedOut || run.isUnbounded) return [];
  const [first] = schedule;
  if (
    !first ||
    !schedule.every(({ outcome }) => mustSurvive.includes(outcome) && !outcomeOf(outcome).isOnward)
  )
    return [];
  const subject = first.call.slice(0, first.call.lastIndexOf('#'));
  const detail = `it failed after ${subject}, which would have succeeded the next time`;
  return [{ kind: 'crashed', about: operationIn(first.call), detail, credits: 0 }];
}

const brokenRules = (run: ObservedRun, clean: ObservedRun): Symptom[] =>
  run.brokenRules
    .filter((rule) => !clean.brokenRules.includes(rule) && !otherRules.includes(rule))
    .map((rule) => ({ kind: 'rule', about: rule, detail: `it broke the client rule ${rule}`, credits: 0 }));

export const sumOfCredits = (calls: readonly { readonly credits: number }[]): number =>
  rounded(calls.reduce((sum, { credits }) => sum + credits, 0));

const rounded = (credits: number): number => Math.round(credits * 1000) / 1000;

const creditsText = (credits: number): string => formatCount(credits, 'credit');
