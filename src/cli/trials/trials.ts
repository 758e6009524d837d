import type { Readable } from 'node:stream';
import { pino } from 'pino';
import { launch } from '../../app/sandbox/sandbox.ts';
import type { Sandbox } from '../../client/sandbox-interface.ts';
import { freePort, type Settings } from '../../core/settings.ts';
import type { Environment } from '../../intercept/upstream.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { type CommandEnvironment, commandEnvironments, type VariableFlags } from '../command-environment.ts';
import { Interrupted, type Io } from '../io.ts';
import { startOwnSandbox } from '../own-sandbox.ts';
import { type RunningCommand, runCommand } from '../run-command.ts';
import { usedCpuMs } from './side-by-side.ts';

/** Runs the user's command, each time beside a sandbox of its own that rewrites its replies in one way. */
export interface Trials {
  /** The hosts of `--service`, to which no request arrived in any run so far; undefined if one did, or none is named. */
  readonly unreached: string | undefined;
  /** @throws UsageError if the command cannot be run; Interrupted once a signal came */
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
  variables: VariableFlags = {},
): Promise<Trials> {
  const settings: Settings = {
    ...given,
    port: freePort,
    ...(given.adminPort !== undefined && { adminPort: freePort }),
    logLevel: 'error',
  };
  const log = pino({ level: 'silent' });
  const environments = await commandEnvironments(settings, variables, io);
  let arrived = 0;
  /** The sandboxes that are open, each with its command. */
  const open = new Map<Sandbox, RunningCommand | undefined>();
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    for (const running of open.values()) running?.kill('SIGKILL');
    await Promise.all([...open.keys()].map((sandbox) => sandbox.close()));
  };
  // The first sandbox makes the world, so that the others find it.
  const first = await startOwnSandbox(settings, io, { onStop: stop, log });
  await first.close();

  return {
    get unreached() {
      return arrived > 0 ? undefined : environments.services.map(({ host }) => host).join(', ') || undefined;
    },
    async run(replyRewriter, options = {}) {
      if (isStopped) throw new Interrupted('Interrupted.');
      const { prepare, ended } = options;
      const sandbox = await launch(settings, {
        log,
        secret: io.secret,
        replyRewriter,
        ...(prepare && { prepare }),
      });
      open.set(sandbox, undefined);
      let beside: CommandEnvironment | undefined;
      try {
        if (isStopped) throw new Interrupted('Interrupted.');
        beside = await environments.beside(sandbox);
        const { env } = beside;
        const trial = await runTrial(command, env, options, io, (running) => open.set(sandbox, running));
        if (isStopped) throw new Interrupted('Interrupted.');
        await ended?.(trial, sandbox);
        return trial;
      } finally {
        arrived += beside?.interception?.arrived ?? 0;
        beside?.close();
        open.delete(sandbox);
        await sandbox.close();
      }
    },
  };
}

async function runTrial(
  command: readonly string[],
  env: Environment,
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
      env,
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

/** A day. */
const maxRunMs = 24 * 3_600_000;
