import { formatCount } from '../core/count.ts';
import { version } from '../system/version.ts';
import { activate } from '../trials/mutation/activate.ts';
import { type MutantToRun, observeCleanRun } from '../trials/mutation/clean-run.ts';
import { countOf, type JudgedMutant, judgeMutant, scoreOf } from '../trials/mutation/judge.ts';
import { ruleNames, ruleOf } from '../trials/mutation/mutants.ts';
import { mutationFindings } from '../trials/mutation/report.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { settingsOf } from './settings.ts';
import { checkOnly, openRunner, type RunnerFlags } from './trials/runner.ts';
import { type TrialFiles, writeTrials } from './write-report.ts';

export interface MutateFlags extends TrialFiles, RunnerFlags, Flags {
  /** In percent. */
  min?: number;
  only?: readonly string[];
  eachField?: true;
}

/**
 * Runs a command once for each mutant of the operations that it calls.
 * @returns 0; 1 when the command already fails on honest replies; 3 when the score is below `min`, or mutants had no run
 */
export async function mutate(command: readonly string[], flags: MutateFlags, io: Io): Promise<number> {
  checkOnly('rule', ruleNames, flags.only);
  const { settings } = settingsOf(flags, io);
  const results = new Map<string, JudgedMutant>();
  const judged = () => [...results.values()];
  const runner = await openRunner(command, settings, io, flags, {
    noun: 'mutants',
    circumstance: 'on honest replies',
    counts: () =>
      `${countOf(judged(), 'killed')} killed, ${countOf(judged(), 'survived')} survived, ${countOf(judged(), 'timeout')} timed out`,
  });
  const clean = observeCleanRun({ rules: flags.only, eachField: flags.eachField });
  const first = await runner.first(clean, () => clean.operations().length > 0);
  if (typeof first === 'number') return first;

  const all = clean.mutants();
  const waiting: MutantToRun[] = [];
  for (const each of all) {
    const { mutant, foreseen } = each;
    if (foreseen?.changed === 0)
      results.set(mutant.id, judgeMutant(mutant, foreseen, { passed: true, timedOut: false, ms: 0 }));
    else waiting.push(each);
  }
  const operations = clean.operations();
  tell(
    io,
    `The command passes in ${(first.ms / 1000).toFixed(1)} s and calls ${formatCount(operations.length, 'operation')}: ${formatCount(all.length, 'mutant')}, ${waiting.length} of them to run.`,
  );
  await runner.forEach(waiting, async ({ mutant, about }, rest) => {
    const { rewriter, effects } = activate(mutant, about, runner.late(rest));
    const end = await runner.run({ rewriter, isLate: ruleOf(mutant).isLate === true });
    if (end) results.set(mutant.id, judgeMutant(mutant, effects, end));
  });
  runner.end();

  const mutants = all.flatMap(({ mutant }) => results.get(mutant.id) ?? []);
  const score = scoreOf(mutants);
  const left = all.length - mutants.length;
  const { min } = flags;
  const report = {
    ...{ version, command: command.join(' '), score, complete: left === 0, left },
    clean: { ms: first.ms, operations },
    mutants,
  };
  writeTrials(flags, mutationFindings(report, min), settings.clock, io);
  if (left > 0) return exitCode.gate;
  if (min === undefined || (score ?? 0) >= min) return exitCode.ok;
  tell(
    io,
    `The score is ${score ?? 0} %, below ${min} %: assert on what the survivors changed, or lower --min.`,
  );
  return exitCode.gate;
}
