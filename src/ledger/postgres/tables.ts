import { keyDigestOf } from '../../core/keys/digest.ts';
import type { SharedRow } from '../ledger-rows.ts';
import type { Account, Key, OpenHold, SubmittedCount, SubmittedName, UsageCount } from '../state.ts';
import { commonTables, keyColumns, type StoredTable, storedTable, type TableName } from '../stored-tables.ts';

/** A row that says when it was written. */
export type Versioned<Row> = Row & { version: number };

/** The name as JSON: a client may send characters that a text of PostgreSQL cannot hold. */
export type SubmissionRow = SubmittedName & { digest: string };

/** In the order in which a batch removes and writes rows. */
export const postgresTables: Readonly<Record<TableName | 'removals', StoredTable>> = {
  accounts: versioned(commonTables.accounts),
  keys: storedTable<Key>('keys', { ...keyColumns, rate: 'changing json' }),
  holds: commonTables.holds,
  usage: versioned(commonTables.usage),
  submissions: versioned(
    storedTable<SubmissionRow>('submissions', {
      key: 'name',
      kind: 'name',
      digest: 'name',
      name: 'changing json',
    }),
  ),
  submissionDays: versioned(commonTables.submissionDays),
  entries: commonTables.entries,
  shared: versioned(commonTables.shared),
  /** The accounts that are gone. */
  removals: versioned(storedTable<{ account: number }>('removals', { account: 'name' })),
};

function versioned(table: StoredTable): StoredTable {
  return {
    ...table,
    columns: [...table.columns, 'version'],
    changing: [...table.changing, 'version'],
  };
}

export const submissionRowOf = (row: SubmittedName): SubmissionRow => ({
  ...row,
  digest: keyDigestOf(row.name),
});

/** The rows of accounts that are newer than those at hand. Keys, holds and shared rows are all of their account. */
export interface Loaded {
  accounts: readonly Versioned<Account>[];
  keys: readonly Key[];
  holds: readonly OpenHold[];
  usage: readonly Versioned<UsageCount>[];
  submissions: readonly Versioned<SubmissionRow>[];
  submissionDays: readonly Versioned<SubmittedCount>[];
  shared: readonly Versioned<SharedRow>[];
}
