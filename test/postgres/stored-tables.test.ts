import { expect, test } from 'vitest';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { postgresTables } from '../../src/ledger/postgres/tables.ts';
import { settings } from '../ledger/harness.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

test('the tables of PostgreSQL have the columns of the description, under the same names', async () => {
  const ledger = newSchema();
  await (await openSharedLedger(ledger, {}, settings())).close();
  const rows = await inDatabase(
    ledger,
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = '${schemaOf(ledger)}' AND is_generated = 'NEVER'`,
  );
  for (const { name, columns } of Object.values(postgresTables)) {
    const stored = rows.filter((row) => row['table_name'] === name).map((row) => row['column_name']);
    expect(stored.sort(), name).toEqual(columns.toSorted());
  }
});
