import type { Filter } from '../core/filters.ts';
import type { Search } from '../core/search-body.ts';
import type { Column } from './column.ts';
import { type Moment, onStored } from './instants.ts';
import type { Name } from './names.ts';
import { pageOf } from './page.ts';

/**
 * Searches read columns in memory and not the database. Over a million synthetic clip contents on one core
 * (`test/bench/search.ts`), with 1 to 10 filters, any sort, deep pages and `totalResults`:
 *
 * - numbers, flags, names and hashtags: half of the searches within 6 ms, 99 of 100 within 30 ms
 * - parts of captions: within 40 ms and 110 ms
 * - 80 MB in all, 31 MB of them captions as numbers of their pieces; plain they would take 78 MB
 *
 * A scan by SQLite, which is what most sets of filters leave it whatever the index, takes about 240 ms for a
 * page behind three numbers and 330 ms for a part of a caption; a byte search through plain captions takes 60
 * to 360 ms. Rows are filtered one column after the other into one array of row numbers, in
 * loops without branches, and only the page that is asked for is put in order.
 *
 * Indexes are built when they are first asked for: 0.2 to 0.5 s each for 1,200 people.
 */

/** Everything of one kind that a search goes through. */
export interface Table {
  readonly size: number;
  /** What its columns take in memory. */
  readonly bytes: number;
  find(search: Search, moment: Moment): Found;
}

export interface Found {
  /** Row numbers of the page, in order. */
  rows: number[];
  totalResults: number;
}

/** How results stand when nobody says otherwise. Equal ones stand by id. */
export interface Order {
  by: string;
  desc: boolean;
}

export type Columns = ReadonlyMap<string, Column>;

/** Reads subjects one by one into a column for each name. */
export function columnsBuilder<Subject>(names: readonly Name<Subject>[]) {
  const own = names
    .filter(({ sameAs }) => sameAs === undefined)
    .map(({ name, collect }) => ({ name, collector: collect() }));
  return {
    add(subject: Subject): void {
      for (const { collector } of own) collector.add(subject);
    },
    done(): Columns {
      const columns = new Map(own.map(({ name, collector }) => [name, collector.done()]));
      for (const { name, sameAs } of names) {
        const shared = sameAs === undefined ? undefined : columns.get(sameAs);
        if (shared) columns.set(name, shared);
      }
      return columns;
    },
  };
}

export function tableOf(
  names: readonly Pick<Name<never>, 'name' | 'time'>[],
  columns: Columns,
  ids: readonly string[],
  order: Order,
): Table {
  const size = ids.length;
  const place = placesOf(ids);
  const times = new Map(names.map(({ name, time }) => [name, time]));
  const columnOf = (name: string): Column => {
    const column = columns.get(name);
    if (!column) throw new Error(`no column '${name}'`);
    return column;
  };
  const step = ({ name }: Filter): number => columnOf(name).step;

  return {
    size,
    bytes: [...new Set(columns.values())].reduce((sum, { bytes }) => sum + bytes, place.byteLength),
    find({ filters, sortBy, desc, offset, pageSize }, moment) {
      const rows = everyRow(size);
      let count = size;
      for (const filter of [...filters].sort((a, b) => step(a) - step(b)))
        for (const stored of onStored(filter, times.get(filter.name), moment))
          if (count > 0) count = columnOf(filter.name).keep(stored, rows, count);
      const keys = columnOf(sortBy ?? order.by).keys();
      if (!keys) throw new Error(`'${sortBy}' cannot be sorted by`);
      const descending = desc ?? (sortBy === undefined && order.desc);
      return {
        rows: pageOf(rows.subarray(0, count), { keys, place, desc: descending }, offset, pageSize),
        totalResults: count,
      };
    },
  };
}

function everyRow(size: number): Uint32Array {
  const rows = new Uint32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
}

/** The place of each row among all ids by code point; ids are ASCII, so the plain order is that of code points. */
function placesOf(ids: readonly string[]): Uint32Array {
  const order = everyRow(ids.length).sort((a, b) => {
    const [left, right] = [ids[a] as string, ids[b] as string];
    return left < right ? -1 : left > right ? 1 : 0;
  });
  const places = new Uint32Array(ids.length);
  for (let place = 0; place < order.length; place++) places[order[place] as number] = place;
  return places;
}
