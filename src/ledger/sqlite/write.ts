import type { Database } from 'better-sqlite3';
import type { SharedRows } from '../ledger-rows.ts';
import type { State } from '../state.ts';
import { changedRows, type StoredTable } from '../stored-tables.ts';
import { createWriter } from './multi-row.ts';
import { rowOfKey, sqliteTables } from './tables.ts';

/** @returns a function that writes all changes of a batch in one transaction */
export function createWrite(database: Database, state: State, shared: SharedRows): () => void {
  const tables = Object.entries(sqliteTables).map(([name, table]) => ({
    name: name as keyof typeof sqliteTables,
    clear: database.prepare(`DELETE FROM ${table.name}`),
    remove: createRemoval(database, table),
    write: createWriter(database, table),
  }));

  return database.transaction(() => {
    // Rows beside accounts stay, as in the other stores.
    if (state.changes.isCleared) for (const { name, clear } of tables) if (name !== 'shared') clear.run();
    const changed = changedRows(state, shared);
    const written = { ...changed, keys: { ...changed.keys, written: changed.keys.written.map(rowOfKey) } };
    for (const { name, remove } of tables) remove(written[name].removed);
    for (const { name, write } of tables) write(written[name].written);
  }).immediate;
}

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
