import { createLruCache } from '../../core/lru-cache.ts';
import { memoryBounds } from '../../core/memory-bounds.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Search } from '../../core/search-body.ts';
import type { Yielding } from '../../core/yield-to-loop.ts';
import type { SponsorReach } from '../records/sponsor-brand.ts';
import type { SearchColumnReader } from '../world/search-columns.ts';
import type { World } from '../world/world.ts';
import { foundBrandNames } from './brands.ts';
import { bytesOf, type Column, columnStored, makeColumns, type StoredColumn } from './columns.ts';
import type { Moment } from './conditions.ts';
import { type ContentPlace, placeNames } from './contents.ts';
import { foundName } from './creators.ts';
import type { SearchName } from './names.ts';
import { searchTables, type TableName } from './search-tables.ts';
import { type ColumnReader, createTable, type Table } from './table.ts';

/**
 * The searches of a world on every day of the run. The columns of day 0 are in the file of the world, each is read when a
 * search first needs it. Those of another day, or of a world with fixtures of the user's, are made when a search first
 * needs them, account by account in slices on the event loop: searches that need the same ones make them together.
 */
export interface Searches {
  /** @param view the world on a day: searches of equal days share their columns */
  of(view: World): SearchesOfDay;
}

export interface SearchesOfDay {
  /** Finds handles, on tube ids of channels. */
  creators(platform: Platform): Finder<{ ids: string[]; totalResults: number }>;
  contents(platform: Platform): Finder<{ contents: ContentPlace[]; totalResults: number }>;
  /** Creators, by their generation 2 records. */
  basics(platform: Platform): Finder<{ ids: string[]; totalResults: number }>;
  brands(): Finder<{ brands: FoundBrand[]; totalResults: number }>;
}

interface Finder<Found> {
  find(search: Search, moment: Moment): Yielding<Found>;
}

interface FoundBrand {
  key: string;
  reach: SponsorReach;
}

export function createSearches(maxBytes: number = memoryBounds.madeColumns): Searches {
  const stored = new Map<TableName, OpenTable>();
  const made = createLruCache<string, OpenTable>(maxBytes);

  return {
    of: (view) => ({
      creators: (platform) => idsIn(openTable(view, `${platform} creators`)),
      basics: (platform) => idsIn(openTable(view, `${platform} basics`)),
      contents: (platform) => contentsIn(openTable(view, `${platform} contents`)),
      brands: () => brandsIn(openTable(view, 'brands')),
    }),
  };

  function openTable(view: World, name: TableName): OpenTable {
    const { searchColumn } = view;
    if (searchColumn) {
      const known = stored.get(name) ?? openOn(name, storedColumns(view, searchColumn, name));
      stored.set(name, known);
      return known;
    }
    const key = `${view.day} ${name}`;
    const known = made.get(key);
    if (known) return known;
    const opened: OpenTable = openOn(
      name,
      madeColumns(view, name, (bytes) => made.grow(key, opened, bytes)),
    );
    made.set(key, opened, bytesOfTable);
    return opened;
  }
}

/** The memory of a table without its columns. */
const bytesOfTable = 2 ** 14;

interface OpenTable extends Table {
  readonly read: ColumnReader;
}

const openOn = (name: TableName, read: ColumnReader): OpenTable => {
  const { names, order } = searchTables[name];
  return { ...createTable(names, order, read), read };
};

type IdFinder = ReturnType<SearchesOfDay['creators']>;

const idsIn = ({ search, read }: OpenTable): IdFinder => ({
  *find(given, moment) {
    const { rows, totalResults } = yield* search(given, moment);
    const column = (yield* read([foundName]))(foundName);
    return { ids: rows.map((row) => textAt(column, row)), totalResults };
  },
});

const contentsIn = ({ search, read }: OpenTable): ReturnType<SearchesOfDay['contents']> => ({
  *find(given, moment) {
    const { rows, totalResults } = yield* search(given, moment);
    const columns = yield* read([placeNames.id, placeNames.n]);
    const [ids, positions] = [columns(placeNames.id), columns(placeNames.n)];
    const contents = rows.map((row) => ({ id: textAt(ids, row), n: positions.values[row] as number }));
    return { contents, totalResults };
  },
});

const brandsIn = ({ search, read }: OpenTable): ReturnType<SearchesOfDay['brands']> => ({
  *find(given, moment) {
    const { rows, totalResults } = yield* search(given, moment);
    const columns = yield* read([foundBrandNames.key, foundBrandNames.reach]);
    const brands = rows.map((row) => ({
      key: textAt(columns(foundBrandNames.key), row),
      reach: JSON.parse(textAt(columns(foundBrandNames.reach), row)) as SponsorReach,
    }));
    return { brands, totalResults };
  },
});

const textAt = ({ values, texts = [] }: Column, row: number): string =>
  texts[values[row] as number] as string;

/** Reads columns from the file of the world, each once. */
function storedColumns(world: World, read: SearchColumnReader, table: TableName): ColumnReader {
  const known = new Map<string, Column>();
  const byName = new Map(searchTables[table].names.map((name) => [name.name, name]));
  const [platform] = table.split(' ') as [Platform];
  const columnOf = ({ name, type, field }: SearchName<never>): Column => {
    if (field) return { values: Float64Array.from(world.contentFigures(platform, field)) };
    const { column, bytes } = read(table, name);
    return columnStored(column as StoredColumn, bytes, type);
  };
  return function* (names) {
    for (const name of names) {
      if (known.has(name)) continue;
      known.set(name, columnOf(byName.get(name) as SearchName<never>));
      yield;
    }
    return (name) => known.get(name) as Column;
  };
}

/**
 * Makes columns from the accounts: all at once if one of them needs the texts of contents, else those that need none, in
 * half of the time.
 * @param onMade called with what they take
 */
function madeColumns(view: World, table: TableName, onMade: (bytes: number) => void): ColumnReader {
  const { names, subjects } = searchTables[table];
  const written = new Set(names.flatMap(({ name, isWritten }) => (isWritten ? [name] : [])));
  const making = (isWritten: boolean) =>
    together(function* () {
      const wanted = isWritten ? names : names.filter(({ name }) => !written.has(name));
      const columns = yield* makeColumns(wanted, subjects(view, isWritten));
      onMade([...columns.values()].reduce((sum, column) => sum + bytesOf(column), 0));
      return columns;
    });
  const [all, bare] = [making(true), making(false)];
  return function* (wanted) {
    // records of what a search finds are read from the view
    const ready = view.ready();
    if (ready) yield ready;
    const needsTexts = all.isDone() || wanted.some((name) => written.has(name));
    const columns = yield* (needsTexts ? all : bare).steps();
    return (name) => columns.get(name) as Column;
  };
}

/** Work that several searches wait for: each does its next steps. What fails begins anew. */
function together<Result>(begin: () => Yielding<Result>) {
  let work: Yielding<Result> | undefined;
  let result: { value: Result } | undefined;
  return {
    isDone: () => result !== undefined,
    *steps(): Yielding<Result> {
      while (!result) {
        work ??= begin();
        try {
          const step = work.next();
          if (step.done) result = { value: step.value };
        } catch (error) {
          work = undefined;
          throw error;
        }
        if (!result) yield;
      }
      return result.value;
    },
  };
}
