import { availableParallelism } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { nearestHint } from '../../core/nearest.ts';
import type { Settings } from '../../core/settings.ts';
import { nothingArrived } from '../../intercept/gates.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { type LateReply, lateReplyOf } from '../../trials/late-reply.ts';
import { type CallSiteFlags, withCallSites } from '../call-sites.ts';
import type { VariableFlags } from '../command-environment.ts';
import { exitCode, type Io } from '../io.ts';
import { type SecretFlags, withSecret } from '../own-sandbox.ts';
import { progressLine } from './progress-line.ts';
import { sideBySide, workersFor } from './side-by-side.ts';
import { openTrials, type Trial, type TrialOptions } from './trials.ts';

/** The flags of all verbs that run a command many times. */
export interface RunnerFlags extends VariableFlags, CallSiteFlags, SecretFlags {
  readonly parallel?: number;
  /** In milliseconds; no run begins later. */
  readonly budgetTime?: number;
  /** The limit of one run, in milliseconds. */
  readonly timeout?: number;
  /** How late a late reply is, in milliseconds. */
  readonly late?: number;
}

/** Runs a command again and again, each time beside a sandbox with one change. */
export interface Runner {
  /** The run without a change. @returns the exit code where it is no measure for the others, after saying why */
  first(clean: Change, hasCalled: () => boolean): Promise<Trial | number>;
  /** Does work for each item, some of it side by side. `rest` says that it only waits from now on. */
  forEach<T>(items: readonly T[], work: (item: T, rest: () => void) => Promise<void>): Promise<void>;
  /** @returns undefined when no time is left */
  run(change: Change): Promise<Trial | undefined>;
  /** A late reply of a run that may rest meanwhile. */
  late(rest: () => void): LateReply;
  /** The runs are over. */
  end(): void;
}

/** How the sandbox of a run differs from that of the first one. */
export interface Change extends Omit<TrialOptions, 'timeoutMs'> {
  readonly rewriter: ReplyRewriter;
  /** It waits for a late reply, which is no fault of the command. */
  readonly isLate?: boolean;
}

export interface RunnerWords {
  /** The things that are run, such as `mutants`. */
  readonly noun: string;
  /** The circumstance of the first run, such as `on honest replies`. */
  readonly circumstance: string;
  /** More time for each run than the first one explains. */
  readonly extraMs?: number;
  /** The results of the runs so far. */
  counts?(): string;
}

export async function openRunner(
  command: readonly string[],
  settings: Settings,
  io: Io,
  flags: RunnerFlags,
  { noun, circumstance, extraMs = 0, counts = () => '' }: RunnerWords,
): Promise<Runner> {
  const endsAt = performance.now() + (flags.budgetTime ?? Number.POSITIVE_INFINITY);
  const trials = await openTrials(command, settings, withSecret(withCallSites(io, flags), flags), flags);
  const line = progressLine(io.stderr, noun);
  const late = lateReplyOf(flags.late);
  let workers = 1;
  let timeoutMs = flags.timeout;
  let total = 0;
  let done = 0;
  return {
    async first({ rewriter, ...options }, hasCalled) {
      const trial = await trials.run(rewriter, { ...options, timeoutMs });
      const failure = failureOfFirst(trial, command, circumstance, hasCalled(), trials.unreached);
      if (failure) {
        io.stderr.write(failure.text);
        return failure.code;
      }
      workers = flags.parallel ?? workersFor(trial);
      timeoutMs ??= defaultTimeoutMs(trial, workers) + extraMs;
      return trial;
    },
    forEach(items, work) {
      total += items.length;
      return sideBySide(workers, items, async (item, rest) => {
        await work(item, rest);
        done += 1;
        line.show(done, total, counts());
      });
    },
    async run({ rewriter, isLate, ...options }) {
      if (performance.now() >= endsAt) return undefined;
      return trials.run(rewriter, { ...options, timeoutMs: (timeoutMs ?? 0) + (isLate ? late.ms : 0) });
    },
    // A number of the user may only mean that the command bears no more at once.
    late: (rest) => ({ ...late, ...(flags.parallel === undefined && { onHold: rest }) }),
    end: () => line.end(),
  };
}

/** Checks the names that `--only` gives. @throws UsageError */
export function checkOnly(noun: string, valid: readonly string[], names: readonly string[] = []): void {
  const wrong = names.find((name) => !valid.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`--only: there is no ${noun} "${wrong}"${nearestHint(wrong, valid)}.`);
}

/** Three times the first run, and some seconds for what starts slowly; more where runs share the processors. */
export const defaultTimeoutMs = ({ ms }: Pick<Trial, 'ms'>, workers: number): number =>
  (3 * ms + 15_000) * Math.max(1, workers / availableParallelism());

/**
 * Why the first run is no measure for the others, with the end of what the command said; undefined if it passed, and called
 * an operation.
 * @param unreached the hosts to which no request arrived though one should have
 */
export function failureOfFirst(
  { passed, timedOut, code, output }: Pick<Trial, 'passed' | 'timedOut' | 'code' | 'output'>,
  command: readonly string[],
  circumstance: string,
  hasCalled: boolean,
  unreached: string | undefined,
): { readonly text: string; readonly code: number } | undefined {
  const name = `"${command.join(' ')}"`;
  const failure = (sentence: string, exit: number, said = '') => ({
    text: `${said}creator-sandbox: ${sentence}\n`,
    code: exit,
  });
  if (timedOut)
    return failure(
      `${name} does not end in time ${circumstance}: raise --timeout.`,
      exitCode.runtime,
      output,
    );
  if (!passed)
    return failure(
      `${name} already fails ${circumstance} (exit code ${code}): make it pass first.`,
      exitCode.runtime,
      output,
    );
  if (unreached !== undefined) return failure(nothingArrived(unreached), exitCode.gate);
  if (hasCalled) return undefined;
  return failure(
    `${name} calls no operation of the sandbox: point its client at CREATOR_SANDBOX_URL.`,
    exitCode.runtime,
  );
}
