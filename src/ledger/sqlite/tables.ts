import type { SubmittedName } from '../state.ts';
import { commonTables, type StoredTable, storedTable, type TableName } from '../stored-tables.ts';

/**
 * The number of the commit that wrote an account last; see `CommitMark`. Another row for it would cost each commit another
 * page, a tenth of all that it takes.
 */
const committed = 'committed';

/** In the order in which a batch removes and writes rows. */
export const sqliteTables: Readonly<Record<TableName, StoredTable>> = {
  ...commonTables,
  accounts: {
    ...commonTables.accounts,
    columns: [...commonTables.accounts.columns, committed],
    changing: [...commonTables.accounts.changing, committed],
    sql: (types) => [`${committed} INTEGER NOT NULL`, ...commonTables.accounts.sql(types)],
  },
  submissions: storedTable<SubmittedName>('submissions', {
    key: 'name integer',
    kind: 'name text',
    name: 'name text',
  }),
};
