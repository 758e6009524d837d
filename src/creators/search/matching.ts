import { rowsPerStep, type Steps } from '../../core/steps.ts';
import { costs, type KnownRows, type RowCondition } from './column.ts';
import type { WholeNumbers } from './growing.ts';
import { readInOrder } from './in-order.ts';
import { sortedPage } from './page.ts';
import { type Run, type Sorted, wholeRun } from './sorted.ts';
import { keepIn } from './string-columns.ts';

/** A search of a table with prepared filters. */
export interface PreparedSearch {
  /** The rows of the table. */
  size: number;
  conditions: readonly RowCondition[];
  /** The column by which results are sorted. */
  sorted: Sorted;
  place: () => WholeNumbers;
  desc: boolean;
  offset: number;
  pageSize: number;
}

export interface FoundRows {
  /** The row numbers of the page, in order. */
  rows: number[];
  totalResults: number;
}

/** The rows that meet all conditions: their number, and one page of them. */
export function* findRows(search: PreparedSearch): Steps<FoundRows> {
  const conditions = search.conditions.toSorted((a, b) => costs.indexOf(a.cost) - costs.indexOf(b.cost));
  const [only, ...rest] = conditions;
  if (!only) return pageOfRun(search, wholeRun(search.sorted));
  if (only.known && rest.length === 0) return yield* rowsOfOneCondition(search, only.known);
  const found = yield* rowsMeetingAll({ ...search, conditions });
  return yield* pageOfMany(search, found);
}

/** A page of rows that are one run of the requested order. */
function pageOfRun({ sorted, desc, offset, pageSize }: PreparedSearch, run: Run): FoundRows {
  const totalResults = run.to - run.from;
  const page = new Uint32Array(Math.max(0, Math.min(pageSize, totalResults - offset)));
  readInOrder(sorted, run, desc, offset)(page);
  return { rows: [...page], totalResults };
}

function* rowsOfOneCondition(search: PreparedSearch, { count, rows, run }: KnownRows): Steps<FoundRows> {
  const { sorted } = search;
  if (run?.order === sorted.order) return pageOfRun(search, run);
  const page = isWalkCheaper(search, count)
    ? yield* walkInOrder(search)
    : selectPage(search, new Uint32Array(rows()));
  return { rows: page, totalResults: count };
}

/** Narrows all rows condition by condition; if the rarest condition has few rows, only these. */
function* rowsMeetingAll({ conditions, size }: PreparedSearch): Steps<Uint32Array> {
  const [rarest] = conditions.flatMap(({ known }) => known ?? []).sort((a, b) => a.count - b.count);
  // reading rows in ascending order is faster than in any other order, so only a much shorter list pays
  const few = rarest && rarest.count * 4 < size ? rarest.rows() : undefined;
  const left = few ? conditions.filter(({ known }) => known !== rarest) : conditions;
  const candidates = few?.length ?? size;
  const found = new Uint32Array(Math.min(candidates, rarest?.count ?? candidates) + rowsPerStep);
  let count = 0;
  for (let from = 0; from < candidates; from += rowsPerStep) {
    const to = Math.min(candidates, from + rowsPerStep);
    const block = found.subarray(count, count + to - from);
    if (few) block.set(few.subarray(from, to));
    else for (let row = from; row < to; row++) block[row - from] = row;
    count += left.reduce((matched, condition) => condition.keep(block, matched), to - from);
    yield;
  }
  return found.subarray(0, count);
}

function* pageOfMany(search: PreparedSearch, found: Uint32Array): Steps<FoundRows> {
  const totalResults = found.length;
  if (!isWalkCheaper(search, totalResults)) return { rows: selectPage(search, found), totalResults };
  const marks = new Uint8Array(search.size);
  for (const row of found) marks[row] = 1;
  yield;
  const isFound: RowCondition = { keep: (rows, count) => keepIn(marks, rows, count), cost: 'mark' };
  return { rows: yield* walkInOrder({ ...search, conditions: [isFound] }), totalResults };
}

/**
 * A page of `count` matching rows is found by a walk along the sorted rows, or by a selection among the matching ones.
 * A selection reads each of these about three times, and cannot pause. A walk may have to mark all rows first.
 */
function isWalkCheaper({ size, offset, pageSize }: PreparedSearch, count: number): boolean {
  if (offset >= count) return false;
  return count > maxSelected || ((offset + pageSize) * size) / count + size / 64 < 3 * count;
}

/** A selection among more rows would block for too long. */
const maxSelected = 1 << 19;

function selectPage(
  { sorted: { keys }, place, desc, offset, pageSize }: PreparedSearch,
  rows: Uint32Array,
): number[] {
  return sortedPage(rows, { keys, place: place(), desc }, offset, pageSize);
}

function* walkInOrder({ sorted, conditions, desc, offset, pageSize }: PreparedSearch): Steps<number[]> {
  const next = readInOrder(sorted, wholeRun(sorted), desc, 0);
  const page: number[] = [];
  const block = new Uint32Array(1024);
  let passed = 0;
  let rowsRead = 0;
  for (let count = next(block); count > 0 && page.length < pageSize; count = next(block)) {
    const matched = conditions.reduce((left, condition) => condition.keep(block, left), count);
    const from = Math.max(0, offset - passed);
    page.push(...block.subarray(Math.min(from, matched), Math.min(matched, from + pageSize - page.length)));
    passed += matched;
    rowsRead += count;
    if (rowsRead < rowsPerStep) continue;
    rowsRead = 0;
    yield;
  }
  return page;
}
