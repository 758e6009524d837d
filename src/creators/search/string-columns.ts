import type { StringFilter } from '../../core/filters.ts';
import type { Steps } from '../../core/steps.ts';
import {
  type Column,
  type ColumnBuilder,
  type KnownRows,
  knownRun,
  noRows,
  type RowCondition,
} from './column.ts';
import { type Comparison, dictionaryBuilder, matchingRanks } from './dictionary.ts';
import { addUp, advance, growingCodes, narrowed, type WholeNumbers, wholeNumbers } from './growing.ts';
import { sortRows } from './order-of.ts';
import { partFinder } from './part-finder.ts';
import type { PartSource } from './parts.ts';
import { firstAbove, firstFrom, type Run, type Sorted } from './sorted.ts';

/** One text per row, such as a name or a country. Each distinct text is stored once; rows hold its rank. */
export function codeColumn(comparison: Comparison): ColumnBuilder<string> {
  const words = dictionaryBuilder(comparison);
  const codes = growingCodes();
  return {
    add: (value) => codes.push(words.codeOf(value)),
    done(place) {
      const { parts, rankOf, size } = words.done();
      const ranks = narrowed(
        codes.values().map((code) => rankOf[code] as number),
        size,
      );
      return parts.set('ranks', ranks).set('order', sortRows(ranks, place));
    },
  };
}

export function openCodes(parts: PartSource, comparison: Comparison): Column {
  const finder = partFinder(() => parts.texts('texts'));
  const sorted = (): Sorted => ({
    order: parts.numbers('order') as WholeNumbers,
    keys: parts.numbers('ranks'),
  });
  return {
    *condition(filter) {
      const matched = yield* matchingRanks(parts, filter as StringFilter, comparison, finder);
      if (matched.length === 0) return noRows;
      const ranks = parts.numbers('ranks') as WholeNumbers;
      const marks = marksOf(matched, parts.texts('texts').length);
      const known = matched.length <= maxRuns && knownRuns(sorted(), matched);
      return {
        keep: (rows, count) => keepMarked(marks, ranks, rows, count),
        ...(known && { known }),
        cost: 'look-up',
      };
    },
    sorted,
  };
}

/** With more matching texts, testing every row is quicker than collecting the rows of each text. */
const maxRuns = 128;

function knownRuns(sorted: Sorted, ranks: readonly number[]): KnownRows {
  const runs = ranks.map((rank): Run => {
    const from = firstFrom(sorted, rank);
    return { from, to: firstAbove(sorted, rank, { from, to: sorted.order.length }) };
  });
  const [first, ...rest] = runs as [Run, ...Run[]];
  if (rest.length === 0) return knownRun(sorted, first);
  const count = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    count,
    rows: () =>
      joinRows(
        runs.map(({ from, to }) => sorted.order.subarray(from, to)),
        count,
      ),
  };
}

function joinRows(lists: readonly WholeNumbers[], count: number): Uint32Array {
  const rows = new Uint32Array(count);
  let at = 0;
  for (const list of lists) {
    rows.set(list, at);
    at += list.length;
  }
  return rows;
}

/**
 * Several texts per row, such as hashtags. Each distinct text lists its rows. A filter matches if any text of
 * the row does.
 */
export function listColumn(comparison: Comparison): ColumnBuilder<readonly string[]> {
  const words = dictionaryBuilder(comparison);
  const codes = growingCodes();
  /** Where the codes of each row end. */
  const ends = growingCodes();
  return {
    add(values) {
      for (const value of values.length > 1 ? new Set(values) : values) codes.push(words.codeOf(value));
      ends.push(codes.length);
    },
    done() {
      const { parts, rankOf, size: distinct } = words.done();
      const ranks = codes.values().map((code) => rankOf[code] as number);
      const { starts, rows } = postingsOf(ranks, ends.values(), distinct);
      return parts.set('starts', starts).set('rows', rows).set('size', Uint32Array.of(ends.length));
    },
  };
}

export function openLists(parts: PartSource, comparison: Comparison): Column {
  const finder = partFinder(() => parts.texts('texts'));
  return {
    *condition(filter) {
      const matched = yield* matchingRanks(parts, filter as StringFilter, comparison, finder);
      if (matched.length === 0) return noRows;
      return yield* postingsCondition(parts, matched);
    },
    sorted: () => undefined,
  };
}

function* postingsCondition(parts: PartSource, ranks: readonly number[]): Steps<RowCondition> {
  const [starts, owners] = [parts.numbers('starts'), parts.numbers('rows') as WholeNumbers];
  const rowsOf = (rank: number): WholeNumbers => owners.subarray(starts[rank], starts[rank + 1]);
  const size = parts.numbers('size')[0] as number;
  const [only, ...rest] = ranks as [number, ...number[]];
  if (rest.length === 0) return onRows(rowsOf(only), size);
  const marks = new Uint8Array(size);
  let seen = 0;
  let count = 0;
  for (const rank of ranks) {
    const rows = rowsOf(rank);
    for (const row of rows) {
      count += marks[row] === 0 ? 1 : 0;
      marks[row] = 1;
    }
    seen += rows.length;
    if (seen < rowsPerPause) continue;
    seen = 0;
    yield;
  }
  const known = { count, rows: () => rowsMarked(marks, count) };
  return { keep: (rows, count) => keepIn(marks, rows, count), known, cost: 'mark' };
}

/** Marks the rows when they are first needed: of many conditions that must all hold, few are tested. */
export function onRows(known: WholeNumbers, size: number): RowCondition {
  let marks: Uint8Array | undefined;
  const keep = (rows: Uint32Array, count: number): number => {
    marks ??= marksOf(known, size);
    return keepIn(marks, rows, count);
  };
  return { keep, known: { count: known.length, rows: () => known }, cost: 'mark' };
}

const rowsPerPause = 1 << 18;

function marksOf(places: readonly number[] | WholeNumbers, size: number): Uint8Array {
  const marks = new Uint8Array(size);
  for (const place of places) marks[place] = 1;
  return marks;
}

function rowsMarked(marks: Uint8Array, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  let found = 0;
  for (let row = 0; found < count; row++) if (marks[row] === 1) rows[found++] = row;
  return rows;
}

/** @param marks 1 for each rank to keep */
export function keepMarked(marks: Uint8Array, ranks: WholeNumbers, rows: Uint32Array, count: number): number {
  let matched = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[matched] = row;
    matched += marks[ranks[row] as number] as number;
  }
  return matched;
}

/** @param marks 1 for each row to keep */
export function keepIn(marks: Uint8Array, rows: Uint32Array, count: number): number {
  let matched = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[matched] = row;
    matched += marks[row] as number;
  }
  return matched;
}

/** The rows of each rank: those of rank r are from `starts[r]` to `starts[r + 1]`. */
interface Postings {
  starts: Uint32Array;
  rows: WholeNumbers;
}

function postingsOf(ranks: Uint32Array, ends: Uint32Array, distinct: number): Postings {
  const starts = new Uint32Array(distinct + 1);
  for (const rank of ranks) advance(starts, rank + 1);
  addUp(starts);
  const next = starts.slice();
  const rows = wholeNumbers(ranks.length, ends.length);
  let at = 0;
  for (const [row, end] of ends.entries())
    for (; at < end; at++) rows[advance(next, ranks[at] as number)] = row;
  return { starts, rows };
}
