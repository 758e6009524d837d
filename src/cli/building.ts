import { estimateFor, type Progress } from '../../seed/build.ts';
import { Interrupted, type Io, type Output } from './io.ts';

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

/** Shows the progress of a world: a moving bar on a terminal, elsewhere one line at the start and at the end. */
export function worldProgress(output: Output): (progress: Progress) => void {
  let shown = '';
  return ({ stage, done, size }) => {
    if (shown === '' && size >= estimatedFrom) output.write(`${estimate(size)}\n`);
    const share = stage === 'people' ? Math.floor((done / size) * 10) : 10;
    const text =
      stage === 'people'
        ? `Building the world: ${share * 10}% of ${size} people`
        : `Building the world: ${stage}`;
    if (text === shown) return;
    if (output.isTTY) {
      const bar = `[${'='.repeat(share)}${' '.repeat(10 - share)}]`;
      output.rewrite?.(`${text} ${bar}${stage === 'indexes' ? '\n' : ''}`);
    } else if (share === 10 || shown === '') output.write(`${text}\n`);
    shown = text;
  };
}

function estimate(size: number): string {
  const { seconds, bytes } = estimateFor(size);
  return `A world of ${size} people takes about ${seconds} seconds to build and ${(bytes / 1e6).toFixed(0)} MB on disk.`;
}

/** Worlds of this size take long enough to announce time and disk space. */
const estimatedFrom = 5_000;
