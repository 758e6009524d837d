import { fewest } from '../core/fewest.ts';
import { allDecisions } from '../decisions.ts';
import { varied, variedDecisions } from '../mutation/variations.ts';
import { version } from '../version.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';
import { failureOfFirst, openTrials, type Trials, usualTimeout } from './trials/trials.ts';
import { type TrialFiles, writeTrials } from './trials/write.ts';

export interface VaryFlags extends TrialFiles {
  runs?: number;
  /** The seed of the first run; each further one has the next. */
  seed?: number;
  timeout?: number;
}

/** A run over varied replies. */
interface VariedRun {
  seed: number;
  passed: boolean;
  /** The entry of the register on which the command relies although the contract leaves it open. */
  decision?: string;
  /** Where only several together make the command fail. */
  decisions?: readonly string[];
}

const usualRuns = 10;

/**
 * Runs a command over replies that differ only in what the contract leaves open.
 * @returns 0; 1 when the command fails without variations; 3 when it fails with them
 */
export async function vary(
  command: readonly string[],
  flags: VaryFlags,
  settingFlags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const { runs = usualRuns, seed: from = 1, timeout } = flags;
  const { settings } = settingsOf(settingFlags, io);
  const trials = await openTrials(command, settings, io);
  const first = await trials.run(undefined, { timeoutMs: timeout });
  const failure = failureOfFirst(first, command, 'variations');
  if (failure !== undefined) {
    io.stderr.write(failure);
    return exitCode.runtime;
  }
  const timeoutMs = timeout ?? usualTimeout(first);
  const found: VariedRun[] = [];
  for (let seed = from; seed < from + runs; seed++) {
    const known = found.flatMap(({ decision, decisions }) => (decisions ? [] : (decision ?? [])));
    const run = await variedRun(trials, seed, timeoutMs, new Set(known));
    io.stderr.write(`creator-sandbox: seed ${seed}: ${sentenceOf(run)}\n`);
    found.push(run);
  }
  return finish(found, command, flags, io);
}

/** @param known decisions on which earlier runs failed: most likely this one does too */
async function variedRun(
  trials: Trials,
  seed: number,
  timeoutMs: number,
  known: ReadonlySet<string>,
): Promise<VariedRun> {
  const fails = async (only: readonly string[]) =>
    !(await trials.run(varied(seed, only), { timeoutMs })).passed;
  if (!(await fails(variedDecisions))) return { seed, passed: true };
  for (const decision of known) if (await fails([decision])) return { seed, passed: false, decision };
  const [decision, ...others] = await fewest(variedDecisions, fails);
  if (decision === undefined) return { seed, passed: false };
  return { seed, passed: false, decision, ...(others.length > 0 && { decisions: [decision, ...others] }) };
}

function sentenceOf({ passed, decision, decisions }: VariedRun): string {
  if (passed) return 'passed';
  if (decision === undefined) return 'failed, but also without variations: the tests are flaky';
  return `failed on ${(decisions ?? [decision]).join(' and ')}`;
}

function finish(runs: readonly VariedRun[], command: readonly string[], flags: VaryFlags, io: Io): number {
  const failed = runs.filter(({ passed }) => !passed);
  const relied = new Set(failed.flatMap(({ decision, decisions }) => decisions ?? decision ?? []));
  writeTrials(
    flags,
    { version, command: command.join(' '), runs },
    {
      title: 'does the suite rely on what is left open?',
      head: `${runs.length - failed.length} of ${runs.length} varied runs passed.`,
      notes: failed.some(({ decision }) => decision === undefined)
        ? ['Some runs fail by themselves: the tests are flaky.']
        : [],
      tables: [
        {
          title: 'The tests rely on',
          head: ['decision', 'how the sandbox usually does it', 'seeds'],
          rows: [...relied].map((id) => [
            id,
            allDecisions.find((each) => each.id === id)?.what ?? '',
            failed
              .flatMap(({ seed, decision, decisions }) =>
                (decisions ?? [decision]).includes(id) ? [seed] : [],
              )
              .join(', '),
          ]),
        },
      ],
    },
    io,
  );
  if (failed.length === 0) return exitCode.ok;
  io.stderr.write(
    'creator-sandbox: The contract leaves open what the tests rely on: let the client do without it. The same seeds give the same replies.\n',
  );
  return exitCode.gate;
}
