import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { nearestHint } from '../core/nearest.ts';
import { operations as allOperations } from '../core/operations.ts';
import { version } from '../system/version.ts';
import type { ObservedRun } from '../trials/exploration/call.ts';
import { type Exploration, explore, type ScheduleRuns } from '../trials/exploration/explore.ts';
import { judgeRun, usuallySurvived } from '../trials/exploration/judge.ts';
import { type OutcomeName, outcomeNames, outcomeOf } from '../trials/exploration/outcomes.ts';
import { againOf } from '../trials/exploration/report/again.ts';
import { explorationFindings } from '../trials/exploration/report/findings.ts';
import { makeExplorationReport } from '../trials/exploration/report/make-report.ts';
import { type FaultSchedule, outcomeNamed, parseFault } from '../trials/exploration/schedule.ts';
import { unmetFault } from '../trials/exploration/unmet.ts';
import { exitCode, type Io } from './io.ts';
import { type Flags, flagWords } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { progressLine } from './trials/progress-line.ts';
import { backoffMs, createScheduleRunner } from './trials/schedule-runner.ts';
import { sideBySide } from './trials/side-by-side.ts';
import { defaultTimeoutMs, openTrials } from './trials/trials.ts';
import { workersFor } from './trials/workers.ts';
import { type TrialFiles, writeTrials } from './trials/write.ts';

export interface ExploreFlags extends TrialFiles {
  depth?: number;
  /** Names of outcomes. */
  faults?: readonly string[];
  /** Names of operations. */
  only?: readonly string[];
  mustSurvive?: readonly string[];
  maxCalls?: number;
  parallel?: number;
  /** In milliseconds; no run begins later. */
  budgetTime?: number;
  /** Of one run, in milliseconds. */
  timeout?: number;
  /** How late the outcome `late` is, in milliseconds. */
  late?: number;
  seed?: number;
  /** Only this one. */
  schedule?: readonly string[];
}

/** What flags say, checked. */
interface Plan {
  readonly outcomes: readonly OutcomeName[];
  readonly mustSurvive: readonly OutcomeName[];
  readonly operations: readonly string[] | undefined;
  readonly depth: number;
  readonly seed: number;
  readonly only: FaultSchedule | undefined;
}

/**
 * Runs a command under schedules of faults, and judges it by what was charged and delivered.
 * @returns 0; 1 when the command fails without faults; 3 with a finding, or when schedules had no run
 */
export async function exploreFaults(
  command: readonly string[],
  flags: ExploreFlags,
  settingFlags: Flags,
  io: Io,
): Promise<number> {
  const endsAt = performance.now() + (flags.budgetTime ?? Number.POSITIVE_INFINITY);
  const plan = planOf(flags);
  const { settings } = settingsOf(settingFlags, io);
  if (settings.journal === 0) throw new UsageError('explore needs the journal: journal must not be 0.');
  const trials = await openTrials(command, settings, io);
  const runner = createScheduleRunner(trials, flags);
  const { clean, failure } = await runner.first(command);
  if (!clean) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }
  io.stderr.write(
    `creator-sandbox: The command passes in ${(clean.trial.ms / 1000).toFixed(1)} s and makes ${formatCount(clean.run.calls.length, 'call')}.\n`,
  );
  const workers = flags.parallel ?? workersFor({ ms: clean.trial.ms, cpuMs: clean.trial.cpuMs });
  const timeoutMs = flags.timeout ?? defaultTimeoutMs(clean.trial, workers) + backoffMs;
  const line = progressLine(io.stderr, 'schedules');
  let total = 0;
  let done = 0;
  const runs: ScheduleRuns = {
    async run(schedule, rest) {
      if (performance.now() >= endsAt) return undefined;
      const limits = { timeoutMs, onHold: flags.parallel === undefined ? rest : () => {} };
      return runner.run(schedule, limits);
    },
    forEach(items, work) {
      const waiting = items.values();
      total += items.length;
      return sideBySide(
        workers,
        () => waiting.next().value,
        async (item, rest) => {
          await work(item, rest);
          done += 1;
          line.show(done, total);
        },
      );
    },
  };
  const found = await explored(plan, clean.run, runs);
  line.end();
  const words = flagsAgain(flags, settingFlags);
  const report = makeExplorationReport(found, clean.run, {
    about: { version, command: command.join(' '), seed: plan.seed, depth: plan.depth },
    again: ({ symptom, schedule }) =>
      againOf(schedule, command, words, symptom.kind === 'rule' ? symptom.about : symptom.kind),
  });
  writeTrials(flags, explorationFindings(report), settings.clock, io);
  return report.findings.length > 0 || !report.complete ? exitCode.gate : exitCode.ok;
}

/** @throws UsageError */
function planOf({ faults, mustSurvive, only, depth = 1, seed = 1, schedule }: ExploreFlags): Plan {
  for (const name of only ?? [])
    if (!allOperations.some(({ id }) => id === name))
      throw new UsageError(
        `--only: there is no operation "${name}"${nearestHint(
          name,
          allOperations.map(({ id }) => id),
        )}.`,
      );
  const survived = mustSurvive?.map((name) => outcomeNamed('--must-survive', name));
  const lasting = survived?.find((name) => outcomeOf(name).reach === 'onward');
  if (lasting !== undefined)
    throw new UsageError(`--must-survive: no command can survive ${lasting}, which does not end.`);
  return {
    outcomes: faults
      ? outcomeNames.filter((name) => namesIn('--faults', faults).includes(name))
      : outcomeNames,
    mustSurvive: survived ?? usuallySurvived,
    ...{ operations: only, depth, seed },
    only: schedule?.map(parseFault),
  };
}

const namesIn = (flag: string, names: readonly string[]): readonly OutcomeName[] =>
  names.map((name) => outcomeNamed(flag, name));

/** One schedule alone, or all. */
async function explored(plan: Plan, clean: ObservedRun, runs: ScheduleRuns): Promise<Exploration> {
  if (!plan.only) return explore(clean, plan, runs);
  const run = await runs.run(plan.only, () => {});
  // A mended client may never make the calls of later faults.
  const unmet = run && unmetFault(plan.only.slice(0, 1), run.calls);
  if (unmet !== undefined) throw new UsageError(`--schedule: the command makes no call for "${unmet}".`);
  const causes = run
    ? judgeRun(run, clean, plan.only, plan).map((symptom) => ({ symptom, schedule: plan.only ?? [], run }))
    : [];
  return { causes, runs: run ? 1 : 0, left: run ? 0 : 1, spared: [] };
}

/** The flags that change what a run shows, as words. */
function flagsAgain({ mustSurvive, maxCalls, late, timeout }: ExploreFlags, settingFlags: Flags): string[] {
  const own = {
    ...(mustSurvive && { mustSurvive: mustSurvive.join(',') }),
    ...(maxCalls && { maxCalls }),
    ...(late && { late: `${late}ms` }),
    ...(timeout && { timeout: `${timeout}ms` }),
  };
  return flagWords({ ...settingFlags, ...own }).flat();
}
