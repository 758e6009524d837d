import type { SharedRow } from '../ledger-rows.ts';
import type { State, UsageCount } from '../state.ts';
import { type ChangedRows, pagesOf, type StoredTable } from '../stored-tables.ts';
import type { NetChange } from '../table.ts';
import { anyNumber, columnList, identifier, joined, type Sql, sql } from './sql.ts';
import { postgresTables, submissionRowOf } from './tables.ts';

/** The statements that write the changes of a batch: one for each table and page of rows. */
export function* batchStatements(
  state: State,
  { accounts, usage, submissions, shared: rows, ...rest }: ChangedRows,
): Generator<Sql, void> {
  const gone = accounts.removed.map(({ number }) => number);
  const changed: Record<keyof typeof postgresTables, NetChange<object>> = {
    accounts,
    ...rest,
    usage: {
      written: usage.written.map((row, place) => added(row, usage.replaced?.[place])),
      removed: usage.removed,
    },
    submissions: {
      written: submissions.written.map(submissionRowOf),
      removed: submissions.removed.map(submissionRowOf),
    },
    shared: ofPresentAccounts(state, rows),
  };
  const tables = Object.entries(postgresTables).map(([name, table]) => ({
    table,
    ...changed[name as keyof typeof postgresTables],
  }));
  if (state.changes.isCleared) yield* clearing;
  for (const { table, removed } of tables)
    for (const page of pagesOf(removed, pageRows)) yield removal(table, page);
  if (gone.length > 0) yield sql`DELETE FROM shared WHERE account = ${anyNumber(gone)}`;
  for (const { table, written } of tables)
    for (const page of pagesOf(written, pageRows)) yield upsert(table, page);
}

/** The rows of one statement. A batch that restores a ledger writes hundreds of thousands. */
const pageRows = 2_000;

/** The part of a count of calls that a batch adds; it need not have read the rest. */
const added = (row: UsageCount, before: UsageCount | undefined): UsageCount => ({
  ...row,
  requests: row.requests - (before?.requests ?? 0),
  charged: row.charged - (before?.charged ?? 0),
  credits: row.credits - (before?.credits ?? 0),
});

/** The row of an account that is gone went with it. */
const ofPresentAccounts = (
  state: State,
  { written, removed }: NetChange<SharedRow>,
): NetChange<SharedRow> => ({
  written: written.filter(({ account }) => account === null || state.accounts.get(account)),
  removed,
});

const clearing = [
  ...Object.values(postgresTables)
    .filter(({ name }) => name !== 'shared')
    .map(({ name }) => sql`DELETE FROM ${identifier(name)}`),
  sql`DELETE FROM shared WHERE account IS NOT NULL`,
  sql`UPDATE sandbox SET epoch = epoch + 1`,
];

/** Entries and holds never change: a conflict there means a lost lock, and fails the batch. */
function upsert(table: StoredTable, rows: readonly object[]): Sql {
  const columns = columnList(table.columns);
  const changing = table.changing.map((column) => {
    const [name, given] = [identifier(column), sql`excluded.${identifier(column)}`];
    return table === postgresTables.usage ? sql`${name} = usage.${name} + ${given}` : sql`${name} = ${given}`;
  });
  if (table === postgresTables.shared) changing.push(sql`version = nextval('versions')`);
  const conflict =
    changing.length === 0
      ? sql``
      : sql` ON CONFLICT (${columnList(table.named)}) DO UPDATE SET ${joined(changing)}`;
  const encoded = rows.map((row) => encodeRow(table, row));
  return sql`INSERT INTO ${identifier(table.name)} (${columns}) SELECT ${columns} FROM ${recordset(table, encoded)}${conflict}`;
}

function removal(table: StoredTable, rows: readonly object[]): Sql {
  const columns = columnList(table.removedBy);
  const names = rows.map((row) =>
    Object.fromEntries(table.removedBy.map((column) => [column, Reflect.get(row, column)])),
  );
  return sql`DELETE FROM ${identifier(table.name)} WHERE (${columns}) IN (SELECT ${columns} FROM ${recordset(table, names)})`;
}

function encodeRow({ json }: StoredTable, row: object): object {
  if (json.length === 0) return row;
  const texts = json.map((column) => {
    const value: unknown = Reflect.get(row, column);
    return [column, value === undefined || value === null ? null : JSON.stringify(value)];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

const recordset = ({ name }: StoredTable, rows: readonly object[]): Sql =>
  sql`json_populate_recordset(null::${identifier(name)}, ${JSON.stringify(rows)})`;
