import type { Progress } from '../../seed/build.ts';
import type { Io } from './io.ts';
import { worldProgress } from './progress.ts';

/** Somebody stopped the program before it was done. */
export class Interrupted extends Error {}

/**
 * Whatever may have to make a world first: interrupted, it gives up, nothing of the world stays, and the program
 * ends with 1, so that what follows in a script does not go on without it.
 */
export async function making<T>(
  io: Io,
  make: (options: { onProgress: (progress: Progress) => void; signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const made = make({ onProgress: worldProgress(io.stderr), signal: stop.signal });
  const interrupted = () => new Interrupted('Interrupted; nothing of the world stays.');
  void io.untilStopped(async () => {
    stop.abort();
    await made.catch(() => {});
    throw interrupted();
  });
  try {
    return await made;
  } catch (error) {
    throw stop.signal.aborted ? interrupted() : error;
  }
}
