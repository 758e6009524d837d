import type { Key, SubmittedName } from '../state.ts';
import { commonTables, keyColumns, type StoredTable, storedTable, type TableName } from '../stored-tables.ts';

/** A key as SQLite has it: its rate has two columns. */
export type KeyRow = Omit<Key, 'rate'> & { rateCount: number | null; rateWindowMs: number | null };

/** In the order in which a batch removes and writes rows. */
export const sqliteTables: Readonly<Record<TableName, StoredTable>> = {
  ...commonTables,
  keys: storedTable<KeyRow>('keys', { ...keyColumns, rateCount: 'changing', rateWindowMs: 'changing' }),
  submissions: storedTable<SubmittedName>('submissions', { key: 'name', kind: 'name', name: 'name' }),
};

export const keyOf = ({ rateCount: count, rateWindowMs: windowMs, ...key }: KeyRow): Key => ({
  ...key,
  rate: count === null ? null : { count, windowMs: windowMs as number },
});

export const rowOfKey = ({ rate, ...key }: Key): KeyRow => ({
  ...key,
  rateCount: rate?.count ?? null,
  rateWindowMs: rate?.windowMs ?? null,
});
