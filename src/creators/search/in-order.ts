import type { WholeNumbers } from './growing.ts';
import { firstAbove, firstFrom, keyAt, type Run, type Sorted } from './sorted.ts';

/**
 * Reads the rows of a run in the order of results, after the first `skipped`. In descending
 * order, too, rows with equal keys keep their order.
 * @returns a function that fills an array and returns how many rows it wrote; 0 at the end
 */
export const readInOrder = (
  sorted: Sorted,
  run: Run,
  desc: boolean,
  skipped: number,
): ((buffer: Uint32Array) => number) =>
  desc ? descending(sorted, run, skipped) : ascending(sorted.order, run, skipped);

function ascending(order: WholeNumbers, { from, to }: Run, skipped: number) {
  let at = from + skipped;
  return (buffer: Uint32Array): number => {
    const count = Math.max(0, Math.min(buffer.length, to - at));
    buffer.set(order.subarray(at, at + count));
    at += count;
    return count;
  };
}

function descending(sorted: Sorted, { from, to }: Run, skipped: number) {
  const { order } = sorted;
  // the run of rows with the current key, and the position of the next row in it
  let equal: Run = { from: to, to };
  let at = to;
  if (skipped < to - from) {
    const last = to - 1 - skipped;
    const key = keyAt(sorted, last);
    equal = { from: firstFrom(sorted, key, { from, to }), to: firstAbove(sorted, key, { from, to }) };
    at = equal.from + skipped - (to - equal.to);
  } else equal = { from, to: from };
  return (buffer: Uint32Array): number => {
    let count = 0;
    while (count < buffer.length) {
      if (at >= equal.to) {
        if (equal.from <= from) break;
        equal = equalBefore(sorted, equal.from, from);
        at = equal.from;
      }
      const end = Math.min(equal.to, at + buffer.length - count);
      while (at < end) buffer[count++] = order[at++] as number;
    }
    return count;
  };
}

/** The run of equal keys that ends before `to`. Most runs are short, so the search begins there and widens. */
function equalBefore(sorted: Sorted, to: number, from: number): Run {
  const key = keyAt(sorted, to - 1);
  let width = 1;
  while (to - width > from && keyAt(sorted, to - width - 1) === key) width *= 2;
  const start = Math.max(from, to - width - 1);
  // at least one row, so that every walk ends
  return { from: Math.min(to - 1, firstFrom(sorted, key, { from: start, to })), to };
}
