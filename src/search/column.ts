import type { Filter } from '../core/filters.ts';

/** One figure or text of all rows, as a search reads it. Rows are numbered from 0. */
export interface Column {
  /**
   * Keeps those rows that match, in place.
   * @param rows ascending; the first `count` are asked about
   * @returns how many matched
   */
  keep(filter: Filter, rows: Uint32Array, count: number): number;
  /** Ascending with what rows are sorted by; undefined for what cannot be sorted. */
  keys(): ArrayLike<number> | undefined;
  /** Filters of a lower step go first: the dearer ones then look at fewer rows. */
  readonly step: 0 | 1 | 2 | 3;
  readonly bytes: number;
}

/** Takes one value per row, in their order. */
export interface ColumnBuilder<Value> {
  add(value: Value): void;
  done(): Column;
}
