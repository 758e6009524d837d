import { formatCallSite } from '../../core/call-site.ts';
import { callText, type ObservedCall, type ObservedRun } from './call.ts';
import { type OutcomeName, outcomeOf } from './outcomes.ts';
import type { ScheduledFault } from './schedule.ts';

/** A fault that may have a run, and the one that it equals. */
export interface Candidate {
  readonly fault: ScheduledFault;
  /** Another fault shows the same, because its call came after the same kinds of calls. */
  readonly like?: ScheduledFault;
}

export interface CandidateOptions {
  readonly outcomes: readonly OutcomeName[];
  /** undefined = all */
  readonly operations: readonly string[] | undefined;
}

/** The single faults of a run, call by call, the mildest first. */
export function singleFaults({ calls }: ObservedRun, options: CandidateOptions): Candidate[] {
  const first = new Map<string, ObservedCall>();
  const before = new Set<string>();
  return calls.flatMap((call) => {
    const kind = kindOf(call);
    const place = `${kind} after ${[...before].sort().join('; ')}`;
    const representative = first.get(place);
    if (!representative) first.set(place, call);
    before.add(kind);
    return faultsAt(call, options).map((fault) => ({
      fault,
      ...(representative && { like: { ...fault, call: idOf(representative) } }),
    }));
  });
}

/** The faults that may happen to a call. */
export const faultsAt = (call: ObservedCall, { outcomes, operations }: CandidateOptions): ScheduledFault[] =>
  operations?.includes(call.operation) === false
    ? []
    : outcomes
        .filter((outcome) =>
          outcomeOf(outcome).concerns({ ...call, hasPageBefore: call.hasPageBefore === true }),
        )
        .map((outcome) => ({ outcome, call: idOf(call) }));

export const idOf = ({ operation, subject, occurrence }: ObservedCall): ScheduledFault['call'] => ({
  operation,
  subject,
  occurrence,
});

/** Calls of a kind are those of one line of a client, as far as the service can tell. */
const kindOf = ({
  operation,
  shape,
  credits,
  isDelivered,
  hasPageBefore,
  occurrence,
  callSite,
}: ObservedCall): string =>
  [
    ...[operation, shape, credits, isDelivered, hasPageBefore === true, Math.min(occurrence, 2)],
    callSite ? formatCallSite(callSite) : '',
  ].join(' ');

/** Where a call stands in a run; -1 if it did not come. */
export const indexOf = ({ calls }: ObservedRun, { call }: ScheduledFault): number =>
  calls.findIndex((each) => callText(each) === callText(call));

/** The calls after that of a fault. */
export function callsAfter(run: ObservedRun, fault: ScheduledFault): readonly ObservedCall[] {
  const index = indexOf(run, fault);
  return index < 0 ? [] : run.calls.slice(index + 1);
}

/**
 * What a client did after a fault: two faults with equal texts leave it in the same state, as far as calls can tell. What
 * the fault itself cost is no part of it, since the client does not see that.
 */
export function behaviourAfter(run: ObservedRun, fault: ScheduledFault): string {
  return run.calls
    .slice(indexOf(run, fault))
    .map(
      (call, at) => `${callText(call)}${at === 0 ? '' : ` ${call.isDelivered} ${call.credits} ${call.code}`}`,
    )
    .concat(`${run.passed}`)
    .join('\n');
}

/**
 * The calls with which a client makes a fault good, and those after them, which are those of the run without faults. A
 * client that gives up has no rest.
 */
export function splitRecovery(
  run: ObservedRun,
  clean: ObservedRun,
  fault: ScheduledFault,
): { readonly recovery: readonly ObservedCall[]; readonly rest: readonly ObservedCall[] } {
  const after = callsAfter(run, fault);
  const usual = callsAfter(clean, fault).map(callText);
  const start = after.length - usual.length;
  const isUsual = start >= 0 && after.slice(start).every((call, at) => callText(call) === usual[at]);
  return isUsual && indexOf(clean, fault) >= 0
    ? { recovery: after.slice(0, start), rest: after.slice(start) }
    : { recovery: after, rest: [] };
}

/**
 * The run of a longer schedule, as far as it follows from others: up to its fault that of `before`, from there on that of
 * a twin, whose fault was followed by the same.
 */
export function followingFrom(
  before: { readonly run: ObservedRun; readonly fault: ScheduledFault },
  twin: { readonly run: ObservedRun; readonly fault: ScheduledFault },
): ObservedRun {
  return {
    ...twin.run,
    calls: [
      ...before.run.calls.slice(0, indexOf(before.run, before.fault) + 1),
      ...callsAfter(twin.run, twin.fault),
    ],
  };
}
