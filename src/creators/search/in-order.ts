import type { WholeNumbers } from './growing.ts';
import { firstAbove, firstFrom, keyAt, type Run, type Sorted } from './sorted.ts';

/**
 * Reads the rows of a run in the order of results, after the first `skipped`. Descending keys keep the order
 * of rows with equal keys.
 * @returns a function that fills an array and says how many rows it holds; 0 at the end
 */
export const readInOrder = (
  sorted: Sorted,
  run: Run,
  desc: boolean,
  skipped: number,
): ((room: Uint32Array) => number) =>
  desc ? descending(sorted, run, skipped) : ascending(sorted.order, run, skipped);

function ascending(order: WholeNumbers, { from, to }: Run, skipped: number) {
  let at = from + skipped;
  return (room: Uint32Array): number => {
    const count = Math.max(0, Math.min(room.length, to - at));
    room.set(order.subarray(at, at + count));
    at += count;
    return count;
  };
}

function descending(sorted: Sorted, { from, to }: Run, skipped: number) {
  const { order } = sorted;
  // the rows with the key at hand, and the next one of them
  let equal: Run = { from: to, to };
  let at = to;
  if (skipped < to - from) {
    const last = to - 1 - skipped;
    const key = keyAt(sorted, last);
    equal = { from: firstFrom(sorted, key, { from, to }), to: firstAbove(sorted, key, { from, to }) };
    at = equal.from + skipped - (to - equal.to);
  } else equal = { from, to: from };
  return (room: Uint32Array): number => {
    let count = 0;
    while (count < room.length) {
      if (at >= equal.to) {
        if (equal.from <= from) break;
        equal = equalBefore(sorted, equal.from, from);
        at = equal.from;
      }
      const end = Math.min(equal.to, at + room.length - count);
      while (at < end) room[count++] = order[at++] as number;
    }
    return count;
  };
}

/** The run of equal keys that ends before `to`. Most runs are short, so the search widens from there. */
function equalBefore(sorted: Sorted, to: number, least: number): Run {
  const key = keyAt(sorted, to - 1);
  let width = 1;
  while (to - width > least && keyAt(sorted, to - width - 1) === key) width *= 2;
  const from = Math.max(least, to - width - 1);
  // at least one row, so that every walk ends
  return { from: Math.min(to - 1, firstFrom(sorted, key, { from, to })), to };
}
