import type { Filter, StringFilter } from '../core/filters.ts';
import { byCodePoint } from '../core/order.ts';
import type { Column, ColumnBuilder } from './column.ts';
import { type Growing, growing, narrowed, type WholeNumbers } from './growing.ts';

/** How a filter compares whole texts. Parts always match in any case (assumed: caseless). */
export interface Comparison {
  caseless?: boolean;
  /** A handle: filters may write it with a leading @. */
  handle?: boolean;
}

/** One text per row, such as a name or a country. Each distinct text is stored once; rows hold its rank. */
export function codeColumn(comparison: Comparison): ColumnBuilder<string> {
  const words = dictionary();
  const codes = growing();
  return {
    add: (value) => codes.push(words.codeOf(value)),
    done() {
      const { sorted, rankOf } = words.ranked();
      return codesOf(sorted, narrowed(ranksOf(codes, rankOf), sorted.length), comparison);
    },
  };
}

function codesOf(sorted: readonly string[], ranks: WholeNumbers, comparison: Comparison): Column {
  return {
    keep: (filter, rows, count) => keepMarked(matches(sorted, filter, comparison), ranks, rows, count),
    keys: () => ranks,
    step: 2,
    bytes: ranks.byteLength + bytesOf(sorted),
  };
}

/**
 * Several texts per row, such as hashtags. Each distinct text lists its rows. A filter matches if any text of
 * the row does.
 */
export function listColumn(comparison: Comparison): ColumnBuilder<readonly string[]> {
  const words = dictionary();
  const codes = growing();
  const owners = growing();
  let size = 0;
  return {
    add(values) {
      for (const value of new Set(values)) {
        codes.push(words.codeOf(value));
        owners.push(size);
      }
      size++;
    },
    done() {
      const { sorted, rankOf } = words.ranked();
      const postings = postingsOf(ranksOf(codes, rankOf), owners.values(), sorted.length);
      return lists(sorted, postings, size, comparison);
    },
  };
}

function lists(
  sorted: readonly string[],
  { starts, rows: owners }: Postings,
  size: number,
  comparison: Comparison,
): Column {
  return {
    keep(filter, rows, count) {
      const marks = new Uint8Array(size);
      for (const [rank, matched] of matches(sorted, filter, comparison).entries())
        if (matched === 1)
          for (let at = starts[rank] as number; at < (starts[rank + 1] as number); at++)
            marks[owners[at] as number] = 1;
      return keepIn(marks, rows, count);
    },
    keys: () => undefined,
    step: 0,
    bytes: owners.byteLength + starts.byteLength + bytesOf(sorted),
  };
}

const ranksOf = (codes: Growing, rankOf: Uint32Array): Float64Array =>
  codes.values().map((code) => rankOf[code] ?? 0);

function dictionary() {
  const codes = new Map<string, number>();
  return {
    codeOf(value: string): number {
      const known = codes.get(value);
      if (known !== undefined) return known;
      codes.set(value, codes.size);
      return codes.size - 1;
    },
    /** All texts sorted by code point, and the rank of each code. */
    ranked() {
      const sorted = [...codes.keys()].sort(byCodePoint);
      const rankOf = new Uint32Array(codes.size);
      for (const [rank, value] of sorted.entries()) rankOf[codes.get(value) ?? 0] = rank;
      return { sorted, rankOf };
    },
  };
}

/** One mark per text of the dictionary: 1 if the filter matches it. */
function matches(sorted: readonly string[], filter: Filter, comparison: Comparison): Uint8Array {
  const marks = new Uint8Array(sorted.length);
  if (filter.type !== 'string') return marks;
  const wanted = matcher(filter, comparison);
  for (const [rank, value] of sorted.entries()) marks[rank] = wanted(value) ? 1 : 0;
  return marks;
}

function matcher(
  { anyOf, contains }: StringFilter,
  { caseless = false, handle = false }: Comparison,
): (value: string) => boolean {
  const written = (text: string): string => (caseless || contains ? text.toLowerCase() : text);
  const wanted = anyOf.map((text) => written(handle ? text.replace(/^@/, '') : text));
  if (contains) return (value) => wanted.some((part) => written(value).includes(part));
  const whole = new Set(wanted);
  return (value) => whole.has(written(value));
}

function keepMarked(marks: Uint8Array, ranks: WholeNumbers, rows: Uint32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[kept] = row;
    kept += marks[ranks[row] as number] as number;
  }
  return kept;
}

/** @param marks 1 for each row to keep */
function keepIn(marks: Uint8Array, rows: Uint32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[kept] = row;
    kept += marks[row] as number;
  }
  return kept;
}

/** The rows of each rank: those of rank r are from `starts[r]` to `starts[r + 1]`. */
interface Postings {
  starts: Uint32Array;
  rows: Uint32Array;
}

function postingsOf(ranks: Float64Array, owners: Float64Array, size: number): Postings {
  const starts = new Uint32Array(size + 1);
  for (const rank of ranks) starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  for (let rank = 0; rank < size; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
  const next = starts.slice();
  const rows = new Uint32Array(ranks.length);
  for (let at = 0; at < ranks.length; at++) {
    const rank = ranks[at] ?? 0;
    const place = next[rank] ?? 0;
    rows[place] = owners[at] ?? 0;
    next[rank] = place + 1;
  }
  return { starts, rows };
}

/** An upper estimate: two bytes per UTF-16 unit, plus an array entry and the header of a string. */
export const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + 2 * text.length + 24, 0);
