import { createRandom } from '../../src/core/random.ts';
import { applied, type Slip, slipsOf } from './kinds.ts';
import type { Sources } from './sources.ts';

/** A slip with its file, and its line before and after. */
export interface DrawnSlip extends Slip {
  /** Within the project, with `/`. */
  file: string;
  before: string;
  after: string;
}

/**
 * Draws slips by a seed, each on a line of its own: every line with a place for one is as likely as every other, then
 * every kind on that line, then every place of that kind. A slip that does not compile is drawn anew. The result is
 * shorter than `count` if the lines end.
 */
export function drawSlips(
  sources: Sources,
  files: readonly string[],
  seed: number,
  count: number,
): DrawnSlip[] {
  const random = createRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const lines = files.toSorted().flatMap((file) => {
    const byLine = Map.groupBy(slipsOf(sources.read(file)), ({ line }) => line);
    return [...byLine.values()].map((slips) => ({ file, slips }));
  });
  const drawn: DrawnSlip[] = [];
  while (drawn.length < count && lines.length > 0) {
    const [line] = lines.splice(Math.floor(random() * lines.length), 1);
    if (!line) break;
    const { file, slips } = line;
    const { text } = sources.read(file);
    while (slips.length > 0) {
      const kind = pick([...new Set(slips.map((one) => one.kind))]);
      const slip = pick(slips.filter((one) => one.kind === kind));
      slips.splice(slips.indexOf(slip), 1);
      const changed = applied(text, [slip]);
      if (changed === text || !sources.compiles(file, changed)) continue;
      drawn.push({ ...slip, file, ...linesOf(text, changed, slip) });
      break;
    }
  }
  return drawn;
}

/** The lines that a slip touches, before and after it, without their indentation. */
function linesOf(text: string, changed: string, { start, end, text: by }: Slip) {
  const cut = (whole: string, to: number): string => {
    const from = whole.lastIndexOf('\n', start - 1) + 1;
    const stop = whole.indexOf('\n', to);
    return whole
      .slice(from, stop < 0 ? whole.length : stop)
      .split('\n')
      .map((line) => line.trim())
      .join(' ');
  };
  return { before: cut(text, end), after: cut(changed, start + by.length) };
}
