import { readJson } from '../core/read-json.ts';
import type { Steps } from '../core/steps.ts';
import { isObject } from '../core/values.ts';
import type { SharedRow, SharedRows } from './ledger-rows.ts';
import type { Account, Key, OpenHold, State, SubmittedCount, UsageCount } from './state.ts';
import type { Entry } from './values.ts';

/** A table of the ledger in a database: its columns have the names of the fields of its rows. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** They name a row. */
  readonly named: readonly string[];
  /** By them rows are removed. */
  readonly removedBy: readonly string[];
  /** Written again when the row is there. Where there are none, rows are always new. */
  readonly changing: readonly string[];
  /** Columns that hold JSON, and those that are true or false. */
  readonly json: readonly string[];
  readonly flags: readonly string[];
}

/** What is `fixed` is written with a new row and never again. */
export type Column = 'name' | `${'fixed' | 'changing'}${'' | ' flag' | ' json'}`;

/** @param fields every field of a row */
export function storedTable<Row>(
  name: string,
  fields: Readonly<Record<keyof Row & string, Column>>,
  removedBy?: readonly (keyof Row & string)[],
): StoredTable {
  const columns = Object.entries<Column>(fields);
  const columnsThat = (matches: (column: Column) => boolean) =>
    columns.flatMap(([field, column]) => (matches(column) ? field : []));
  const named = columnsThat((column) => column === 'name');
  return {
    name,
    columns: Object.keys(fields),
    named,
    removedBy: removedBy ?? named,
    changing: columnsThat((column) => column.startsWith('changing')),
    json: columnsThat((column) => column.endsWith(' json')),
    flags: columnsThat((column) => column.endsWith(' flag')),
  };
}

/** The fields of keys that both databases store in the same way. */
export const keyColumns = {
  number: 'name',
  id: 'fixed',
  secret: 'fixed',
  account: 'changing',
  origin: 'fixed',
  allow: 'changing json',
  fractional: 'changing flag',
  testOnly: 'changing flag',
  spendLimit: 'changing',
  spent: 'changing',
  held: 'changing',
  opening: 'fixed json',
} as const satisfies Record<Exclude<keyof Key, 'rate'>, Column>;

/** The tables that both databases have. */
export const commonTables = {
  accounts: storedTable<Account>('accounts', {
    number: 'name',
    id: 'fixed',
    plan: 'changing',
    used: 'changing',
    purchased: 'changing',
    purchasedUsed: 'changing',
    heldPlan: 'changing',
    heldPurchased: 'changing',
    unlimited: 'changing flag',
    cycleMs: 'changing',
    anchorAt: 'changing',
    renewsAt: 'changing',
    clockOffsetMs: 'changing',
    entries: 'changing',
    opening: 'fixed json',
  }),
  entries: storedTable<Entry & { account: number }>(
    'entries',
    {
      account: 'name',
      id: 'name',
      at: 'fixed',
      kind: 'fixed',
      keyId: 'fixed',
      operation: 'fixed',
      rule: 'fixed',
      plan: 'fixed',
      purchased: 'fixed',
      held: 'fixed',
      balance: 'fixed',
      traceId: 'fixed',
    },
    ['account'],
  ),
  holds: storedTable<OpenHold>('holds', {
    id: 'name',
    key: 'fixed',
    plan: 'fixed',
    purchased: 'fixed',
    operation: 'fixed',
    rule: 'fixed',
    traceId: 'fixed',
    at: 'fixed',
  }),
  usage: storedTable<UsageCount>('usage', {
    key: 'name',
    day: 'name',
    operation: 'name',
    requests: 'changing',
    charged: 'changing',
    credits: 'changing',
  }),
  submissionDays: storedTable<SubmittedCount>('submissionDays', {
    key: 'name',
    kind: 'name',
    day: 'name',
    count: 'changing',
  }),
  shared: storedTable<SharedRow>('shared', {
    name: 'name',
    account: 'changing',
    counter: 'changing flag',
    value: 'changing json',
  }),
};

/** Those of an entry beside its account. */
export const entryColumns = commonTables.entries.columns.filter((column) => column !== 'account');

export type TableName = keyof StepsResult<ReturnType<typeof changedRows>>;
type StepsResult<T> = T extends Steps<infer Result> ? Result : never;

/** The rows that a batch changed, by their table; a table at a step. */
export function* changedRows({ changes: { steps, retained }, ...state }: State, shared: SharedRows) {
  const accounts = state.accounts.netChangeIn(steps);
  yield;
  const keys = state.keys.netChangeIn(steps);
  yield;
  // An account that came and went within the batch has none.
  const written = retained.flatMap(({ account: { number }, entry }) =>
    state.accounts.get(number) ? { ...entry, account: number } : [],
  );
  yield;
  const usage = state.usage.netChangeIn(steps);
  yield;
  return {
    accounts,
    keys,
    entries: { written, removed: accounts.removed.map(({ number }) => ({ account: number })) },
    holds: state.holds.netChangeIn(steps),
    usage,
    submissions: state.submitted.netChangeIn(steps),
    submissionDays: state.submittedOn.netChangeIn(steps),
    shared: shared.netChangeIn(steps),
  };
}

export function* pagesOf<Row>(rows: readonly Row[], size: number): Generator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

/** A row as the rules know it. */
export function decodeRow<Row>({ json, flags }: StoredTable, stored: object): Row {
  const row: Record<string, unknown> = { ...stored };
  for (const column of json) row[column] = parseStored(column, (row[column] ?? 'null') as string);
  for (const column of flags) row[column] = Boolean(row[column]);
  return row as Row;
}

/** Terms are an object, the operations that a key may call a list; other columns hold any value. */
function parseStored(column: string, text: string): unknown {
  try {
    const value = readJson(text);
    if (column === 'opening' ? isObject(value) : column !== 'allow' || value === null || Array.isArray(value))
      return value;
  } catch {}
  throw new Error(`what stands in a row as ${column}`);
}
