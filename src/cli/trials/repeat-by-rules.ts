import { dayMs } from '../../core/durations.ts';
import type { FaultRule } from '../../faults/rule.ts';
import type { Deps } from '../../service/http/deps.ts';
import { callText, type ObservedRun } from '../../trials/exploration/call.ts';
import type { FoundCause } from '../../trials/exploration/explore.ts';
import { observeRun } from '../../trials/exploration/observe.ts';
import { rulesOf } from '../../trials/exploration/rules-of.ts';
import type { ScheduledFault } from '../../trials/exploration/schedule.ts';
import { usualLateReply } from '../../trials/mutation/late-reply.ts';
import type { FastTimers } from './fast-timers.ts';
import type { Trials } from './trials.ts';

/**
 * Runs the schedule of a cause by fault rules. Renewals, which no rule makes, are beside them.
 * @returns the rules and the calls of the admin surface, if the run was the same
 */
export async function repeatByRules(
  trials: Trials,
  { schedule, run }: FoundCause,
  { timeoutMs, fast }: { timeoutMs: number; fast?: FastTimers | undefined },
): Promise<RepeatedByRules | undefined> {
  const renewals = schedule.filter(({ outcome }) => outcome === 'renewal');
  const others = schedule.filter(({ outcome }) => outcome !== 'renewal');
  const observation = observeRun({
    schedule: renewals,
    late: usualLateReply,
    maxCalls: run.calls.length + 1,
  });
  let rules: FaultRule[] | undefined;
  let cycleMs = 0;
  let repeated: ObservedRun | undefined;
  await trials.run(observation.rewriter, {
    timeoutMs,
    ...(fast && { command: fast.command, env: fast.envOf(false) }),
    async prepare(deps: Deps) {
      await observation.prepare(deps);
      cycleMs = deps.settings.cycleMs;
      rules = rulesOf(others, run, deps.operations, deps.outcomes);
      for (const rule of rules ?? []) deps.faults.add(rule);
    },
    async ended({ passed, timedOut }, sandbox) {
      repeated = await observation.finish({ passed, timedOut }, sandbox);
    },
  });
  if (!rules || !repeated || !isSame(repeated, run)) return undefined;
  return {
    ...(rules.length > 0 && { rules }),
    ...(renewals.length > 0 && { adminCalls: renewals.map((fault) => renewalCall(fault, cycleMs)) }),
  };
}

interface RepeatedByRules {
  readonly rules?: FaultRule[];
  readonly adminCalls?: string[];
}

const renewalCall = ({ call }: ScheduledFault, cycleMs: number): string =>
  `after ${callText(call)}: POST /__admin/clock {"advance":"${Math.ceil(cycleMs / dayMs) + 1}d"}`;

/** What a client did: its calls, what they cost, and how it ended. */
const isSame = (one: ObservedRun, other: ObservedRun): boolean => traceOf(one) === traceOf(other);

const traceOf = ({ calls, passed }: ObservedRun): string =>
  JSON.stringify([passed, calls.map((call) => [callText(call), call.credits])]);
