import { keyDigestOf } from '../../core/keys/digest.ts';
import type { SubmittedName } from '../state.ts';
import { commonTables, type StoredTable, storedTable, type TableName } from '../stored-tables.ts';

/** The name as JSON: a client may send characters that a text of PostgreSQL cannot hold. */
export type SubmissionRow = SubmittedName & { digest: string };

/** In the order in which a batch removes and writes rows. */
export const postgresTables: Readonly<Record<TableName, StoredTable>> = {
  ...commonTables,
  submissions: storedTable<SubmissionRow>('submissions', {
    key: 'name integer',
    kind: 'name text',
    digest: 'name text',
    name: 'changing json',
  }),
};

export const submissionRowOf = (row: SubmittedName): SubmissionRow => ({
  ...row,
  digest: keyDigestOf(row.name),
});
