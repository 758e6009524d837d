import { createRandom } from '../../src/core/random.ts';

/** Random decisions that repeat for the same seed. */
export interface Choose {
  of<Of>(list: readonly Of[]): Of;
  /** From 0 to below the limit. */
  below(limit: number): number;
  chance(probability: number): boolean;
}

export function choices(seed: number): Choose {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    of: <Of>(list: readonly Of[]) => list[below(list.length)] as Of,
    chance: (probability) => random() < probability,
  };
}

/** The seed of one request of a run, so that each can be made again alone. */
export const seedOf = (run: number, n: number): number =>
  Math.imul(run + 1, 0x9e3779b1) ^ Math.imul(n, 0x85ebca6b);
