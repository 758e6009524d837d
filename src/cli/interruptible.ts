import type { Progress } from '../../seed/build.ts';
import { Interrupted } from './errors.ts';
import type { Io } from './io.ts';
import { worldProgress } from './progress.ts';

/**
 * Runs work that may build a world first. A signal aborts the work and removes the unfinished world. The program then
 * ends with 1, so that a script does not continue without the world.
 */
export async function interruptible<T>(
  io: Io,
  work: (options: { onProgress: (progress: Progress) => void; signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const { promise: result, resolve: begin } = Promise.withResolvers<T>();
  const interrupted = () => new Interrupted('Interrupted. The unfinished world was removed.');
  void io.untilStopped(async () => {
    stop.abort();
    await result.catch(() => {});
  });
  begin(work({ onProgress: worldProgress(io.stderr), signal: stop.signal }));
  try {
    return await result;
  } catch (error) {
    throw stop.signal.aborted ? interrupted() : error;
  }
}
