/** A list of numbers whose length is not known in advance. */
export interface Growing {
  readonly length: number;
  push(value: number): void;
  /** A view of the numbers so far; valid until the next push. */
  values(): Float64Array;
}

export function growing(): Growing {
  let room = new Float64Array(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === room.length) {
        const larger = new Float64Array(room.length * 2);
        larger.set(room);
        room = larger;
      }
      room[length++] = value;
    },
    values: () => room.subarray(0, length),
  };
}

export type WholeNumbers = Uint16Array | Uint32Array;

/** Whole numbers up to `most`, in the narrowest array that holds them. */
export const narrowed = (values: ArrayLike<number>, most: number): WholeNumbers =>
  most < 2 ** 16 ? Uint16Array.from(values) : Uint32Array.from(values);
