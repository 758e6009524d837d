import type { Cluster, Worker } from 'node:cluster';
import { createInterface } from 'node:readline';
import type { Sandbox } from '../admin/sandbox.ts';
import type { Settings } from '../config.ts';
import { openWorldOf } from '../sandbox.ts';
import { exitCode, type Io } from './io.ts';
import { worldProgress } from './progress.ts';

/** The ready line of a process. */
export type Ready = Readonly<Record<'url' | 'example', string>> & {
  readonly admin?: string;
  readonly certificate?: Sandbox['certificate'];
};

/**
 * Keeps several processes on one port. They are replicas of one ledger; this one serves nothing. A process that dies is
 * replaced, and one that cannot start ends all.
 */
export async function keepProcesses(
  cluster: Cluster,
  settings: Settings,
  io: Io,
  show: (ready: Ready) => void,
): Promise<number> {
  // Once, before each would make it for itself.
  (await openWorldOf(settings, { onProgress: worldProgress(io.stderr) })).close();
  cluster.setupPrimary({ silent: true });
  let isClosing = false;
  const stopped = io.untilStopped(async () => {
    isClosing = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && ended(worker)));
  });
  const failed = Promise.withResolvers<number>();
  // The first one alone: what is wrong with the ledger is said once.
  const first = await Promise.race([start(), failed.promise]);
  if (typeof first === 'number') return first;
  const others = Promise.all(Array.from({ length: settings.processes - 1 }, start));
  const ready = await Promise.race([others, failed.promise]);
  if (typeof ready === 'number') return ready;
  show(first);
  io.started?.();
  return Promise.race([stopped.then(() => exitCode.ok), failed.promise]);

  function start(): Promise<Ready> {
    const worker = cluster.fork();
    const { promise, resolve } = Promise.withResolvers<Ready>();
    let isReady = false;
    const { stdout, stderr } = worker.process;
    if (stdout)
      createInterface(stdout).on('line', (line) => {
        if (isReady) io.stdout.write(`${line}\n`);
        else resolve(JSON.parse(line) as Ready);
        isReady = true;
      });
    stderr?.on('data', (text: Buffer) => io.stderr.write(text.toString()));
    worker.once('exit', (code) => {
      if (isClosing) return;
      if (isReady) void start();
      else {
        isClosing = true;
        for (const other of Object.values(cluster.workers ?? {})) other?.process.kill('SIGTERM');
        failed.resolve(code || exitCode.runtime);
      }
    });
    return promise;
  }
}

function ended(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.process.kill('SIGTERM');
  return promise;
}
