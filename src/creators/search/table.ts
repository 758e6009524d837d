import type { Filter } from '../../core/filters.ts';
import { createLruCache } from '../../core/lru-cache.ts';
import { memoryBounds } from '../../core/memory-bounds.ts';
import type { Search } from '../../core/search-body.ts';
import { rowsPerYield, type Yielding } from '../../core/yield-to-loop.ts';
import { type Column, sortedRows } from './columns.ts';
import { type Moment, type RowTest, rowTest } from './conditions.ts';
import { type DefaultOrder, type SearchName, tie } from './names.ts';

/**
 * A search tests all rows in the order of its results, by plain columns in memory: it counts those that meet its filters and
 * keeps those of its page. With 35,000 contents that takes a millisecond, also by a part of a text. SQLite takes ten
 * times as long where several filters keep many rows, and would have to store the contents of each other day.
 */
export interface Table {
  search(search: Search, moment: Moment): Yielding<FoundRows>;
}

interface FoundRows {
  /** The page, in order. */
  readonly rows: readonly number[];
  readonly totalResults: number;
}

/** Gets the columns of names, which may have to be made first. Those of one call are made together. */
export type ColumnReader = (names: readonly string[]) => Yielding<ColumnOf>;

type ColumnOf = (name: string) => Column;

export function createTable(
  names: readonly SearchName<never>[],
  defaultOrder: DefaultOrder,
  read: ColumnReader,
): Table {
  const byName = new Map(names.map((name) => [name.name, name]));
  const orders = new Map<string, Uint32Array>();
  // Clients ask for the same pages again, some hundreds of which fit.
  const found = createLruCache<string, FoundRows>(memoryBounds.foundRows);

  return {
    *search(search, moment) {
      const { filters, without = [], sortBy, offset, pageSize } = search;
      const by = sortBy ?? defaultOrder.by;
      const desc = search.desc ?? (sortBy === undefined && defaultOrder.desc);
      const all = [filters, ...without].flat();
      const instants = instantsOf(all, moment);
      const key = JSON.stringify([filters, without, by, desc, offset, pageSize, instants]);
      const known = found.get(key);
      if (known) return known;
      const columnOf = yield* read([by, tie, ...all.map(({ name }) => name)]);
      const tests = yield* testsOf(filters, columnOf, moment);
      for (const together of without) {
        const isUnwanted = allOf(yield* testsOf(together, columnOf, moment));
        tests.push((row) => !isUnwanted(row));
      }
      const order = yield* orderOf(by, desc, columnOf);
      const rows = yield* pageOf(order, allOf(tests), offset, pageSize);
      found.set(key, rows, 2 * key.length + 16 * rows.rows.length);
      return rows;
    },
  };

  /** The parts of the moment that the filters depend on. */
  function instantsOf(filters: readonly Filter[], { now, shiftMs }: Moment): number[] {
    const times = new Set(filters.map(({ name }) => byName.get(name)?.time));
    return [...(times.has('age') ? [now] : []), ...(times.has('moment') ? [shiftMs] : [])];
  }

  function* testsOf(filters: readonly Filter[], columnOf: ColumnOf, moment: Moment): Yielding<RowTest[]> {
    const tests: RowTest[] = [];
    for (const filter of filters) {
      const name = byName.get(filter.name) as SearchName<never>;
      tests.push(yield* rowTest(name, columnOf(filter.name), filter, moment));
    }
    return tests;
  }

  /** The rows by a name; equal ones by id, ascending in either direction (assumed: search-ties). */
  function* orderOf(by: string, desc: boolean, columnOf: ColumnOf): Yielding<Uint32Array> {
    const known = orders.get(`${by} ${desc}`);
    if (known) return known;
    const { values } = columnOf(by);
    const { values: places } = columnOf(tie);
    const sign = desc ? -1 : 1;
    const order = yield* sortedRows(
      values.length,
      (a, b) =>
        sign * ((values[a] as number) - (values[b] as number)) ||
        (places[a] as number) - (places[b] as number),
    );
    orders.set(`${by} ${desc}`, order);
    return order;
  }
}

function* pageOf(order: Uint32Array, test: RowTest, offset: number, pageSize: number): Yielding<FoundRows> {
  const rows: number[] = [];
  let totalResults = 0;
  // plain loops: searches spend most of their time here
  for (let from = 0; from < order.length; from += rowsPerYield) {
    const to = Math.min(order.length, from + rowsPerYield);
    for (let at = from; at < to; at++) {
      const row = order[at] as number;
      if (!test(row)) continue;
      if (totalResults >= offset && rows.length < pageSize) rows.push(row);
      totalResults += 1;
    }
    yield;
  }
  return { rows, totalResults };
}

/** Whether a row meets all tests. */
function allOf(tests: readonly RowTest[]): RowTest {
  const [only] = tests;
  if (only && tests.length === 1) return only;
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}
