/** Numbers that look random and are pure functions: of a seed, a word and an index. */

/** A number in [0, 1) that depends only on the arguments. */
export const chance = (seed: number, word: string, index: number): number => chances(seed, word)(index);

/** The chances of one seed and word by index. */
export function chances(seed: number, word: string): (index: number) => number {
  let hash = mix(Math.floor(seed / 2 ** 32) ^ 0x9e3779b9);
  hash = mix(hash ^ (seed >>> 0));
  for (let at = 0; at < word.length; at++) hash = mix(hash ^ word.charCodeAt(at));
  return (index) => mix(mix(hash ^ index) + 0x6d2b79f5) / 2 ** 32;
}

/** A 32-bit finaliser that uses integer operations only. */
export function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
