import type { Cluster, Worker } from 'node:cluster';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { openWorldToJoin } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import type { Settings } from '../core/settings.ts';
import type { World } from '../creators/world/world.ts';
import type { Certificate } from '../system/certificate.ts';
import { exitCode, type Io } from './io.ts';
import { worldProgress } from './progress.ts';
import { endOfAll, onEnd, type RunEnd } from './run-end.ts';
import { sendCertificate } from './worker-certificate.ts';

/** The ready line of a process. */
export type ReadyLine = Readonly<Record<'url' | 'example', string>> & {
  readonly admin?: string;
  readonly certificate?: Sandbox['certificate'];
};

export interface ProcessesOptions {
  cluster: Cluster;
  settings: Settings;
  io: Io;
  log: Logger;
  /** Writes a line of a process. */
  pass: (line: string) => void;
  /** Called before any of them starts. */
  prepare: (signal: AbortSignal) => Promise<void>;
  /** All are ready. */
  show: (ready: ReadyLine) => void;
  /** All have ended after a signal. */
  end: (end: RunEnd) => void;
}

/** When so many processes in a row end by themselves soon after their start, all end: the next one would end too. */
const maxShortLived = 5;
const shortLifeMs = 10_000;

/**
 * Runs several processes on one port. They are replicas of one ledger; this process serves nothing. One that cannot start
 * at first ends all; later, one that dies is replaced.
 */
export async function superviseProcesses(options: ProcessesOptions): Promise<number> {
  const { cluster, settings, io, show, end } = options;
  const certificate = settings.tls
    ? await (await import('../system/certificate.ts')).certificateOf(settings)
    : undefined;
  cluster.setupPrimary({ silent: true });
  const supervisor = createSupervisor(options, certificate);
  const starting = new AbortController();
  const { promise: world, resolve: open } = Promise.withResolvers<World>();
  const stopped = io.untilStopped(async () => {
    starting.abort();
    await world.catch(() => {});
    await supervisor.endAll();
    end(await endOfAll([...supervisor.ends.values()]));
  });
  const run = async () => {
    // Once, before each would make it for itself.
    open(openWorldToJoin(settings, { onProgress: worldProgress(io.stderr), signal: starting.signal }));
    try {
      (await world).close();
      starting.signal.throwIfAborted();
      await options.prepare(starting.signal);
      show(await supervisor.startAll(settings.processes));
      io.started?.();
    } catch (error) {
      // A signal during the start is an end, not a failure.
      if (!starting.signal.aborted) throw error;
    }
    await stopped;
    return exitCode.ok;
  };
  return Promise.race([run(), supervisor.failed]);
}

interface Supervisor {
  /** @returns the ready line of the first process, when all are ready */
  startAll(count: number): Promise<ReadyLine>;
  endAll(): Promise<void>;
  /** The latest figures of each process. */
  readonly ends: ReadonlyMap<Worker, RunEnd>;
  /** Resolves with the exit code when the processes cannot go on. */
  readonly failed: Promise<number>;
}

function createSupervisor(
  { cluster, io, log, pass }: Pick<ProcessesOptions, 'cluster' | 'io' | 'log' | 'pass'>,
  certificate: Certificate | undefined,
): Supervisor {
  /** The processes, each with the end of its output, which may come after its own end. */
  const running = new Map<Worker, Promise<unknown>>();
  const ends = new Map<Worker, RunEnd>();
  /** The ready line of the first process, once all are ready. */
  let shown: ReadyLine | undefined;
  let isClosing = false;
  let shortLived = 0;
  const { promise: failed, resolve: fail } = Promise.withResolvers<number>();
  return { startAll, endAll, ends, failed };

  async function startAll(count: number): Promise<ReadyLine> {
    // The first one starts alone, so that a flaw of the ledger is reported once.
    const first = await start();
    await Promise.all(Array.from({ length: count - 1 }, () => start()));
    shown = first;
    return first;
  }

  function start(): Promise<ReadyLine> {
    const worker = cluster.fork();
    running.set(
      worker,
      once(worker.process, 'close').finally(() => running.delete(worker)),
    );
    const startedAt = performance.now();
    closeUntaken(worker);
    if (certificate) sendCertificate(worker, certificate);
    onEnd(worker, (each) => {
      ends.set(worker, each);
      log.debug({ process: worker.id, requests: each.report?.receipt.calls }, 'figures');
    });
    const { promise, resolve } = Promise.withResolvers<ReadyLine>();
    let isReady = false;
    readOutput(worker, { pass, io }, (ready) => {
      isReady = true;
      resolve(ready);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      // A process that serves and is killed from outside says nothing about the next one.
      const isOwnEnd = !isReady || signal !== 'SIGKILL';
      const isShortLived = isOwnEnd && performance.now() - startedAt < shortLifeMs;
      if (!isClosing) replace(worker, { code, signal, isShortLived });
    });
    return promise;
  }

  function replace(worker: Worker, { code, signal, isShortLived }: ProcessEnd): void {
    if (!shown) {
      giveUp(code, signal === null ? undefined : `A process was ended by ${signal} during the start.`);
      return;
    }
    shortLived = isShortLived ? shortLived + 1 : 0;
    if (shortLived === maxShortLived) {
      giveUp(code, `${maxShortLived} processes in a row ended soon after their start.`);
      return;
    }
    log.warn(
      { process: worker.id, ...(signal ? { signal } : { code }) },
      'A process ended; another one takes its place.',
    );
    const { url, admin } = shown;
    void start().then((next) => {
      if (next.url !== url || next.admin !== admin)
        giveUp(null, 'All processes ended at once, and with them the port that was free when they started.');
    });
  }

  function giveUp(code: number | null, sentence?: string): void {
    if (isClosing) return;
    if (sentence !== undefined) io.stderr.write(`creator-sandbox: ${sentence}\n`);
    void endAll();
    fail(code || exitCode.runtime);
  }

  async function endAll(): Promise<void> {
    isClosing = true;
    for (const worker of running.keys()) worker.process.kill('SIGTERM');
    await Promise.all(running.values());
  }
}

/**
 * Closes the connections that a process was given and did not take before it died: one of each port, at most. Node keeps
 * them open, so that their clients would wait for ever. Those that were taken are closed already.
 */
function closeUntaken({ process: child }: Worker): void {
  const { send } = child;
  const latest = new Map<unknown, { close(): void }>();
  child.send = (...args: unknown[]) => {
    const [message, connection] = args as [{ key?: unknown }, { close(): void } | undefined];
    if (connection) latest.set(message.key, connection);
    return Reflect.apply(send, child, args) as boolean;
  };
  child.once('exit', () => {
    for (const connection of latest.values()) connection.close();
  });
}

interface ProcessEnd {
  code: number | null;
  signal: string | null;
  isShortLived: boolean;
}

/** Takes the ready line of a process, and passes its further lines on. */
function readOutput(
  { process: { stdout, stderr } }: Worker,
  { pass, io }: Pick<ProcessesOptions, 'pass' | 'io'>,
  onReady: (ready: ReadyLine) => void,
): void {
  let isReady = false;
  if (stdout)
    createInterface(stdout).on('line', (line) => {
      if (isReady) return pass(line);
      isReady = true;
      onReady(JSON.parse(line) as ReadyLine);
    });
  stderr?.on('data', (text: Buffer) => io.stderr.write(text.toString()));
}
