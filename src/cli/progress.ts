import { estimateFor, type Progress } from '../../seed/build.ts';
import type { Output } from './io.ts';

/** Worlds of so many people are announced before they are made. */
const announcedFrom = 10_000;

/** Tells how far a world is: a bar that moves on a terminal, a line at the begin and the end elsewhere. */
export function worldProgress(output: Output): (progress: Progress) => void {
  let shown = '';
  return ({ stage, done, size }) => {
    if (shown === '' && size >= announcedFrom) output.write(`${estimate(size)}\n`);
    const share = stage === 'people' ? Math.floor((done / size) * 10) : 10;
    const text =
      stage === 'people'
        ? `Making the world: ${share * 10}% of ${size} people`
        : `Making the world: ${stage}`;
    if (text === shown) return;
    if (output.isTTY) {
      const bar = `[${'='.repeat(share)}${' '.repeat(10 - share)}]`;
      output.write(`\r\u001b[K${text} ${bar}${stage === 'indexes' ? '\n' : ''}`);
    } else if (share === 10 || shown === '') output.write(`${text}\n`);
    shown = text;
  };
}

function estimate(size: number): string {
  const { seconds, bytes } = estimateFor(size);
  const time = seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `A world of ${size} people takes about ${time} to make and ${(bytes / 1e9).toFixed(1)} GB on disk.`;
}
