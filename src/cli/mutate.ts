import type { ClockSetting } from '../core/clock.ts';
import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { nearestHint } from '../core/nearest.ts';
import { version } from '../system/version.ts';
import { observeCleanRun } from '../trials/mutation/clean-run.ts';
import { judgeByCleanRun } from '../trials/mutation/judge.ts';
import { usualLateReply } from '../trials/mutation/late-reply.ts';
import { activateTogether, type Mutant, ruleNames } from '../trials/mutation/mutant.ts';
import { mutationFindings } from '../trials/mutation/report/findings.ts';
import { countOf, type JudgedMutant, type MutationReport, scoreOf } from '../trials/mutation/report/model.ts';
import { createSchedule } from '../trials/mutation/schedule.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { progressLine } from './trials/progress-line.ts';
import { sideBySide } from './trials/side-by-side.ts';
import { defaultTimeoutMs, failureOfFirst, openTrials, type Trial } from './trials/trials.ts';
import { workersFor } from './trials/workers.ts';
import { type TrialFiles, writeTrials } from './trials/write.ts';

export interface MutateFlags extends TrialFiles {
  /** In percent. */
  min?: number;
  parallel?: number;
  /** In milliseconds; no run begins later. */
  budgetTime?: number;
  /** Of one run, in milliseconds. */
  timeout?: number;
  /** How late the reply of `reply-late` is, in milliseconds. */
  late?: number;
  only?: readonly string[];
  eachField?: true;
}

/**
 * Runs a command once for each mutant of the operations that it calls.
 * @returns 0; 1 when the command already fails on honest replies; 3 when the score is below `min`, or mutants had no run
 */
export async function mutate(
  command: readonly string[],
  flags: MutateFlags,
  settingFlags: Flags,
  io: Io,
): Promise<number> {
  const endsAt = performance.now() + (flags.budgetTime ?? Number.POSITIVE_INFINITY);
  checkRules(flags.only);
  const { settings } = settingsOf(settingFlags, io);
  const trials = await openTrials(command, settings, io);
  const clean = observeCleanRun({ rules: flags.only, eachField: flags.eachField });
  const first = await trials.run(clean.rewriter, { timeoutMs: flags.timeout });
  const failure = cleanRunFailure(first, clean.operations().length, command);
  if (failure !== undefined) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }

  const operations = clean.operations();
  const mutants = clean.mutants();
  const results = new Map<string, JudgedMutant>();
  for (const mutant of mutants) {
    const known = judgeByCleanRun(mutant, clean.effectsOf(mutant));
    if (known) results.set(mutant.id, known);
  }
  const waiting = mutants.filter(({ id }) => !results.has(id));
  io.stderr.write(
    `creator-sandbox: The command passes in ${seconds(first.ms)} and calls ${formatCount(operations.length, 'operation')}: ${formatCount(mutants.length, 'mutant')}, ${waiting.length} of them to run.\n`,
  );

  const workers = flags.parallel ?? workersFor({ ms: first.ms, cpuMs: first.cpuMs });
  const timeoutMs = flags.timeout ?? defaultTimeoutMs(first, workers);
  const line = progressLine(io.stderr, 'mutants');
  const known = results.size;
  const late = flags.late === undefined ? usualLateReply : { ms: flags.late, isBeyondLimit: true };
  const schedule = createSchedule(waiting, clean.effectsOf);
  const runMutants = async (some: readonly Mutant[], onHold: () => void): Promise<void> => {
    // Who says how many may only mean that the command bears no more at once.
    const hold = flags.parallel === undefined ? { onHold } : {};
    const { run, rewriter } = activateTogether(some, clean.about, { ...late, ...hold });
    // The late reply is no fault of the command.
    const limitMs = timeoutMs + (rewriter.gate ? late.ms : 0);
    const { judged, withdrawn } = schedule.settle(run, await trials.run(rewriter, { timeoutMs: limitMs }));
    for (const id of withdrawn) results.delete(id);
    for (const result of judged) results.set(result.id, result);
    const judgedMutants = [...results.values()];
    line.show(
      results.size - known,
      waiting.length,
      `${countOf(judgedMutants, 'killed')} killed, ${countOf(judgedMutants, 'survived')} survived, ${countOf(judgedMutants, 'timeout')} timed out`,
    );
  };
  await sideBySide(workers, () => (performance.now() < endsAt ? schedule.next() : undefined), runMutants);
  line.end();
  const judgedMutants = mutants.flatMap(({ id }) => results.get(id) ?? []);
  const left = mutants.length - judgedMutants.length;
  const report: MutationReport = {
    version,
    command: command.join(' '),
    score: scoreOf(judgedMutants),
    complete: left === 0,
    left,
    clean: { ms: first.ms, operations },
    mutants: judgedMutants,
  };
  return finish(report, flags, settings.clock, io);
}

function finish(report: MutationReport, flags: MutateFlags, clock: ClockSetting, io: Io): number {
  const { min } = flags;
  writeTrials(flags, mutationFindings(report, min), clock, io);
  if (!report.complete) return exitCode.gate;
  if (min === undefined || (report.score ?? 0) >= min) return exitCode.ok;
  io.stderr.write(
    `creator-sandbox: The score is ${report.score ?? 0} %, below ${min} %: assert on what the survivors changed, or lower --min.\n`,
  );
  return exitCode.gate;
}

function checkRules(only: readonly string[] = []): void {
  for (const name of only)
    if (!ruleNames.includes(name))
      throw new UsageError(`--only: there is no rule "${name}"${nearestHint(name, ruleNames)}.`);
}

function cleanRunFailure(first: Trial, operations: number, command: readonly string[]): string | undefined {
  return operations === 0 && first.passed
    ? `creator-sandbox: "${command.join(' ')}" calls no operation of the sandbox: point its client at CREATOR_SANDBOX_URL.\n`
    : failureOfFirst(first, command, 'on honest replies');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
