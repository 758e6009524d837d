import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { schema } from '../../src/ledger/sqlite/schema.ts';
import { sqliteTables } from '../../src/ledger/sqlite/tables.ts';

test('the tables of SQLite have the columns of the description, under the same names', () => {
  const database = new Database(':memory:');
  database.exec(schema);
  for (const { name, columns, named } of Object.values(sqliteTables)) {
    const stored = database.pragma(`table_info(${name})`) as { name: string; pk: number }[];
    expect(
      stored
        .map((column) => column.name)
        .filter((column) => column !== 'checksum')
        .sort(),
      name,
    ).toEqual(columns.toSorted());
    const primary = stored.filter(({ pk }) => pk > 0).map((column) => column.name);
    expect(primary.sort(), name).toEqual(named.toSorted());
  }
  database.close();
});
