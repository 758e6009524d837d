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
export const firstFrom = (sorted: Sorted, key: number, run: Run = wholeRun(sorted)): number =>
  firstWhere(run, (at) => keyAt(sorted, at) >= key);

/** The first position in the run whose key is above `key`. */
export const firstAbove = (sorted: Sorted, key: number, run: Run = wholeRun(sorted)): number =>
  firstWhere(run, (at) => keyAt(sorted, at) > key);

export const wholeRun = ({ order }: Sorted): Run => ({ from: 0, to: order.length });

export const intersection = (a: Run, b: Run): Run => {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
};

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

export const keyAt = ({ order, keys }: Sorted, at: number): number => keys[order[at] as number] as number;
