import { exp } from './exact.ts';

/** A stream of random values that depends only on its seed. */
export interface Random {
  uint32(): number;
  /** At least 0, less than 1. */
  unit(): number;
  /** A whole number from `least` to `most`, inclusive. */
  int(least: number, most: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<T extends { weight: number }>(list: readonly T[]): T;
  /** A new array in random order. */
  shuffled<T>(list: readonly T[]): T[];
  /** Normal distribution: mean 0, standard deviation 1, limited to ±4.9. */
  normal(): number;
  /** A distribution with a long tail to the right; half of the values are below the median. */
  longTail(median: number, sigma: number): number;
  /** `length` characters of the alphabet. */
  text(length: number, alphabet: string): string;
}

/**
 * The stream for a seed, a purpose and an index. The stream of person 7 is the same in a world of 10 and of
 * 100,000, in every thread.
 */
export function randomFor(seed: number, purpose: string, index = 0): Random {
  let state = 0x9e3779b9;
  const absorb = (value: number): void => {
    state = Math.imul(state ^ value, 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  };
  absorb(seed >>> 0);
  absorb(Math.floor(seed / 2 ** 32) >>> 0);
  for (let n = 0; n < purpose.length; n += 1) absorb(purpose.charCodeAt(n));
  absorb(index);
  return distributions(createSfc32(state));
}

/** The generator sfc32, its state of four words initialised by splitmix32. */
function createSfc32(start: number): () => number {
  let mixed = start | 0;
  const word = (): number => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed ^ (mixed >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let a = word();
  let b = word();
  let c = word();
  let counter = word();

  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
}

function distributions(uint32: () => number): Random {
  const unit = (): number => uint32() / 0x1_0000_0000;
  const int = (least: number, most: number): number => least + Math.floor(unit() * (most - least + 1));
  const between = (least: number, most: number): number => least + unit() * (most - least);

  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T;

  const weighted = <T extends { weight: number }>(list: readonly T[]): T => {
    let rest = unit() * list.reduce((sum, item) => sum + item.weight, 0);
    for (const item of list) {
      rest -= item.weight;
      if (rest < 0) return item;
    }
    return list[list.length - 1] as T;
  };

  const shuffled = <T>(list: readonly T[]): T[] => {
    const result = list.slice();
    for (let n = result.length - 1; n > 0; n -= 1) {
      const other = int(0, n);
      [result[n], result[other]] = [result[other] as T, result[n] as T];
    }
    return result;
  };

  const normal = (): number => {
    let sum = 0;
    for (let n = 0; n < 4; n += 1) {
      const bits = uint32();
      sum += (bits & 0xffff) + (bits >>> 16);
    }
    // eight uniform halves: mean 4 × 65535, variance 8 / 12 × 65536²
    return (sum / 65536 - 4) * 1.224744871391589;
  };

  const text = (length: number, alphabet: string): string => {
    let result = '';
    for (let n = 0; n < length; n += 1) result += alphabet[int(0, alphabet.length - 1)];
    return result;
  };

  return {
    uint32,
    unit,
    int,
    between,
    chance: (probability) => unit() < probability,
    pick,
    weighted,
    shuffled,
    normal,
    longTail: (median, sigma) => median * exp(sigma * normal()),
    text,
  };
}
