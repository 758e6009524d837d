import type { ObservedRun } from '../../trials/exploration/call.ts';
import { observeRun } from '../../trials/exploration/observe.ts';
import type { FaultSchedule } from '../../trials/exploration/schedule.ts';
import { usualLateReply } from '../../trials/mutation/late-reply.ts';
import { failureOfFirst, type Trial, type Trials } from './trials.ts';

/** Limits of runs; absent = the usual ones. */
export interface RunnerFlags {
  readonly maxCalls?: number;
  /** The limit of the first run, in milliseconds. */
  readonly timeout?: number;
  /** How late the outcome `late` is, in milliseconds. */
  readonly late?: number;
}

/** More time for a client that waits longer and longer before it gives up. */
export const backoffMs = 45_000;

export interface RunLimits {
  readonly timeoutMs: number | undefined;
  onHold(): void;
}

/** Runs the command beside a sandbox under a schedule. */
export function createScheduleRunner(trials: Trials, flags: RunnerFlags) {
  const late = flags.late === undefined ? usualLateReply : { ms: flags.late, isBeyondLimit: true };
  let maxCalls = flags.maxCalls ?? Number.POSITIVE_INFINITY;

  async function observe(schedule: FaultSchedule, { timeoutMs, onHold }: RunLimits) {
    const tooMany = new AbortController();
    const observation = observeRun({
      ...{ schedule, late: { ...late, onHold }, maxCalls },
      onTooMany: () => tooMany.abort(),
    });
    // The late reply is no fault of the command.
    const lateMs = schedule.some(({ outcome }) => outcome === 'late') ? late.ms : 0;
    let run: ObservedRun | undefined;
    const trial = await trials.run(observation.rewriter, {
      ...(timeoutMs !== undefined && { timeoutMs: timeoutMs + lateMs }),
      signal: tooMany.signal,
      prepare: observation.prepare,
      async ended({ passed, timedOut }, sandbox) {
        run = await observation.finish({ passed, timedOut }, sandbox);
      },
    });
    if (!run) throw new Error('the run was not observed');
    return { trial, run };
  }

  return {
    async first(
      command: readonly string[],
    ): Promise<{ clean?: { trial: Trial; run: ObservedRun }; failure: string }> {
      const found = await observe([], { timeoutMs: flags.timeout, onHold: () => {} });
      const calls = found.run.calls.length;
      maxCalls = flags.maxCalls ?? 20 + 10 * calls;
      const failure =
        calls === 0 && found.trial.passed
          ? `creator-sandbox: "${command.join(' ')}" calls no operation of the sandbox: point its client at CREATOR_SANDBOX_URL.\n`
          : failureOfFirst(found.trial, command, 'without faults');
      return failure === undefined ? { clean: found, failure: '' } : { failure };
    },
    run: async (schedule: FaultSchedule, limits: RunLimits): Promise<ObservedRun> =>
      (await observe(schedule, limits)).run,
  };
}
