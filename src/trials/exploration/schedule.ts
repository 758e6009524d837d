import { UsageError } from '../../core/errors.ts';
import { nearestHint } from '../../core/nearest.ts';
import { type CallId, callText } from './call.ts';
import { isOutcomeName, type OutcomeName, outcomeNames, outcomeOf } from './outcomes.ts';

/** One outcome at one call. */
export interface ScheduledFault {
  readonly call: CallId;
  readonly outcome: OutcomeName;
}

/** The faults of a run, in the order of their calls; empty = none. */
export type FaultSchedule = readonly ScheduledFault[];

/** `reply-lost@clip/profile uniqueId=sample.creator#1` */
export const faultText = ({ outcome, call }: ScheduledFault): string => `${outcome}@${callText(call)}`;

/** Names a schedule. */
export const scheduleText = (schedule: FaultSchedule): string => schedule.map(faultText).join(' + ');

/** @throws UsageError */
export function parseFault(text: string): ScheduledFault {
  const parts = /^([^@]+)@([^ #]+)(?: (.+))?#([1-9]\d{0,5})$/s.exec(text);
  if (!parts)
    throw new UsageError(
      `--schedule: give outcome@call, such as "503@clip/profile uniqueId=sample.creator#1", not "${text}".`,
    );
  const [outcome, operation, subject = '', occurrence] = parts.slice(1) as [string, string, string?, string?];
  return {
    outcome: outcomeNamed('--schedule', outcome),
    call: { operation, subject, occurrence: Number(occurrence) },
  };
}

/** @throws UsageError if there is no such outcome */
export function outcomeNamed(flag: string, name: string): OutcomeName {
  if (isOutcomeName(name)) return name;
  throw new UsageError(`${flag}: there is no outcome "${name}"${nearestHint(name, outcomeNames)}.`);
}

/** A schedule in words. */
export const scheduleInWords = (schedule: FaultSchedule): string =>
  schedule.map(({ call, outcome }) => `${callInWords(call)} ${outcomeOf(outcome).changes}`).join(', and ');

function callInWords({ operation, subject, occurrence }: CallId): string {
  const about = subject === '' ? operation : `${operation} (${subject})`;
  return occurrence === 1 ? about : `call ${occurrence} of ${about}`;
}
