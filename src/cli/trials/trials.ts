import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { pino } from 'pino';
import { launch } from '../../app/sandbox/sandbox.ts';
import type { Sandbox } from '../../client/sandbox-interface.ts';
import { freePort, type Settings } from '../../core/settings.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { environmentOf } from '../env.ts';
import { Stopped } from '../errors.ts';
import { interruptible } from '../interruptible.ts';
import type { Io } from '../io.ts';
import { type RunningCommand, runCommand } from '../run-command.ts';
import { usedCpuMs } from './workers.ts';

/** Runs the user's command, each time beside a sandbox of its own that rewrites its replies in one way. */
export interface Trials {
  /** @throws UsageError if the command cannot be run; Stopped once a signal came */
  run(rewriter: ReplyRewriter | undefined, options?: TrialOptions): Promise<Trial>;
}

export interface TrialOptions {
  /** Ends the run, and every process of its group, after this time. */
  readonly timeoutMs?: number | undefined;
  /** Ends the run as well. */
  readonly signal?: AbortSignal;
  /** Called before the sandbox listens. */
  readonly prepare?: (deps: Deps) => Promise<void>;
  /** Called when the command has ended, and before the sandbox closes. */
  readonly ended?: (trial: Trial, sandbox: Sandbox) => Promise<void>;
}

/** How a run of the command ended. */
export interface Trial {
  readonly passed: boolean;
  readonly timedOut: boolean;
  readonly code: number;
  readonly ms: number;
  /** CPU time of this process and the command, if the run was the only one; undefined if the system does not tell. */
  readonly cpuMs: number | undefined;
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
    port: freePort,
    ...(given.adminPort !== undefined && { adminPort: freePort }),
    logLevel: 'error',
  };
  const log = pino({ level: 'silent' });
  /** The sandboxes that are open, each with its command. */
  const open = new Map<Sandbox, RunningCommand | undefined>();
  let isReady = false;
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    for (const running of open.values()) running?.kill('SIGKILL');
    await Promise.all([...open.keys()].map((sandbox) => sandbox.close()));
  };
  // The first sandbox makes the world, so that the others find it.
  const first = await interruptible(
    { ...io, untilStopped: (close) => io.untilStopped(() => (isReady ? stop() : close())) },
    (options) => launch(settings, { log, secret: io.secret, ...options }),
  );
  isReady = true;
  await first.close();

  return {
    async run(replyRewriter, options = {}) {
      if (isStopped) throw new Stopped();
      const { prepare, ended } = options;
      const sandbox = await launch(settings, {
        log,
        secret: io.secret,
        replyRewriter,
        ...(prepare && { prepare }),
      });
      open.set(sandbox, undefined);
      try {
        if (isStopped) throw new Stopped();
        const trial = await runTrial(command, sandbox, options, io, (running) => open.set(sandbox, running));
        if (isStopped) throw new Stopped();
        await ended?.(trial, sandbox);
        return trial;
      } finally {
        open.delete(sandbox);
        await sandbox.close();
      }
    },
  };
}

async function runTrial(
  command: readonly string[],
  sandbox: Sandbox,
  { timeoutMs = maxRunMs, signal }: TrialOptions,
  io: Io,
  onStart: (running: RunningCommand) => void,
): Promise<Trial> {
  const startedAt = performance.now();
  const cpuMsBefore = usedCpuMs();
  const running = runCommand(
    command,
    {
      cwd: io.cwd,
      env: { ...io.env, ...environmentOf(sandbox) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
    io,
  );
  onStart(running);
  const { child, ended } = running;
  const output = tailOf([child.stdout, child.stderr]);
  let timedOut = false;
  const onAbort = () => running.kill('SIGKILL');
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => {
    timedOut = true;
    running.kill('SIGKILL');
  }, timeoutMs);
  try {
    const { code } = await ended;
    const ms = Math.round(performance.now() - startedAt);
    const cpuMs = cpuMsBefore === undefined ? undefined : (usedCpuMs() ?? 0) - cpuMsBefore;
    return { passed: code === 0 && !timedOut, timedOut, code, ms, cpuMs, output: output() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // Processes that the command left behind would go on with this sandbox.
    running.kill('SIGKILL');
  }
}

const maxTailBytes = 16 * 1024;

/** Keeps the last 16 kB that streams write. @returns how to read it */
function tailOf(streams: readonly (Readable | null)[]): () => string {
  let bytes = Buffer.alloc(0);
  for (const stream of streams)
    stream?.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]).subarray(-maxTailBytes);
    });
  return () => bytes.toString();
}

/**
 * Why the first run is no measure for the others, with the end of what the command said; undefined if it passed.
 * @param circumstance of that run, such as `on honest replies`
 */
export function failureOfFirst(
  { passed, timedOut, code, output }: Trial,
  command: readonly string[],
  circumstance: string,
): string | undefined {
  if (passed) return undefined;
  const name = command.join(' ');
  const sentence = timedOut
    ? `"${name}" does not end in time ${circumstance}: raise --timeout.`
    : `"${name}" already fails ${circumstance} (exit code ${code}): make it pass first.`;
  return `${output}creator-sandbox: ${sentence}\n`;
}

/** Three times the first run, and some seconds for what starts slowly; more where runs share the processors. */
export const defaultTimeoutMs = ({ ms }: Trial, workers = 1): number =>
  (3 * ms + 15_000) * Math.max(1, workers / availableParallelism());

/** A day. */
const maxRunMs = 24 * 3_600_000;
