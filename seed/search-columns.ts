import type { Database } from 'better-sqlite3';
import type { Yielding } from '../src/core/yield-to-loop.ts';
import { type Column, makeColumns, storedColumn } from '../src/creators/search/columns.ts';
import { searchTables } from '../src/creators/search/search-tables.ts';
import { createSearchColumns, finishSearchColumns } from '../src/creators/world/search-columns.ts';
import { openWorld } from '../src/creators/world/world.ts';

/** Stores the columns of searches of a world whose accounts and brands are all there; each `yield` is a pause. */
export function* writeSearchColumns(db: Database): Yielding<void> {
  const write = createSearchColumns(db);
  const world = openWorld(db);
  for (const [table, { names, subjects }] of Object.entries(searchTables)) {
    const columns = yield* makeColumns(names, subjects(world, true));
    for (const { name, field } of names) {
      // the tables of contents have it
      if (field) continue;
      const column = columns.get(name) as Column;
      write(table, name, storedColumn(column), column.bytes);
      yield;
    }
  }
  finishSearchColumns(db);
}
