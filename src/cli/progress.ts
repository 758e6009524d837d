import type { Progress } from '../world/build.ts';
import type { Output } from './io.ts';

/** Tells how far a world is: a bar that moves on a terminal, a line each tenth elsewhere. */
export function worldProgress(output: Output): (progress: Progress) => void {
  let shown = '';
  return ({ stage, done, size }) => {
    const share = stage === 'people' ? Math.floor((done / size) * 10) : 10;
    const text =
      stage === 'people'
        ? `Making the world: ${share * 10}% of ${size} people`
        : `Making the world: ${stage}`;
    if (text === shown) return;
    if (output.isTTY)
      output.write(
        `\r\u001b[K${text} [${'='.repeat(share)}${' '.repeat(10 - share)}]${stage === 'indexes' ? '\n' : ''}`,
      );
    else if (share === 10 || shown === '') output.write(`${text}\n`);
    shown = text;
  };
}
