import type { WholeNumbers } from './growing.ts';

/** The rows of a column in ascending order of their keys. Rows with equal keys are ordered by `place`. */
export interface Sorted {
  order: WholeNumbers;
  /** The key of each row. */
  keys: ArrayLike<number>;
}

/** A run of sorted rows, `to` excluded. */
export interface Run {
  from: number;
  to: number;
}

/** The first position in the run whose key is not below `key`. */
export const firstFrom = (sorted: Sorted, key: number, run: Run = wholeOf(sorted)): number =>
  firstWhere(run, (at) => keyAt(sorted, at) >= key);

/** The first position in the run whose key is above `key`. */
export const firstAbove = (sorted: Sorted, key: number, run: Run = wholeOf(sorted)): number =>
  firstWhere(run, (at) => keyAt(sorted, at) > key);

export const wholeOf = ({ order }: Sorted): Run => ({ from: 0, to: order.length });

export const common = (a: Run, b: Run): Run => {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
};

/**
 * Reads the rows of a run in the order of results, after the first `skipped`. Descending keys keep the order
 * of rows with equal keys.
 * @returns a function that fills an array and says how many rows it holds; 0 at the end
 */
export const inOrder = (
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
  return { from: firstFrom(sorted, key, { from, to }), to };
}

const keyAt = ({ order, keys }: Sorted, at: number): number => keys[order[at] as number] as number;

/** The first position for which `holds`, which no later one leaves; `to` if there is none. */
export function firstWhere({ from, to }: Run, holds: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sorts rows by their keys, by digits of 16 bits: equal keys keep the order of `place`. */
export function orderOf(keys: Uint16Array | Uint32Array | Float64Array, place: WholeNumbers): WholeNumbers {
  const narrow = keys.length <= 2 ** 16;
  let rows: WholeNumbers = narrow ? new Uint16Array(keys.length) : new Uint32Array(keys.length);
  for (let row = 0; row < keys.length; row++) rows[place[row] as number] = row;
  let spare: WholeNumbers = rows.slice();
  for (const digits of digitsOf(keys)) {
    sortByDigit(digits, rows, spare);
    [rows, spare] = [spare, rows];
  }
  return rows;
}

/** One array per 16 bits of the keys, from the lowest on. */
function digitsOf(keys: Uint16Array | Uint32Array | Float64Array): Uint16Array[] {
  if (keys instanceof Uint16Array) return [keys];
  if (keys instanceof Uint32Array) return halves(keys, 1);
  // the bits of positive numbers ascend with them, those of negative ones descend; -0 equals 0
  const bits = new Uint32Array(Float64Array.from(keys, (key) => key + 0).buffer);
  for (let low = 0; low < bits.length; low += 2) {
    const [below, above] = [bits[low] as number, bits[low + 1] as number];
    const negative = above >>> 31 === 1;
    bits[low] = negative ? ~below : below;
    bits[low + 1] = negative ? ~above : above ^ 0x80000000;
  }
  return [...halves(bits, 2), ...halves(bits.subarray(1), 2)];
}

function halves(words: Uint32Array, step: number): [low: Uint16Array, high: Uint16Array] {
  const size = Math.ceil(words.length / step);
  const low = new Uint16Array(size);
  const high = new Uint16Array(size);
  for (let at = 0; at < size; at++) {
    const word = words[at * step] as number;
    low[at] = word & 0xffff;
    high[at] = word >>> 16;
  }
  return [low, high];
}

function sortByDigit(digits: Uint16Array, rows: WholeNumbers, into: WholeNumbers): void {
  const next = new Uint32Array(2 ** 16 + 1);
  for (const digit of digits) next[digit + 1] = (next[digit + 1] as number) + 1;
  for (let digit = 0; digit < 2 ** 16; digit++)
    next[digit + 1] = (next[digit + 1] as number) + (next[digit] as number);
  for (const row of rows) {
    const digit = digits[row] as number;
    const place = next[digit] as number;
    into[place] = row;
    next[digit] = place + 1;
  }
}
