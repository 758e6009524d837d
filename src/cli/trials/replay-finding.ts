import { UsageError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { CapsuleFinding } from '../../trials/capsule/finding.ts';
import { judgeRun } from '../../trials/exploration/judge.ts';
import { parseFault, scheduleInWords } from '../../trials/exploration/schedule.ts';
import { unmetFault } from '../../trials/exploration/unmet.ts';
import { exitCode, type Io } from '../io.ts';
import { fastTimersFor } from './fast-timers.ts';
import { backoffMs, createScheduleRunner } from './schedule-runner.ts';
import { defaultTimeoutMs, openTrials } from './trials.ts';

/**
 * Runs a command without faults and then under the schedule of a finding, and judges what it does.
 * @returns 0; 1 when the command fails without faults; 3 when it still shows a finding
 * @throws UsageError if the schedule is none, or the command does not make the call of its first fault
 */
export async function replayFinding(
  finding: CapsuleFinding,
  command: readonly string[],
  settings: Settings,
  io: Io,
): Promise<number> {
  const { maxCalls, speed, mustSurvive } = finding;
  const schedule = finding.schedule.map(parseFault);
  const fast = speed === undefined ? undefined : fastTimersFor(command, speed, io);
  const trials = await openTrials(command, settings, io);
  const runner = createScheduleRunner(trials, { ...(maxCalls && { maxCalls }) }, fast);
  const { clean, failure } = await runner.first(command);
  if (!clean) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }
  const limits = { timeoutMs: defaultTimeoutMs(clean.trial) + backoffMs, onHold: () => {} };
  // Clocks under faketime make replies seem slow, so they prove nothing.
  const run = await runner.run(schedule, limits, fast?.isExact === false);
  const unmet = unmetFault(schedule.slice(0, 1), run.calls);
  if (unmet !== undefined) throw new UsageError(`The command makes no call for "${unmet}".`);
  const symptoms = judgeRun(run, clean.run, schedule, { mustSurvive });
  const when = `When ${scheduleInWords(schedule)}:`;
  for (const { kind, about, detail } of symptoms)
    io.stderr.write(`creator-sandbox: ${kind === 'rule' ? about : kind}. ${when} ${detail}.\n`);
  if (symptoms.length > 0) return exitCode.gate;
  io.stderr.write(`creator-sandbox: ${when} no finding.\n`);
  return exitCode.ok;
}
