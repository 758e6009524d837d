import type { Yielding } from '../../core/yield-to-loop.ts';

/** So many are sorted or merged in one step. */
const stepLength = 512;

/** Sorts with pauses; of equal ones the first stays first. */
export function* sortedSteps<T>(list: readonly T[], compare: (one: T, other: T) => number): Yielding<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < list.length; from += stepLength) {
    runs.push(list.slice(from, from + stepLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergedSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedSteps<T>(ones: T[], others: T[], compare: (one: T, other: T) => number): Yielding<T[]> {
  const merged: T[] = [];
  let [one, other] = [0, 0];
  while (one < ones.length || other < others.length) {
    const isFirst =
      other === others.length || (one < ones.length && compare(ones[one] as T, others[other] as T) <= 0);
    merged.push((isFirst ? ones[one++] : others[other++]) as T);
    if (merged.length % stepLength === 0) yield;
  }
  return merged;
}
