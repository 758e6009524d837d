import { isReservedName } from '../src/core/reserved-names.ts';
import type { Random } from './random.ts';

export const idLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Eleven characters, like the ids of posts and videos. */
export function shortId(random: Random): string {
  const id = random.text(11, idLetters);
  return isReservedName(id) ? shortId(random) : id;
}

/** Nineteen digits that grow with time, like the ids of clips and sounds. */
export function longId(random: Random, at: number): string {
  const id = (BigInt(Math.floor(at / 1000)) << 32n) | BigInt(random.uint32());
  return id.toString();
}
