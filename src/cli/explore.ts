import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { operations as allOperations } from '../core/operations.ts';
import { version } from '../system/version.ts';
import type { ObservedRun } from '../trials/exploration/call.ts';
import {
  type Exploration,
  type ExploreOptions,
  explore,
  type ScheduleRuns,
} from '../trials/exploration/explore.ts';
import { judgeRun, usuallySurvived } from '../trials/exploration/judge.ts';
import { observeRun } from '../trials/exploration/observe.ts';
import { outcomeNames, outcomeOf } from '../trials/exploration/outcomes.ts';
import { explorationFindings, explorationReport } from '../trials/exploration/report.ts';
import {
  type FaultSchedule,
  faultText,
  outcomeNamed,
  parseFault,
  unmetFault,
} from '../trials/exploration/schedule.ts';
import { type Flags, flagsOfSettings, flagWords, trialSettings, variableWords } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { settingsOf } from './settings.ts';
import { type Change, checkOnly, openRunner, type Runner, type RunnerFlags } from './trials/runner.ts';
import { type TrialFiles, writeTrials } from './write-report.ts';

export interface ExploreFlags extends TrialFiles, RunnerFlags, Flags {
  depth?: number;
  /** Names of outcomes. */
  faults?: readonly string[];
  /** Names of operations. */
  only?: readonly string[];
  mustSurvive?: readonly string[];
  maxCalls?: number;
  /** Only this one. */
  schedule?: readonly string[];
}

/** More time for a client that waits longer and longer before it gives up. */
const backoffMs = 45_000;

/**
 * Runs a command under schedules of faults, and judges it by what was charged and delivered.
 * @returns 0; 1 when the command fails without faults; 3 with a finding, or when schedules had no run
 */
export async function exploreFaults(
  command: readonly string[],
  flags: ExploreFlags,
  io: Io,
): Promise<number> {
  const options = optionsOf(flags);
  const only = flags.schedule?.map(parseFault);
  const { settings } = settingsOf(flags, io);
  if (settings.journal === 0) throw new UsageError('explore needs the journal: journal must not be 0.');
  const runner = await openRunner(command, settings, io, flags, {
    ...{ noun: 'schedules', circumstance: 'without faults', extraMs: backoffMs },
  });
  const first = observing([], runner, flags.maxCalls ?? Number.POSITIVE_INFINITY);
  const trial = await runner.first(first.change, () => first.run().calls.length > 0);
  if (typeof trial === 'number') return trial;
  const clean = first.run();
  tell(
    io,
    `The command passes in ${(trial.ms / 1000).toFixed(1)} s and makes ${formatCount(clean.calls.length, 'call')}.`,
  );
  const maxCalls = flags.maxCalls ?? 20 + 10 * clean.calls.length;
  const runs: ScheduleRuns = {
    forEach: runner.forEach,
    async run(schedule, rest) {
      const observed = observing(schedule, runner, maxCalls, rest);
      return (await runner.run(observed.change)) && observed.run();
    },
  };
  const found = only ? await exploreOne(only, clean, options, runs) : await explore(clean, options, runs);
  runner.end();
  const about = { version, command, depth: options.depth };
  const report = explorationReport(found, clean, about, flagsAgain(flags));
  writeTrials(flags, explorationFindings(report), settings.clock, io);
  return report.findings.length > 0 || !report.complete ? exitCode.gate : exitCode.ok;
}

/** A run under a schedule, as the runner has it and as it was observed. */
function observing(
  schedule: FaultSchedule,
  runner: Runner,
  maxCalls: number,
  rest: () => void = () => {},
): { readonly change: Change; run(): ObservedRun } {
  const tooMany = new AbortController();
  const { rewriter, prepare, finish } = observeRun({
    ...{ schedule, late: runner.late(rest), maxCalls },
    onTooMany: () => tooMany.abort(),
  });
  let run: ObservedRun | undefined;
  return {
    change: {
      ...{ rewriter, prepare, signal: tooMany.signal },
      isLate: schedule.some(({ outcome }) => outcomeOf(outcome).isLate),
      async ended(end, sandbox) {
        run = await finish(end, sandbox);
      },
    },
    run() {
      if (!run) throw new Error('the run was not observed');
      return run;
    },
  };
}

/** @throws UsageError */
function optionsOf({ faults, mustSurvive, only, depth = 1 }: ExploreFlags): ExploreOptions {
  checkOnly(
    'operation',
    allOperations.map(({ id }) => id),
    only,
  );
  const named = faults?.map((name) => outcomeNamed('--faults', name));
  const survived = mustSurvive?.map((name) => outcomeNamed('--must-survive', name));
  const lasting = survived?.find((name) => outcomeOf(name).isOnward);
  if (lasting !== undefined)
    throw new UsageError(`--must-survive: no command can survive ${lasting}, which does not end.`);
  return {
    outcomes: outcomeNames.filter((name) => named?.includes(name) ?? true),
    mustSurvive: survived ?? usuallySurvived,
    ...{ operations: only, depth },
  };
}

/** One schedule alone. */
async function exploreOne(
  schedule: FaultSchedule,
  clean: ObservedRun,
  options: ExploreOptions,
  runs: ScheduleRuns,
): Promise<Exploration> {
  const run = await runs.run(schedule, () => {});
  if (!run) return { causes: [], unconfirmed: 0, runs: 0, left: 1, spared: [] };
  // A mended client may never make the calls of later faults.
  const unmet = unmetFault(schedule.slice(0, 1), run.calls);
  if (unmet) throw new UsageError(`--schedule: the command makes no call for "${faultText(unmet)}".`);
  const symptoms = judgeRun(run, clean, schedule, options);
  return {
    causes: symptoms.map((symptom) => ({ symptom, schedule, run })),
    ...{ unconfirmed: 0, runs: 1, left: 0, spared: [] },
  };
}

/** The flags that change what a run shows, as words. */
function flagsAgain(flags: ExploreFlags): string[] {
  const { mustSurvive, maxCalls, late, timeout, env = [] } = flags;
  const own = {
    ...(mustSurvive && { mustSurvive: mustSurvive.join(',') }),
    ...(maxCalls && { maxCalls }),
    ...(late && { late: `${late}ms` }),
    ...(timeout && { timeout: `${timeout}ms` }),
  };
  return [...flagWords({ ...flagsOfSettings(flags, trialSettings), ...own }), ...variableWords(env)].flat();
}
