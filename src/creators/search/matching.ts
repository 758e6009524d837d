import type { Condition, Known } from './column.ts';
import type { WholeNumbers } from './growing.ts';
import { inOrder } from './in-order.ts';
import { pageOf } from './page.ts';
import { type Run, type Sorted, wholeOf } from './sorted.ts';
import { rowsPerStep, type Steps } from './steps.ts';
import { keepIn } from './string-columns.ts';

/** A search of a table, its filters prepared. */
export interface Asked {
  /** The rows of the table. */
  size: number;
  conditions: readonly Condition[];
  /** The column by which results are sorted. */
  sorted: Sorted;
  place: () => WholeNumbers;
  desc: boolean;
  offset: number;
  pageSize: number;
}

export interface Found {
  /** The row numbers of the page, in order. */
  rows: number[];
  totalResults: number;
}

/** The rows that meet all conditions: their number, and one page of them. */
export function* matching(asked: Asked): Steps<Found> {
  const { conditions, sorted } = asked;
  const [only, ...others] = conditions;
  if (!only) return pageOfRun(asked, wholeOf(sorted));
  if (conditions.some(({ known }) => known?.count === 0)) return { rows: [], totalResults: 0 };
  if (only.known && others.length === 0) return yield* behindOne(asked, only.known);
  const found = yield* meetingAll(asked);
  return yield* pageOfMany(asked, found);
}

/** A page of rows that are one run of the requested order. */
function pageOfRun({ sorted, desc, offset, pageSize }: Asked, run: Run): Found {
  const totalResults = run.to - run.from;
  const page = new Uint32Array(Math.max(0, Math.min(pageSize, totalResults - offset)));
  inOrder(sorted, run, desc, offset)(page);
  return { rows: [...page], totalResults };
}

function* behindOne(asked: Asked, { count, rows, run }: Known): Steps<Found> {
  const { sorted } = asked;
  if (run?.order === sorted.order) return pageOfRun(asked, run);
  const page = isWalkCheaper(asked, count) ? yield* walk(asked) : select(asked, Uint32Array.from(rows()));
  return { rows: page, totalResults: count };
}

/** Narrows all rows, or those of the rarest condition if these are few, condition by condition. */
function* meetingAll({ conditions, size }: Asked): Steps<Uint32Array> {
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

function* pageOfMany(asked: Asked, found: Uint32Array): Steps<Found> {
  const totalResults = found.length;
  if (!isWalkCheaper(asked, totalResults)) return { rows: select(asked, found), totalResults };
  const marks = new Uint8Array(asked.size);
  for (const row of found) marks[row] = 1;
  yield;
  const isFound: Condition = { keep: (rows, count) => keepIn(marks, rows, count), step: 0 };
  return { rows: yield* walk({ ...asked, conditions: [isFound] }), totalResults };
}

/**
 * A page of `count` matching rows is found by a walk along the sorted rows, or by a selection among those that
 * match. A selection looks at each about three times, and cannot pause.
 */
function isWalkCheaper({ size, offset, pageSize }: Asked, count: number): boolean {
  if (offset >= count) return false;
  return count > maxSelected || ((offset + pageSize) * size) / count < 3 * count;
}

const maxSelected = 1 << 19;

function select({ sorted: { keys }, place, desc, offset, pageSize }: Asked, rows: Uint32Array): number[] {
  if (offset >= rows.length) return [];
  return pageOf(rows, { keys, place: place(), desc }, offset, pageSize);
}

function* walk({ sorted, conditions, desc, offset, pageSize }: Asked): Steps<number[]> {
  const next = inOrder(sorted, wholeOf(sorted), desc, 0);
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
