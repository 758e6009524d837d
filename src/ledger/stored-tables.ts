import { readJson } from '../core/read-json.ts';
import { isObject } from '../core/values.ts';
import type { Yielding } from '../core/yield-to-loop.ts';
import type { SharedRow, SharedRows } from './ledger-rows.ts';
import type { Account, Key, OpenHold, State, SubmittedCount, UsageCount } from './state.ts';
import type { Entry } from './values.ts';

/** A table of the ledger, in each database: its columns have the names of the fields of its rows. */
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
  /** Each column as SQL, with the conditions of a row. @param types how a database stores each type */
  sql(types: Readonly<Record<ColumnType, string>>): string[];
}

type ColumnType = 'integer' | 'text' | 'flag' | 'json';

/** A `fixed` column is written with a new row and never again; one with `?` may be null. */
export type Column = `${'name' | 'fixed' | 'changing'} ${ColumnType}${'' | '?' | ' unique'}`;

/**
 * @param fields every field of a row
 * @param conditions a last line of defence: a bug in the rules fails its own transaction instead of losing money
 */
export function storedTable<Row>(
  name: string,
  fields: Readonly<Record<keyof Row & string, Column>>,
  { conditions = [], removedBy }: { conditions?: string[]; removedBy?: (keyof Row & string)[] } = {},
): StoredTable {
  const columns = Object.entries<Column>(fields).map(([field, column]) => {
    const [use = '', type = '', unique] = column.split(' ');
    return { field, use, type: type.replace('?', '') as ColumnType, unique, isNullable: type.endsWith('?') };
  });
  const fieldsThat = (matches: (column: (typeof columns)[number]) => boolean) =>
    columns.flatMap((column) => (matches(column) ? column.field : []));
  const named = fieldsThat(({ use }) => use === 'name');
  return {
    name,
    columns: Object.keys(fields),
    named,
    removedBy: removedBy ?? named,
    changing: fieldsThat(({ use }) => use === 'changing'),
    json: fieldsThat(({ type }) => type === 'json'),
    flags: fieldsThat(({ type }) => type === 'flag'),
    sql: (types) => [
      ...columns.map(
        ({ field, type, unique, isNullable }) =>
          `"${field}" ${types[type]}${isNullable ? '' : ' NOT NULL'}${unique ? ' UNIQUE' : ''}`,
      ),
      ...conditions.map((condition) => `CHECK (${condition})`),
      `PRIMARY KEY (${named.map((field) => `"${field}"`)})`,
    ],
  };
}

const most = Number.MAX_SAFE_INTEGER;

/**
 * Amounts are whole thousandths of a credit, instants and lengths milliseconds. `opening` is the terms that an account or a
 * key began with, for resets. Rows refer to each other by number without REFERENCES.
 */
export const commonTables = {
  accounts: storedTable<Account>(
    'accounts',
    {
      number: 'name integer',
      id: 'fixed text unique',
      plan: 'changing integer',
      used: 'changing integer',
      purchased: 'changing integer',
      purchasedUsed: 'changing integer',
      heldPlan: 'changing integer',
      heldPurchased: 'changing integer',
      unlimited: 'changing flag',
      cycleMs: 'changing integer',
      anchorAt: 'changing integer?',
      renewsAt: 'changing integer?',
      clockOffsetMs: 'changing integer',
      entries: 'changing integer',
      opening: 'fixed json',
    },
    {
      conditions: [
        `plan BETWEEN 0 AND ${most}`,
        `used BETWEEN 0 AND ${most}`,
        `purchased BETWEEN "heldPurchased" AND ${most}`,
        '"purchasedUsed" >= 0 AND "heldPlan" >= 0 AND "heldPurchased" >= 0',
        '"cycleMs" > 0 AND entries >= 0',
      ],
    },
  ),
  keys: storedTable<Key>(
    'keys',
    {
      number: 'name integer',
      id: 'fixed text unique',
      secret: 'fixed text unique',
      account: 'changing integer',
      origin: 'fixed text',
      allow: 'changing json?',
      fractional: 'changing flag',
      testOnly: 'changing flag',
      spendLimit: 'changing integer?',
      spent: 'changing integer',
      held: 'changing integer',
      rate: 'changing json?',
      words: 'changing text?',
      opening: 'fixed json',
    },
    {
      conditions: [
        "origin IN ('demo', 'self-describing', 'admin')",
        "words IN ('neutral', 'published')",
        `"spendLimit" >= 0`,
        `spent BETWEEN 0 AND ${most}`,
        'held >= 0',
      ],
    },
  ),
  entries: storedTable<Entry & { account: number }>(
    'entries',
    {
      account: 'name integer',
      id: 'name integer',
      at: 'fixed integer',
      kind: 'fixed text',
      keyId: 'fixed text?',
      operation: 'fixed text?',
      rule: 'fixed text?',
      plan: 'fixed integer',
      purchased: 'fixed integer',
      held: 'fixed integer',
      balance: 'fixed integer',
      traceId: 'fixed text?',
    },
    { removedBy: ['account'] },
  ),
  holds: storedTable<OpenHold>(
    'holds',
    {
      id: 'name integer',
      key: 'fixed integer',
      plan: 'fixed integer',
      purchased: 'fixed integer',
      operation: 'fixed text',
      rule: 'fixed text?',
      traceId: 'fixed text',
      at: 'fixed integer',
    },
    { conditions: ['plan >= 0 AND purchased >= 0'] },
  ),
  usage: storedTable<UsageCount>('usage', {
    key: 'name integer',
    day: 'name integer',
    operation: 'name text',
    requests: 'changing integer',
    charged: 'changing integer',
    credits: 'changing integer',
  }),
  submissionDays: storedTable<SubmittedCount>(
    'submissionDays',
    { key: 'name integer', kind: 'name text', day: 'name integer', count: 'changing integer' },
    { conditions: ['count > 0'] },
  ),
  shared: storedTable<SharedRow>('shared', {
    name: 'name text',
    account: 'changing integer?',
    counter: 'changing flag',
    value: 'changing json?',
  }),
};

/** Those of an entry beside its account. */
export const entryColumns = commonTables.entries.columns.filter((column) => column !== 'account');

export type ChangedRows = YieldedResult<ReturnType<typeof changedRows>>;
export type TableName = keyof ChangedRows;
type YieldedResult<T> = T extends Yielding<infer Result> ? Result : never;

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
