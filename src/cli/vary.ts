import { allDecisions } from '../app/decisions.ts';
import { findFewest } from '../core/fewest.ts';
import { version } from '../system/version.ts';
import { sentenceOf, type VariedRun, variationFindings } from '../trials/mutation/report/variations.ts';
import { replyVariations, variedDecisions } from '../trials/mutation/variations.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { defaultTimeoutMs, failureOfFirst, openTrials, type Trials } from './trials/trials.ts';
import { type TrialFiles, writeTrials } from './trials/write.ts';

export interface VaryFlags extends TrialFiles {
  runs?: number;
  /** The seed of the first run; each further one has the next. */
  seed?: number;
  timeout?: number;
}

const usualRuns = 10;

/**
 * Runs a command over replies that differ only in what the contract leaves open.
 * @returns 0; 1 when the command already fails without variations; 3 when it fails with them
 */
export async function vary(
  command: readonly string[],
  flags: VaryFlags,
  settingFlags: Flags,
  io: Io,
): Promise<number> {
  const { runs = usualRuns, seed: from = 1, timeout } = flags;
  const { settings } = settingsOf(settingFlags, io);
  const trials = await openTrials(command, settings, io);
  const first = await trials.run(undefined, { timeoutMs: timeout });
  const failure = failureOfFirst(first, command, 'without variations');
  if (failure !== undefined) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }
  const timeoutMs = timeout ?? defaultTimeoutMs(first);
  const found: VariedRun[] = [];
  for (let seed = from; seed < from + runs; seed++) {
    const known = found.flatMap(({ decision, decisions }) => (decisions ? [] : (decision ?? [])));
    const run = await variedRun(trials, seed, timeoutMs, new Set(known));
    io.stderr.write(`creator-sandbox: seed ${seed}: ${sentenceOf(run)}\n`);
    found.push(run);
  }
  const findings = variationFindings({ version, command: command.join(' '), runs: found }, usualBehaviour);
  writeTrials(flags, findings, { settingFlags, clock: settings.clock }, io);
  return finish(found, io);
}

/** @param known decisions on which earlier runs failed: this one probably does too */
async function variedRun(
  trials: Trials,
  seed: number,
  timeoutMs: number,
  known: ReadonlySet<string>,
): Promise<VariedRun> {
  const fails = async (only: readonly string[]) =>
    !(await trials.run(replyVariations(seed, only), { timeoutMs })).passed;
  if (!(await fails(variedDecisions))) return { seed, passed: true };
  for (const decision of known) if (await fails([decision])) return { seed, passed: false, decision };
  const [decision, ...more] = await findFewest(variedDecisions, fails);
  if (decision === undefined) return { seed, passed: false };
  return { seed, passed: false, decision, ...(more.length > 0 && { decisions: [decision, ...more] }) };
}

function finish(runs: readonly VariedRun[], io: Io): number {
  if (runs.every(({ passed }) => passed)) return exitCode.ok;
  io.stderr.write(
    'creator-sandbox: The contract leaves open what the tests rely on: let the client do without it. The same seeds give the same replies.\n',
  );
  return exitCode.gate;
}

const usualBehaviour = (decision: string): string =>
  allDecisions.find(({ id }) => id === decision)?.what ?? '';
