import type { Platform } from '../../core/platforms.ts';
import { isReservedName } from '../../core/reserved-names.ts';
import { mix } from './chance.ts';

/**
 * The ids of contents that are not stored. An id holds the number of its account, scrambled, so a content is found by
 * its id without an index.
 */

/** @param n another one for each content of the account, a signed 32-bit integer */
export function contentIdOf(platform: Platform, account: number, n: number, publishedAt: number): string {
  if (platform === 'clip') {
    // like the stored ones, it grows with time
    const second = Math.floor(publishedAt / 1000);
    return ((BigInt(second) << 32n) | BigInt(scrambled(account, second))).toString();
  }
  const high = scrambled(n, account);
  const id = shortIdOf(high, scrambled(account, high), mix(high) & 3);
  return isReservedName(id) ? shortIdOf(high, scrambled(account, high), 0) : id;
}

/** The number of the account in such an id; any other id gives any number. */
export function accountIn(platform: Platform, id: string): number {
  if (platform === 'clip') {
    const bits = BigInt(/^\d{19}$/.exec(id)?.[0] ?? 0);
    return unscrambled(Number(bits & 0xffffffffn), Number(bits >> 32n));
  }
  let bits = 0n;
  for (const letter of id.slice(0, 11)) bits = (bits << 6n) | BigInt(letters.indexOf(letter));
  return unscrambled(Number(bits & 0xffffffffn), Number((bits >> 32n) & 0xffffffffn));
}

const factor = 0x9e3779b1;
/** The inverse of the factor: their product is 1 modulo 2^32. */
const inverse = 0x0e8b2f51;

const scrambled = (value: number, by: number): number => Math.imul(value ^ mix(by), factor) >>> 0;
const unscrambled = (value: number, by: number): number => (Math.imul(value, inverse) ^ mix(by)) >>> 0;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Eleven characters of six bits. */
function shortIdOf(high: number, low: number, first: number): string {
  let bits = (BigInt(first) << 64n) | (BigInt(high) << 32n) | BigInt(low);
  let id = '';
  for (let at = 0; at < 11; at++) {
    id = (letters[Number(bits & 63n)] ?? '') + id;
    bits >>= 6n;
  }
  return id;
}
