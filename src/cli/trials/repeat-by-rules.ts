import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { dayMs } from '../../core/durations.ts';
import { UsageError } from '../../core/errors.ts';
import type { FaultRule } from '../../faults/rule.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { CapsuleFinding } from '../../trials/capsule/finding.ts';
import { callText, type ObservedRun } from '../../trials/exploration/call.ts';
import type { FoundCause } from '../../trials/exploration/explore.ts';
import { observeRun } from '../../trials/exploration/observe.ts';
import { rulesOf } from '../../trials/exploration/rules-of.ts';
import type { ScheduledFault } from '../../trials/exploration/schedule.ts';
import { usualLateReply } from '../../trials/mutation/late-reply.ts';
import type { Io } from '../io.ts';
import type { FastTimers } from './fast-timers.ts';
import type { Trials } from './trials.ts';
import { writeJson } from './write.ts';

/**
 * Runs the schedule of a cause by fault rules, and writes that run as a capsule. Renewals, which no rule makes, are beside
 * them, and a run with one has no capsule.
 * @returns the rules and the calls of the admin surface, if the run was the same
 */
export async function repeatByRules(
  trials: Trials,
  { schedule, run }: FoundCause,
  {
    timeoutMs,
    capsule: wanted,
    fast,
  }: { timeoutMs: number; capsule: WantedCapsule | undefined; fast?: FastTimers | undefined },
  io: Io,
): Promise<RepeatedByRules | undefined> {
  const renewals = schedule.filter(({ outcome }) => outcome === 'renewal');
  const others = schedule.filter(({ outcome }) => outcome !== 'renewal');
  const capsule = renewals.length === 0 ? wanted : undefined;
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
    ...(capsule !== undefined && { settings: { recordCapsule: true } }),
    async prepare(deps: Deps) {
      await observation.prepare(deps);
      cycleMs = deps.settings.cycleMs;
      rules = rulesOf(others, run, deps.operations, deps.outcomes);
      for (const rule of rules ?? []) deps.faults.add(rule);
    },
    async ended({ passed, timedOut }, sandbox) {
      repeated = await observation.finish({ passed, timedOut }, sandbox);
      if (!rules || capsule === undefined || !isSame(repeated, run)) return;
      const content = sandbox.capsuleNow();
      if (content) writeInFolder(capsule.file, { ...content, finding: capsule.finding }, io);
    },
  });
  if (!rules || !repeated || !isSame(repeated, run)) return undefined;
  return {
    ...(rules.length > 0 && { rules }),
    ...(renewals.length > 0 && { adminCalls: renewals.map((fault) => renewalCall(fault, cycleMs)) }),
    ...(capsule !== undefined && { capsule: capsule.file }),
  };
}

/** Where to write the capsule of a finding. */
interface WantedCapsule {
  readonly file: string;
  readonly finding: CapsuleFinding;
}

interface RepeatedByRules {
  readonly rules?: FaultRule[];
  readonly adminCalls?: string[];
  /** The file that was written. */
  readonly capsule?: string;
}

const renewalCall = ({ call }: ScheduledFault, cycleMs: number): string =>
  `after ${callText(call)}: POST /__admin/clock {"advance":"${Math.ceil(cycleMs / dayMs) + 1}d"}`;

/** What a client did: its calls, what they cost, and how it ended. */
const isSame = (one: ObservedRun, other: ObservedRun): boolean => traceOf(one) === traceOf(other);

const traceOf = ({ calls, passed }: ObservedRun): string =>
  JSON.stringify([passed, calls.map((call) => [callText(call), call.credits])]);

function writeInFolder(file: string, content: object, io: Io): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new UsageError(
      `The folder ${dirname(file)} cannot be made: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
  writeJson(file, content, io, 0o600);
}
