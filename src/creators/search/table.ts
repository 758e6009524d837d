import type { Filter } from '../../core/filters.ts';
import { createLruCache } from '../../core/lru-cache.ts';
import { memoryBounds } from '../../core/memory-bounds.ts';
import type { Search } from '../../core/search-body.ts';
import type { Steps } from '../../core/steps.ts';
import type { IndexPart } from '../world/index-parts.ts';
import { type Column, knownRun, type RowCondition } from './column.ts';
import { type WholeNumbers, wholeNumbers } from './growing.ts';
import { type Moment, onStored } from './instants.ts';
import { type FoundRows, findRows } from './matching.ts';
import type { SearchName } from './names.ts';
import { rowsByText } from './order-of.ts';
import type { PartSource } from './parts.ts';
import { intersection, type Run, type Sorted } from './sorted.ts';
import { unless } from './unless.ts';

/**
 * Searches read columns in memory, not the database. The columns are made with the world; each part of a column is
 * read from the file when a search first needs it. `test/bench/search.ts` measures them.
 *
 * Every figure has its rows in sorted order. So with one filter a page is found by a walk along that order, and the
 * number of results is a difference of two positions. Several filters narrow row numbers in loops without branches,
 * and only the requested page is sorted. SQLite would scan for most sets of filters, whatever its indexes: about
 * 240 ms for a page of a million contents with three filters by number, 330 ms for a part of a caption.
 */

/** The searches of an index. */
export interface Searches<Found> {
  /** In the default world all steps together take a few milliseconds, in a world of 100,000 people up to 0.3 s. */
  find(search: Search, moment: Moment): Steps<Found>;
}

/** All rows of one kind that a search can find. */
export interface SearchTable {
  search(search: Search, moment: Moment): Steps<FoundRows>;
}

/** The default order of results. Equal keys are ordered by id. */
export interface DefaultOrder {
  by: string;
  desc: boolean;
}

/** Builds the parts of the columns from the subjects: one column for each name, none for aliases. */
export function columnsBuilder<Subject>(names: readonly SearchName<Subject>[]) {
  const columns = names
    .filter(({ sameAs }) => sameAs === undefined)
    .map(({ name, collect }) => ({ name, collector: collect() }));
  return {
    /** @param rows the number of rows that the subject has, one after another */
    add(subject: Subject, rows = 1): void {
      for (const { collector } of columns) collector.add(subject, rows);
    },
    /** The parts, column by column. @param place see `placesOf` */
    *parts(place: WholeNumbers): Generator<[string, IndexPart], void, undefined> {
      // a column is released when its parts are made: those of a large world hold hundreds of megabytes
      for (let next = columns.shift(); next; next = columns.shift())
        for (const [part, values] of next.collector.done(place)) yield [`${next.name}/${part}`, values];
    },
  };
}

type AnyName = Pick<SearchName<never>, 'name' | 'sameAs' | 'open'>;

/** The columns of names, opened when first asked for. */
export function columnsOf(names: readonly AnyName[], parts: PartSource): (name: string) => Column {
  const byName = new Map(names.map((name) => [name.name, name]));
  const opened = new Map<string, Column>();
  return (name) => {
    const { sameAs = name, open } = byName.get(name) as AnyName;
    const column = opened.get(name) ?? open(parts.of(sameAs));
    opened.set(name, column);
    return column;
  };
}

/** @param parts has, besides those of the columns, `size` and `place` */
export function tableOf(
  names: readonly Pick<SearchName<never>, 'name' | 'time'>[],
  columnOf: (name: string) => Column,
  parts: PartSource,
  order: DefaultOrder,
): SearchTable {
  const times = new Map(names.map(({ name, time }) => [name, time]));
  // Clients ask for the same pages again, some hundreds of which fit.
  const found = createLruCache<string, FoundRows>(memoryBounds.foundRows);
  return {
    *search({ filters, without = [], sortBy, desc, offset, pageSize }, moment) {
      const by = columnOf(sortBy ?? order.by).sorted() as Sorted;
      const all = [filters, ...without].map((together) => storedFilters(together, moment));
      const key = JSON.stringify([all, sortBy, desc, offset, pageSize]);
      const known = found.get(key);
      if (known) return known;
      const [stored = [], ...unwanted] = all;
      const conditions = yield* prepared(stored);
      for (const together of unwanted) conditions.push(unless(yield* prepared(together)));
      const rows = yield* findRows({
        size: parts.numbers('size')[0] as number,
        conditions,
        sorted: by,
        place: () => parts.numbers('place') as WholeNumbers,
        desc: desc ?? (sortBy === undefined && order.desc),
        offset,
        pageSize,
      });
      found.set(key, rows, 2 * key.length + 16 * rows.rows.length);
      return rows;
    },
  };

  /** In the instants that the world stores, so that equal searches are equal at any time of a day. */
  function storedFilters(filters: readonly Filter[], moment: Moment): Filter[] {
    return filters.flatMap((filter): readonly Filter[] => onStored(filter, times.get(filter.name), moment));
  }

  function* prepared(filters: readonly Filter[]): Steps<RowCondition[]> {
    const conditions: RowCondition[] = [];
    for (const [name, alike] of Map.groupBy(filters, ({ name }) => name)) {
      const ready: RowCondition[] = [];
      for (const stored of alike) ready.push(yield* columnOf(name).condition(stored));
      conditions.push(...mergeBounds(ready, columnOf(name).sorted()));
    }
    return conditions;
  }
}

/** Merges bounds of one figure, such as above one number and below another: together they are one run of its sorted rows. */
function mergeBounds(
  conditions: readonly RowCondition[],
  sorted: Sorted | undefined,
): readonly RowCondition[] {
  const [first] = conditions as [RowCondition];
  const runs = conditions.flatMap(({ known }): Run[] => (known?.run ? [known.run] : []));
  if (!sorted || runs.length < conditions.length) return conditions;
  const keep = (rows: Uint32Array, count: number): number =>
    conditions.reduce((left, condition) => condition.keep(rows, left), count);
  return [{ ...first, keep, known: knownRun(sorted, runs.reduce(intersection)) }];
}

/**
 * The parts of a table: its own, how many rows it has, the place of each in the order of ids, and the parts of its
 * columns.
 */
export function* tableParts(
  own: Readonly<Record<string, IndexPart>>,
  place: WholeNumbers,
  columns: readonly Pick<ReturnType<typeof columnsBuilder>, 'parts'>[],
): Generator<[string, IndexPart], void, undefined> {
  yield* Object.entries({ ...own, size: Uint32Array.of(place.length), place });
  for (const each of columns) yield* each.parts(place);
}

/** The position of each row in the order of ids by code point; equal ids keep the order of their rows. */
export function placesOf(ids: readonly string[]): WholeNumbers {
  const order = rowsByText(ids);
  const places = wholeNumbers(ids.length, ids.length);
  for (let place = 0; place < order.length; place++) places[order[place] as number] = place;
  return places;
}
