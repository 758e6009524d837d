import type { SubmittedName } from '../state.ts';
import { commonTables, type StoredTable, storedTable, type TableName } from '../stored-tables.ts';

/** In the order in which a batch removes and writes rows. */
export const sqliteTables: Readonly<Record<TableName, StoredTable>> = {
  ...commonTables,
  submissions: storedTable<SubmittedName>('submissions', {
    key: 'name integer',
    kind: 'name text',
    name: 'name text',
  }),
};
