import { UsageError } from '../../core/errors.ts';
import { nearestHint } from '../../core/nearest.ts';
import type { ObservedCall } from './call.ts';
import { isOutcomeName, type OutcomeName, outcomeNames, outcomeOf } from './outcomes.ts';

/** One outcome at one call. */
export interface ScheduledFault {
  /** `clip/profile uniqueId=sample.creator#1` */
  readonly call: string;
  readonly outcome: OutcomeName;
}

/** The faults of a run, in the order of their calls; empty = none. */
export type FaultSchedule = readonly ScheduledFault[];

/** `reply-lost@clip/profile uniqueId=sample.creator#1` */
export const faultText = ({ outcome, call }: ScheduledFault): string => `${outcome}@${call}`;

/** Names a schedule. */
export const scheduleText = (schedule: FaultSchedule): string => schedule.map(faultText).join(' + ');

const callPattern = /^([^ #@]+)(?: (.+))?#([1-9]\d{0,5})$/s;

/** @throws UsageError */
export function parseFault(text: string): ScheduledFault {
  const [, outcome = '', call = ''] = /^([^@]+)@(.*)$/s.exec(text) ?? [];
  if (!callPattern.test(call))
    throw new UsageError(
      `--schedule: give outcome@call, such as "503@clip/profile uniqueId=sample.creator#1", not "${text}".`,
    );
  return { outcome: outcomeNamed('--schedule', outcome), call };
}

/** @throws UsageError if there is no such outcome */
export function outcomeNamed(flag: string, name: string): OutcomeName {
  if (isOutcomeName(name)) return name;
  throw new UsageError(`${flag}: there is no outcome "${name}"${nearestHint(name, outcomeNames)}.`);
}

/** The fault that a run did not meet: its call did not come, or could not have this outcome. */
export const unmetFault = (
  schedule: FaultSchedule,
  calls: readonly ObservedCall[],
): ScheduledFault | undefined =>
  schedule.find(
    (fault) => !calls.some(({ call, outcome }) => call === fault.call && outcome === fault.outcome),
  );

/** A schedule in words. */
export const scheduleInWords = (schedule: FaultSchedule): string =>
  schedule.map(({ call, outcome }) => `${callInWords(call)} ${outcomeOf(outcome).changes}`).join(', and ');

function callInWords(call: string): string {
  const [, operation = call, parameters, occurrence] = callPattern.exec(call) ?? [];
  const about = parameters === undefined ? operation : `${operation} (${parameters})`;
  return occurrence === '1' ? about : `call ${occurrence} of ${about}`;
}

/** `clip/profile` */
export const operationIn = (call: string): string => callPattern.exec(call)?.[1] ?? call;
