import { formatCallSite } from '../../core/call-site.ts';
import { indexOf, type ObservedCall, type ObservedRun } from './call.ts';
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
      ...(representative && { like: { ...fault, call: representative.call } }),
    }));
  });
}

/** The faults that may happen to a call. */
export const faultsAt = (call: ObservedCall, { outcomes, operations }: CandidateOptions): ScheduledFault[] =>
  operations?.includes(call.operation) === false
    ? []
    : outcomes
        .filter((outcome) => outcomeOf(outcome).touches?.(call) ?? true)
        .map((outcome) => ({ outcome, call: call.call }));

/** Calls of a kind are those of one line of a client, as far as the service can tell. */
const kindOf = ({ callSite, parameters, ...call }: ObservedCall): string =>
  [
    ...[call.operation, call.method, Object.keys(parameters).sort().join(',')],
    ...[call.credits, call.isDelivered, call.hasPageBefore === true, Math.min(call.occurrence, 2)],
    callSite ? formatCallSite(callSite) : '',
  ].join(' ');

/**
 * The cost of a fault, and the calls after it: two faults with equal texts leave client and bill in the same state, as
 * far as calls can tell.
 */
export const behaviourAfter = (run: ObservedRun, { call }: ScheduledFault): string =>
  run.calls
    .slice(indexOf(run, call))
    .map((each, at) => `${each.call} ${each.credits}${at === 0 ? '' : ` ${each.isDelivered} ${each.code}`}`)
    .concat(`${run.passed}`)
    .join('\n');

/**
 * The calls with which a client makes a fault good, and those after them, which are those of the run without faults. A
 * client that gives up has no rest.
 */
export function splitRecovery(
  run: ObservedRun,
  clean: ObservedRun,
  { call }: ScheduledFault,
): { readonly recovery: readonly ObservedCall[]; readonly rest: readonly ObservedCall[] } {
  const after = run.calls.slice(indexOf(run, call) + 1);
  const usual = clean.calls.slice(indexOf(clean, call) + 1);
  const start = after.length - usual.length;
  const isUsual =
    indexOf(clean, call) >= 0 &&
    start >= 0 &&
    after.slice(start).every((each, at) => each.call === usual[at]?.call);
  return isUsual
    ? { recovery: after.slice(0, start), rest: after.slice(start) }
    : { recovery: after, rest: [] };
}
