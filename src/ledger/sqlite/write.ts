import type { Database } from 'better-sqlite3';
import type { Yielding } from '../../core/yield-to-loop.ts';
import type { SharedRows } from '../ledger-rows.ts';
import type { State } from '../state.ts';
import { changedRows, pagesOf, type StoredTable } from '../stored-tables.ts';
import type { CommitMark } from './commit-mark.ts';
import { createWriter } from './multi-row.ts';
import { sqliteTables } from './tables.ts';

/** @returns a function that writes all changes of a batch in one transaction, in steps */
export function createWrite(
  database: Database,
  mark: CommitMark,
  state: State,
  shared: SharedRows,
): () => Yielding<void> {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const tables = Object.entries(sqliteTables).map(([name, table]) => ({
    name: name as keyof typeof sqliteTables,
    clear: database.prepare(`DELETE FROM ${table.name}`),
    remove: createRemoval(database, table),
    write: createWriter(database, table),
  }));

  return function* write() {
    begin.run();
    try {
      // Rows beside accounts stay, as in the other stores.
      if (state.changes.isCleared) for (const { name, clear } of tables) if (name !== 'shared') clear.run();
      const changed = yield* changedRows(state, shared);
      for (const { name, remove } of tables)
        for (const page of pagesOf<object>(changed[name].removed, pageRows)) {
          remove(page);
          yield;
        }
      for (const { name, write } of tables)
        for (const page of pagesOf<object>(changed[name].written, pageRows)) {
          write(name === 'accounts' ? page.map((row) => ({ ...row, committed: mark.next })) : page);
          yield;
        }
      mark.count(changed.accounts.written.length > 0);
      commit.run();
      mark.committed();
    } finally {
      if (database.inTransaction) rollback.run();
    }
  };
}

/** The rows of one step. */
const pageRows = 320;

function createRemoval(
  database: Database,
  { name, removedBy }: StoredTable,
): (rows: readonly object[]) => void {
  const isNamed = removedBy.map((column) => `${column} = ?`).join(' AND ');
  const statement = database.prepare<unknown[]>(`DELETE FROM ${name} WHERE ${isNamed}`);
  return (rows) => {
    for (const row of rows) statement.run(...removedBy.map((column) => Reflect.get(row, column)));
  };
}
