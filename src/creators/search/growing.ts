/** A list of numbers whose length is not known in advance. */
export interface Growing<Numbers> {
  readonly length: number;
  push(value: number): void;
  /** A copy of all numbers so far. */
  values(): Numbers;
}

export const growing = (): Growing<Float64Array> => inChunks(Float64Array);

/** Whole numbers below 2^32, in half the memory. */
export const growingCodes = (): Growing<Uint32Array> => inChunks(Uint32Array);

const chunkLength = 1 << 14;

function inChunks<Numbers extends Float64Array | Uint32Array>(
  Numbers: new (length: number) => Numbers,
): Growing<Numbers> {
  const full: Numbers[] = [];
  let chunk = new Numbers(chunkLength);
  let used = 0;
  return {
    get length() {
      return full.length * chunkLength + used;
    },
    push(value) {
      if (used === chunkLength) {
        full.push(chunk);
        chunk = new Numbers(chunkLength);
        used = 0;
      }
      chunk[used++] = value;
    },
    values() {
      const all = new Numbers(full.length * chunkLength + used);
      for (const [index, part] of full.entries()) all.set(part, index * chunkLength);
      all.set(chunk.subarray(0, used), full.length * chunkLength);
      return all;
    },
  };
}

export type WholeNumbers = Uint16Array | Uint32Array;

/** An array of zeros for whole numbers below `bound`, in the narrowest type that holds them. */
export const wholeNumbers = (length: number, bound: number): WholeNumbers =>
  bound <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);

/** Copies whole numbers below `bound` into the narrowest array that holds them. */
export function narrowed(values: ArrayLike<number>, bound: number): WholeNumbers {
  const narrow = wholeNumbers(values.length, bound);
  narrow.set(values);
  return narrow;
}

/** Adds 1 to a number. @returns what it was before */
export function advance(counts: Uint32Array, at: number): number {
  const before = counts[at] as number;
  counts[at] = before + 1;
  return before;
}

/** Adds to each number all that stand before it: how many belong to each becomes where those of the next begin. */
export function addUp(counts: Uint32Array): void {
  let sum = 0;
  counts.forEach((count, at) => {
    sum += count;
    counts[at] = sum;
  });
}
