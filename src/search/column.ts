import type { Filter } from '../core/filters.ts';

/** One figure or text of every row. Rows are numbered from 0. */
export interface Column {
  /**
   * Keeps the matching rows, in place.
   * @param rows ascending; only the first `count` are tested
   * @returns how many matched
   */
  keep(filter: Filter, rows: Uint32Array, count: number): number;
  /** Sort keys, ascending; undefined if rows cannot be sorted by this column. */
  keys(): ArrayLike<number> | undefined;
  /** Filters with a lower step run first, so expensive ones test fewer rows. */
  readonly step: 0 | 1 | 2 | 3;
  readonly bytes: number;
}

/** Takes one value per row, in row order. */
export interface ColumnBuilder<Value> {
  add(value: Value): void;
  done(): Column;
}
