import type { SharedRow, SharedRows } from '../ledger-rows.ts';
import type { State } from '../state.ts';
import { changedRows, pagesOf, type StoredTable } from '../stored-tables.ts';
import type { NetChange } from '../table.ts';
import { anyNumber, columnList, identifier, joined, type Sql, sql } from './sql.ts';
import { postgresTables, submissionRowOf } from './tables.ts';

/** The statements that write the changes of a batch; rows get this version. @param touched its accounts, by `touchedIn` */
export function* batchStatements(
  state: State,
  shared: SharedRows,
  version: number,
  touched: readonly number[],
): Generator<Sql, void> {
  const changes = changedRows(state, shared);
  let step = changes.next();
  while (!step.done) step = changes.next();
  const { accounts, submissions, shared: rows, ...rest } = step.value;
  const gone = accounts.removed.map(({ number }) => number);
  const changed: Record<keyof typeof postgresTables, NetChange<object>> = {
    accounts,
    ...rest,
    submissions: {
      written: submissions.written.map(submissionRowOf),
      removed: submissions.removed.map(submissionRowOf),
    },
    shared: ofPresentAccounts(state, rows),
    removals: { written: gone.map((account) => ({ account })), removed: [] },
  };
  const tables = Object.entries(postgresTables).map(([name, table]) => ({
    table,
    ...changed[name as keyof typeof postgresTables],
  }));
  const written = new Set(accounts.written.map(({ number }) => number));
  const unwritten = touched.filter((number) => !written.has(number));
  if (state.changes.isCleared) yield* clearing;
  for (const { table, removed } of tables)
    for (const page of pagesOf(removed, pageRows)) yield removal(table, page);
  if (gone.length > 0) yield sql`DELETE FROM shared WHERE account = ${anyNumber(gone)}`;
  for (const { table, written: rows } of tables)
    for (const page of pagesOf(rows, pageRows)) yield upsert(table, page, version);
  if (unwritten.length > 0)
    yield sql`UPDATE accounts SET version = ${version} WHERE number = ${anyNumber(unwritten)}`;
}

/** The rows of one statement. A batch that restores a ledger writes hundreds of thousands. */
const pageRows = 2_000;

/** The accounts of which the batch changed anything: others see by the account's version that they must read it. */
export function touchedIn(state: State, shared: SharedRows): number[] {
  const { steps } = state.changes;
  const all = <Row>({ written, removed }: NetChange<Row>): Row[] => [...written, ...removed];
  const keys = new Set(
    [state.holds, state.usage, state.submitted, state.submittedOn].flatMap((table) =>
      all<{ key: number }>(table.netChangeIn(steps)).map(({ key }) => key),
    ),
  );
  const numbers = new Set([
    ...state.accounts.netChangeIn(steps).written.map(({ number }) => number),
    ...all(state.keys.netChangeIn(steps)).map(({ account }) => account),
    ...[...keys].flatMap((number) => state.keys.get(number)?.account ?? []),
    ...all(shared.netChangeIn(steps)).flatMap(({ account }) => account ?? []),
  ]);
  return [...numbers].filter((number) => state.accounts.get(number));
}

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
function upsert(table: StoredTable, rows: readonly object[], version: number): Sql {
  const columns = columnList(table.columns);
  const changing = table.changing.map(
    (column) => sql`${identifier(column)} = excluded.${identifier(column)}`,
  );
  const conflict =
    changing.length === 0
      ? sql``
      : sql` ON CONFLICT (${columnList(table.named)}) DO UPDATE SET ${joined(changing)}`;
  const encoded = rows.map((row) => encodeRow(table, { ...row, version }));
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
  const texts = json.map((column) => {
    const value: unknown = Reflect.get(row, column);
    return [column, value === undefined || value === null ? null : JSON.stringify(value)];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

const recordset = ({ name }: StoredTable, rows: readonly object[]): Sql =>
  sql`json_populate_recordset(null::${identifier(name)}, ${JSON.stringify(rows)})`;
