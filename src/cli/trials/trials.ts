import { pino } from 'pino';
import { launch } from '../../app/sandbox/sandbox.ts';
import type { Sandbox } from '../../client/sandbox-interface.ts';
import type { Settings } from '../../core/settings.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { environmentOf } from '../env.ts';
import { interruptible } from '../interruptible.ts';
import type { Io } from '../io.ts';
import { type RunningCommand, runCommand } from '../run-command.ts';
import { Stopped } from '../stopped.ts';
import { tailOf } from './tail.ts';

/** Runs the user's command, each time beside a sandbox of its own with one change. */
export interface Trials {
  /** @throws UsageError if the command cannot be run; Stopped once a signal came */
  run(change: ReplyRewriter | undefined, options?: TrialOptions): Promise<Trial>;
}

export interface TrialOptions {
  /** Ends the run, and every process of its group, after so long. */
  readonly timeoutMs?: number | undefined;
}

/** How a run of the command ended. */
export interface Trial {
  readonly passed: boolean;
  readonly timedOut: boolean;
  readonly code: number;
  readonly ms: number;
  /** The end of what the command said. */
  readonly output: string;
}

/** @param settings of every sandbox; each has a free port, and its ledger in memory */
export async function openTrials(
  command: readonly string[],
  { data: _, ledger: _shared, ...given }: Settings,
  io: Io,
): Promise<Trials> {
  const settings: Settings = {
    ...given,
    port: 0,
    ...(given.adminPort !== undefined && { adminPort: 0 }),
    logLevel: 'error',
  };
  const log = pino({ level: 'silent' });
  const open = new Map<Sandbox, RunningCommand | undefined>();
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    for (const running of open.values()) if (running) end(running);
    await Promise.all([...open.keys()].map((sandbox) => sandbox.close()));
    throw new Stopped();
  };
  // The first sandbox makes the world, so that the others find it.
  const first = await interruptible(
    { ...io, untilStopped: (close) => io.untilStopped(() => (open.size > 0 ? stop() : close())) },
    (options) => launch(settings, { log, ...options }),
  );
  await first.close();

  return { run };

  async function run(change: ReplyRewriter | undefined, options: TrialOptions = {}): Promise<Trial> {
    if (isStopped) throw new Stopped();
    const sandbox = await launch(settings, { log, replyRewriter: change });
    open.set(sandbox, undefined);
    try {
      return await trial(sandbox, options);
    } finally {
      open.delete(sandbox);
      await sandbox.close();
    }
  }

  async function trial(sandbox: Sandbox, { timeoutMs }: TrialOptions): Promise<Trial> {
    const startedAt = performance.now();
    const running = runCommand(command, {
      cwd: io.cwd,
      env: { ...io.env, ...environmentOf(sandbox) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    open.set(sandbox, running);
    const { child, ended } = running;
    const output = tailOf([child.stdout, child.stderr]);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      end(running);
    }, timeoutMs ?? maxRunMs);
    try {
      const code = await ended;
      if (isStopped) throw new Stopped();
      const ms = Math.round(performance.now() - startedAt);
      return { passed: code === 0 && !timedOut, timedOut, code, ms, output: output() };
    } finally {
      clearTimeout(timer);
      // Processes that the command left behind would go on with this sandbox.
      end(running);
    }
  }

  function end({ child: { pid } }: RunningCommand): void {
    if (pid !== undefined) io.endGroup(pid);
  }
}

/**
 * Why the first run, without a change, is no measure for the others; with the end of what the command said.
 * @param change what later runs have, such as `a lie`
 */
export function failureOfFirst(
  { passed, timedOut, code, output }: Trial,
  command: readonly string[],
  change: string,
): string | undefined {
  if (passed) return undefined;
  const name = command.join(' ');
  const sentence = timedOut
    ? `"${name}" does not end in time without ${change}: raise --timeout.`
    : `"${name}" fails without ${change} (exit code ${code}): make it pass first.`;
  return `${output}creator-sandbox: ${sentence}\n`;
}

/** Three times the first run, and longer than the latest reply of the rules. */
export const defaultTimeoutMs = ({ ms }: Trial): number => 3 * ms + 15_000;

/** A day. */
const maxRunMs = 24 * 3_600_000;
