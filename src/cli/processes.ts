import type { Cluster, Worker } from 'node:cluster';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { openWorldOf } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import type { Settings } from '../core/settings.ts';
import { sendCertificate } from './given-certificate.ts';
import { exitCode, type Io } from './io.ts';
import { worldProgress } from './progress.ts';
import { endOfAll, onEnd, type RunEnd } from './run-end.ts';

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
  /** All are ready. */
  show: (ready: ReadyLine) => void;
  /** All have ended after a signal. */
  end: (end: RunEnd) => void;
}

/** When so many processes in a row end by themselves soon after their start, all end: the next one would end too. */
const maxShortLived = 5;
const shortLifeMs = 10_000;

/**
 * Keeps several processes on one port. They are replicas of one ledger; this one serves nothing. One that cannot start at
 * first ends all; later, one that dies is replaced.
 */
export async function superviseProcesses({
  cluster,
  settings,
  io,
  log,
  pass,
  show,
  end,
}: ProcessesOptions): Promise<number> {
  const certificate = settings.tls
    ? await (await import('../system/certificate.ts')).certificateOf(settings)
    : undefined;
  // Once, before each would make it for itself.
  (await openWorldOf(settings, { onProgress: worldProgress(io.stderr) })).close();
  cluster.setupPrimary({ silent: true });
  /** The processes, each with the end of its output, which may come after its own end. */
  const running = new Map<Worker, Promise<unknown>>();
  const ends: RunEnd[] = [];
  let shown: ReadyLine | undefined;
  let isClosing = false;
  let shortLived = 0;
  const { promise: failed, resolve: fail } = Promise.withResolvers<number>();
  const stopped = io.untilStopped(async () => {
    await endAll();
    end(await endOfAll(ends));
  });
  return Promise.race([run(), failed]);

  async function run(): Promise<number> {
    // The first one starts alone, so that a flaw of the ledger is reported once.
    const first = await start();
    await Promise.all(Array.from({ length: settings.processes - 1 }, () => start()));
    shown = first;
    show(first);
    io.started?.();
    await stopped;
    return exitCode.ok;
  }

  function start(): Promise<ReadyLine> {
    const worker = cluster.fork();
    running.set(
      worker,
      once(worker.process, 'close').finally(() => running.delete(worker)),
    );
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<ReadyLine>();
    let ready: ReadyLine | undefined;
    if (certificate) sendCertificate(worker, certificate);
    onEnd(worker, (each) => void ends.push(each));
    const { stdout, stderr } = worker.process;
    if (stdout)
      createInterface(stdout).on('line', (line) => {
        if (ready) pass(line);
        else {
          ready = JSON.parse(line) as ReadyLine;
          resolve(ready);
        }
      });
    stderr?.on('data', (text: Buffer) => io.stderr.write(text.toString()));
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isClosing) return;
      if (!shown)
        return giveUp(
          code,
          signal === null ? undefined : `A process was ended by ${signal} during the start.`,
        );
      // A process that serves and is killed from outside says nothing about the next one.
      const isOwnEnd = !ready || signal !== 'SIGKILL';
      shortLived = isOwnEnd && performance.now() - startedAt < shortLifeMs ? shortLived + 1 : 0;
      if (shortLived === maxShortLived)
        return giveUp(code, `${maxShortLived} processes in a row ended soon after their start.`);
      log.warn(
        { process: worker.id, ...(signal ? { signal } : { code }) },
        'A process ended; another one takes its place.',
      );
      void replace(shown);
    });
    return promise;
  }

  async function replace(before: ReadyLine): Promise<void> {
    const { url, admin } = await start();
    if (url !== before.url || admin !== before.admin)
      giveUp(null, 'All processes ended at once, and with them the port that was free when they started.');
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
