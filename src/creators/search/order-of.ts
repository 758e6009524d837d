import { byCodePoint } from '../../core/order.ts';
import type { Numbers } from '../world/index-parts.ts';
import { addUp, type WholeNumbers, wholeNumbers } from './growing.ts';

/**
 * Sorts rows by their keys, by digits of 16 bits, or of 8 where rows are few: equal keys keep the order of
 * `place`.
 */
export function sortRows(keys: Numbers, place: WholeNumbers): WholeNumbers {
  let rows = wholeNumbers(keys.length, keys.length);
  for (let row = 0; row < keys.length; row++) rows[place[row] as number] = row;
  let spare: WholeNumbers = rows.slice();
  const bits = keys.length < 2 ** 12 ? 8 : 16;
  for (const digits of digitsOf(keys))
    for (let shift = 0; shift < 16; shift += bits) {
      sortByDigit(digits, shift, bits, rows, spare);
      [rows, spare] = [spare, rows];
    }
  return rows;
}

/** Rows in the order of their texts by code point, which are short; equal texts keep the order of their rows. */
export function rowsByText(texts: readonly string[]): Uint32Array {
  let rows = Uint32Array.from({ length: texts.length }, (_, row) => row);
  if (!texts.every((text) => ascii.test(text)))
    return rows.sort((a, b) => byCodePoint(texts[a] as string, texts[b] as string));
  let spare = rows.slice();
  const longest = texts.reduce((length, text) => Math.max(length, text.length), 0);
  const digits = new Uint16Array(texts.length);
  // two characters at once, the last ones first
  for (let at = longest - (longest % 2 === 0 ? 2 : 1); at >= 0; at -= 2) {
    for (const [row, text] of texts.entries()) digits[row] = (codeAt(text, at) << 7) + codeAt(text, at + 1);
    sortByDigit(digits, 0, 14, rows, spare);
    [rows, spare] = [spare, rows];
  }
  return rows;
}

const ascii = /^[ -~]*$/;

/** 0 for a text that has ended, which comes first. */
const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : 0);

/** One array per 16 bits of the keys, from the lowest on. */
function digitsOf(keys: Numbers): Uint16Array[] {
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

function sortByDigit(
  digits: Uint16Array,
  shift: number,
  bits: number,
  rows: WholeNumbers,
  into: WholeNumbers,
): void {
  const count = 2 ** bits;
  const mask = count - 1;
  const next = new Uint32Array(count + 1);
  for (const digit of digits) {
    const after = ((digit >>> shift) & mask) + 1;
    next[after] = (next[after] as number) + 1;
  }
  addUp(next);
  for (const row of rows) {
    const digit = ((digits[row] as number) >>> shift) & mask;
    const place = next[digit] as number;
    into[place] = row;
    next[digit] = place + 1;
  }
}
