import type { Filter } from '../../core/filters.ts';
import type { Steps } from '../../core/steps.ts';
import type { IndexParts } from '../world/index-parts.ts';
import type { WholeNumbers } from './growing.ts';
import type { Run, Sorted } from './sorted.ts';

/** One figure or text of every row, read from the parts of the column. Rows are numbered from 0. */
export interface Column {
  /** Prepares a filter of the column's type, such as by the texts of a dictionary that it matches. */
  condition(filter: Filter): Steps<RowCondition>;
  /** undefined if rows cannot be sorted by this column */
  sorted(): Sorted | undefined;
}

/** A filter that is ready to test rows. */
export interface RowCondition {
  /**
   * Moves the matching ones of the first `count` rows to the front, in their order.
   * @returns how many matched
   */
  keep(rows: Uint32Array, count: number): number;
  /** Present if the matching rows are known without reading all rows. */
  known?: KnownRows;
  /** What testing a row takes: conditions that cost less run first, so that expensive ones test fewer rows. */
  cost: (typeof costs)[number];
}

export const costs = ['mark', 'look-up', 'exclusion', 'scan'] as const;

export interface KnownRows {
  count: number;
  /** In any order. */
  rows(): WholeNumbers;
  /** Present if they are one run in the sorted rows of the column. */
  run?: Run & { order: WholeNumbers };
}

/** Takes one value per row, in row order. */
export interface ColumnBuilder<Value> {
  add(value: Value): void;
  /** @param place the position of each row in the order of ids, which orders equal keys */
  done(place: WholeNumbers): IndexParts;
}

/** A condition that no row meets, such as a text that no row has. */
export const noRows: RowCondition = {
  keep: () => 0,
  known: { count: 0, rows: () => new Uint16Array() },
  cost: 'mark',
};

/** The matching rows of a run of sorted rows. */
export const knownRun = ({ order }: Sorted, run: Run): KnownRows => ({
  count: run.to - run.from,
  rows: () => order.subarray(run.from, run.to),
  run: { ...run, order },
});
