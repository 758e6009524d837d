import { estimateFor, type Progress } from '../../seed/build.ts';
import type { Output } from './io.ts';

/** Worlds of this size take long enough to announce time and disk space. */
const estimatedFrom = 5_000;

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
