import type { KnownRows, RowCondition } from './column.ts';
import type { WholeNumbers } from './growing.ts';
import { readInOrder } from './in-order.ts';
import { sortedPage } from './page.ts';
import { type Run, type Sorted, wholeRun } from './sorted.ts';
import { rowsPerStep, type Steps } from './steps.ts';
import { keepIn } from './string-columns.ts';

/** A search of a table, its filters prepared. */
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
export function* findRows(asked: PreparedSearch): Steps<FoundRows> {
  const { conditions, sorted } = asked;
  const [only, ...others] = conditions;
  if (!only) return pageOfRun(asked, wholeRun(sorted));
  if (conditions.some(({ known }) => known?.count === 0)) return { rows: [], totalResults: 0 };
  if (only.known && others.length === 0) return yield* rowsOfOneCondition(asked, only.known);
  const found = yield* rowsMeetingAll(asked);
  return yield* pageOfMany(asked, found);
}

/** A page of rows that are one run of the requested order. */
function pageOfRun({ sorted, desc, offset, pageSize }: PreparedSearch, run: Run): FoundRows {
  const totalResults = run.to - run.from;
  const page = new Uint32Array(Math.max(0, Math.min(pageSize, totalResults - offset)));
  readInOrder(sorted, run, desc, offset)(page);
  return { rows: [...page], totalResults };
}

function* rowsOfOneCondition(asked: PreparedSearch, { count, rows, run }: KnownRows): Steps<FoundRows> {
  const { sorted } = asked;
  if (run?.order === sorted.order) return pageOfRun(asked, run);
  const page = isWalkCheaper(asked, count)
    ? yield* walkInOrder(asked)
    : selectPage(asked, Uint32Array.from(rows()));
  return { rows: page, totalResults: count };
}

/** Narrows all rows, or those of the rarest condition if these are few, condition by condition. */
function* rowsMeetingAll({ conditions, size }: PreparedSearch): Steps<Uint32Array> {
  const [rarest] = conditions
    .filter(({ known }) => known !== undefined)
    .sort((a, b) => (a.known?.count ?? 0) - (b.known?.count ?? 0));
  // rows in ascending order are read faster than the same rows in any order
  const few = rarest?.known && rarest.known.count * 4 < size ? rarest.known.rows() : undefined;
  const left = few ? conditions.filter((condition) => condition !== rarest) : conditions;
  const most = few?.length ?? size;
  const found = new Uint32Array(Math.min(most, rarest?.known?.count ?? most) + rowsPerStep);
  let count = 0;
  for (let from = 0; from < most; from += rowsPerStep) {
    const to = Math.min(most, from + rowsPerStep);
    const block = found.subarray(count, count + to - from);
    if (few) block.set(few.subarray(from, to));
    else for (let row = from; row < to; row++) block[row - from] = row;
    count += left.reduce((kept, condition) => (kept > 0 ? condition.keep(block, kept) : 0), to - from);
    yield;
  }
  return found.subarray(0, count);
}

function* pageOfMany(asked: PreparedSearch, found: Uint32Array): Steps<FoundRows> {
  const totalResults = found.length;
  if (!isWalkCheaper(asked, totalResults)) return { rows: selectPage(asked, found), totalResults };
  const marks = new Uint8Array(asked.size);
  for (const row of found) marks[row] = 1;
  yield;
  const isFound: RowCondition = { keep: (rows, count) => keepIn(marks, rows, count), step: 0 };
  return { rows: yield* walkInOrder({ ...asked, conditions: [isFound] }), totalResults };
}

/**
 * A page of `count` matching rows is found by a walk along the sorted rows, or by a selection among those that
 * match. A selection looks at each about three times, and cannot pause.
 */
function isWalkCheaper({ size, offset, pageSize }: PreparedSearch, count: number): boolean {
  if (offset >= count) return false;
  return count > maxSelected || ((offset + pageSize) * size) / count < 3 * count;
}

const maxSelected = 1 << 19;

function selectPage(
  { sorted: { keys }, place, desc, offset, pageSize }: PreparedSearch,
  rows: Uint32Array,
): number[] {
  if (offset >= rows.length) return [];
  return sortedPage(rows, { keys, place: place(), desc }, offset, pageSize);
}

function* walkInOrder({ sorted, conditions, desc, offset, pageSize }: PreparedSearch): Steps<number[]> {
  const next = readInOrder(sorted, wholeRun(sorted), desc, 0);
  const page: number[] = [];
  const block = new Uint32Array(1024);
  let passed = 0;
  let looked = 0;
  for (let room = next(block); room > 0 && page.length < pageSize; room = next(block)) {
    const kept = conditions.reduce((left, condition) => condition.keep(block, left), room);
    const from = Math.max(0, offset - passed);
    page.push(...block.subarray(Math.min(from, kept), Math.min(kept, from + pageSize - page.length)));
    passed += kept;
    looked += room;
    if (looked < rowsPerStep) continue;
    looked = 0;
    yield;
  }
  return page;
}
