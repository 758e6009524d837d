import type { KeyOrigin } from '../../core/keys/terms.ts';
import { enterAccount } from '../accounts.ts';
import type { RowsOfAll } from '../job.ts';
import { enterKey } from '../key-index.ts';
import { type SharedRow, SharedRows } from '../ledger-rows.ts';
import {
  type Account,
  createState,
  forgetRows,
  type Key,
  type OpenHold,
  type State,
  type SubmittedCount,
  type Totals,
  type UsageCount,
} from '../state.ts';
import { decodeRow, type StoredTable } from '../stored-tables.ts';
import type { Entry } from '../values.ts';
import type { Connection, Row } from './connection.ts';
import type { Need } from './needs.ts';
import { anyNumber, anyText, columnList, identifier, joined, type Sql, type SqlValue, sql } from './sql.ts';
import { postgresTables, type SubmissionRow } from './tables.ts';

/** The rows that the batches of a replica work on. */
export interface BatchRows {
  /** The rows of the accounts that the batch concerns, and no others. */
  readonly state: State;
  readonly shared: SharedRows;
  readonly known: Known;
}

/** How far a replica has read what only grows. */
interface Known {
  /** A reset of everything begins another one. */
  epoch: number;
  /** The version of the latest row of the whole sandbox. */
  shared: number;
  /** Where the keys up to this number came from, by their secrets. */
  key: number;
  origins: Map<string, KeyOrigin>;
}

export const nothingKnown = (): Known => ({ epoch: 0, shared: 0, key: 0, origins: new Map() });

/** The database's part of a batch. */
export interface Begun {
  counters: Readonly<Record<(typeof ledgerCounters)[number], number>>;
  /** The database's clock, in milliseconds. */
  shown: number;
  /** Keys belong to other accounts than those that are locked: a reset came first. */
  isStale: boolean;
}

/** The counters of all accounts together. */
export const ledgerCounters = ['account', 'key', 'selfDescribing', 'placeholder'] as const;

/** Work on all accounts may take seconds before its first change is sent. */
const longIdleTimeoutMs = 20_000;

/**
 * Begins a transaction, takes the locks in their order (all or beside others, opening, counters, accounts by number) and
 * then reads. The locks come first, in statements of their own: under READ COMMITTED each statement sees what was
 * committed before it.
 */
export async function begin(
  connection: Connection,
  schema: string,
  need: Need,
  { state, shared, known }: BatchRows,
): Promise<Begun> {
  const lock = (kind: number) => sql`SELECT pg_advisory_xact_lock(hashtext(${schema}), ${kind})`;
  const source = accountsOf(need);
  const results = await connection.queryAll([
    sql`BEGIN`,
    ...(need.all
      ? [sql`SET LOCAL idle_in_transaction_session_timeout TO ${longIdleTimeoutMs}`, lock(1)]
      : [sql`SELECT pg_advisory_xact_lock_shared(hashtext(${schema}), 1)`]),
    ...(need.opening && !need.all ? [lock(2)] : []),
    ...(need.counters && !need.all ? [lock(3)] : []),
    json(
      source && !need.all
        ? sql`SELECT number FROM accounts WHERE number IN (${source}) ORDER BY number FOR UPDATE`
        : sql`SELECT number FROM accounts WHERE false`,
    ),
    sql`SELECT epoch::float8, account::float8, key::float8, "selfDescribing"::float8, placeholder::float8, ${databaseNow},
        (${json(sql`SELECT * FROM shared WHERE account IS NULL AND version > ${known.shared}`)}) AS shared
        FROM sandbox`,
    readRows(source, need),
  ]);
  const [[locked], [ledger], [read]] = results.slice(-3) as [[Row], [Row], [Row]];
  const { epoch, ...counters } = ledger as unknown as Begun['counters'] & { epoch: number };
  if (epoch !== known.epoch) Object.assign(known, { epoch, key: 0, origins: new Map() });
  if (counters.key > known.key) await readOrigins(connection, known, counters.key);
  const sharedRows = decoded<SharedRow & { version: number }>(postgresTables.shared, ledger['shared']);
  known.shared = sharedRows.reduce((max, { version }) => Math.max(max, version), known.shared);
  takeRows(state, shared, read);
  for (const { version: _, ...row } of sharedRows) shared.load(asLoaded(row));
  for (const counter of ledgerCounters) state.counters.set(counter, counters[counter]);
  state.partial = { hasCalls: need.calls, totals: read['totals'] as Totals | undefined };
  state.changes.begin();
  const isLocked = new Set(rowsIn<{ number: number }>(locked).map(({ number }) => number));
  const isStale = !need.all && [...state.accounts.values()].some(({ number }) => !isLocked.has(number));
  return { counters, shown: ledger['shown'] as number, isStale };
}

/** The numbers of the accounts that a batch concerns, as a query; undefined without any. */
function accountsOf({ keyIds, holds, accountIds, ofAll }: Need): Sql | undefined {
  const parts = [
    ...(keyIds.length > 0 ? [sql`SELECT account FROM keys WHERE id = ${anyText(keyIds)}`] : []),
    ...(holds.length > 0
      ? [sql`SELECT account FROM keys WHERE number IN (SELECT key FROM holds WHERE id = ${anyNumber(holds)})`]
      : []),
    ...(accountIds.length > 0 ? [sql`SELECT number FROM accounts WHERE id = ${anyText(accountIds)}`] : []),
    ...ofAll.flatMap((rows) => (typeof rows === 'object' ? accountsOfAll(rows) : [])),
  ];
  return parts.length === 0 ? undefined : joined(parts, ' UNION ');
}

function accountsOfAll(rows: Extract<RowsOfAll, object>): Sql {
  if ('presets' in rows)
    return sql`SELECT account FROM keys WHERE number IN (SELECT key FROM holds
               WHERE replica NOT IN (SELECT number FROM replicas WHERE "leftAt" IS NULL))`;
  if ('keysAfter' in rows)
    return sql`(SELECT account FROM keys WHERE number > ${rows.keysAfter} ORDER BY number LIMIT ${rows.max})`;
  return sql`(SELECT number FROM accounts WHERE number > ${rows.accountsAfter}
              AND "renewsAt" - "clockOffsetMs" <= ${rows.dueBy} ORDER BY number LIMIT ${rows.max})`;
}

/** Reads everything of some accounts, each table as a list. */
function readRows(source: Sql | undefined, { opening, keyIds, calls, ofAll }: Need): Sql {
  const { accounts, keys, holds, usage, submissions, submissionDays, shared } = postgresTables;
  const rowsOf = (table: StoredTable, which: Sql, name = table.name) =>
    sql`(${json(sql`SELECT ${columnList(table.columns)} FROM ${identifier(table.name)} WHERE ${which}`)}) AS ${identifier(name)}`;
  const ofKeys = sql`key IN (SELECT number FROM named)`;
  const ofAccounts = sql`account IN (SELECT account FROM concerned)`;
  const lists = [
    sql`1 AS one`,
    ...(source
      ? [
          rowsOf(accounts, sql`number IN (SELECT account FROM concerned)`),
          rowsOf(keys, ofAccounts),
          rowsOf(holds, ofKeys),
          ...(calls ? [usage, submissions, submissionDays].map((table) => rowsOf(table, ofKeys)) : []),
          ...(ofAll.includes('sharedRows') ? [] : [rowsOf(shared, ofAccounts)]),
        ]
      : []),
    ...(ofAll.includes('sharedRows') ? [rowsOf(shared, sql`account IS NOT NULL`)] : []),
    ...(ofAll.includes('totals')
      ? [
          sql`json_build_object('keys', (SELECT count(*) FROM keys), 'accounts', (SELECT count(*) FROM accounts),
              'entries', (SELECT count(*) FROM entries), 'holds', (SELECT count(*) FROM holds)) AS totals`,
        ]
      : []),
    // A key that opens gives its account an id that no other has.
    ...(opening && keyIds.length > 0
      ? [
          sql`(${json(sql`SELECT a.id, a.number FROM json_array_elements_text(${JSON.stringify(keyIds)}) k
               JOIN accounts a ON a.id >= 'account-' || k AND a.id < 'account-' || k || '.'`)}) AS taken`,
        ]
      : []),
  ];
  const select = sql`SELECT ${joined(lists)}`;
  if (!source) return select;
  return sql`WITH concerned (account) AS MATERIALIZED (${source}),
    named AS MATERIALIZED (SELECT number FROM keys WHERE ${ofAccounts}) ${select}`;
}

/** Takes over the rows of the accounts of a batch, and forgets those of the last one. */
function takeRows(state: State, shared: SharedRows, read: Row): void {
  forgetRows(state);
  shared.dropAccounts();
  for (const { id, number } of (read['taken'] ?? []) as Pick<Account, 'id' | 'number'>[])
    state.accountNumbers.set(id, number);
  enterRows(state, shared, read);
}

/** @param read rows by the names of their tables */
function enterRows(state: State, shared: SharedRows, read: Row): void {
  const { accounts, keys, holds, usage, submissions, submissionDays } = postgresTables;
  for (const account of decoded<Account>(accounts, read['accounts'])) enterAccount(state, account);
  for (const key of decoded<Key>(keys, read['keys'])) enterKey(state, key);
  for (const hold of decoded<OpenHold>(holds, read['holds'])) state.holds.set(hold.id, hold);
  for (const row of decoded<UsageCount>(usage, read['usage'])) state.usage.set(row);
  for (const { digest: _, ...row } of decoded<SubmissionRow>(submissions, read['submissions']))
    state.submitted.set(row);
  for (const row of decoded<SubmittedCount>(submissionDays, read['submissionDays']))
    state.submittedOn.set(row);
  for (const row of decoded<SharedRow>(postgresTables.shared, read['shared'])) shared.load(asLoaded(row));
}

/** A value that is null in the database is a row that was removed. */
const asLoaded = ({ value, ...row }: SharedRow): SharedRow => ({ ...row, value: value ?? undefined });

/** Reads where the new keys came from. @param last the number of the last key */
async function readOrigins(connection: Connection, known: Known, last: number): Promise<void> {
  for (let isLast = false; !isLast; ) {
    const [row] = await connection.query(
      json(
        sql`SELECT number, secret, origin FROM keys WHERE number > ${known.key} ORDER BY number LIMIT ${pageRows}`,
      ),
    );
    const page = rowsIn<Pick<Key, 'number' | 'secret' | 'origin'>>(row);
    for (const { number, secret, origin } of page) {
      known.origins.set(secret, origin);
      known.key = number;
    }
    isLast = page.length < pageRows;
  }
  known.key = Math.max(known.key, last);
}

/** The database's clock as a column, in milliseconds. */
export const databaseNow = sql`extract(epoch FROM clock_timestamp())::float8 * 1000 AS shown`;

/** Rows as one JSON value, whose numbers are exact up to 2^53; PostgreSQL's own 64-bit numbers would come as texts. */
export const json = (select: Sql): Sql =>
  sql`SELECT coalesce(json_agg(r), '[]'::json) AS rows FROM (${select}) r`;

/** @param row the one row of a statement by `json` */
export const rowsIn = <T>(row: Row | undefined): T[] => (row?.['rows'] ?? []) as T[];

const decoded = <T>(table: StoredTable, rows: unknown): T[] =>
  ((rows ?? []) as object[]).map((row) => decodeRow<T>(table, row));

/** Everything as it is at one moment, in pages. */
export async function readLedger(
  connection: Connection,
): Promise<{ state: State; entries: Map<number, Entry[]> }> {
  const state = createState();
  const entries = new Map<number, Entry[]>();
  const shared = new SharedRows(state.changes);
  const { shared: _, entries: entryTable, ...tables } = postgresTables;
  await connection.query(sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
  try {
    for (const table of Object.values(tables))
      for await (const page of tablePages(connection, table))
        enterRows(state, shared, { [table.name]: page });
    for await (const page of tablePages(connection, entryTable))
      for (const { account, ...entry } of page as (Entry & { account: number })[]) {
        const known = entries.get(account);
        if (known) known.push(entry);
        else entries.set(account, [entry]);
      }
    return { state, entries };
  } finally {
    await connection.query(sql`ROLLBACK`).catch(() => {});
  }
}

async function* tablePages(connection: Connection, table: StoredTable): AsyncGenerator<object[]> {
  const [columns, named] = [columnList(table.columns), columnList(table.named)];
  for (let after = sql``, isLast = false; !isLast; ) {
    const [row] = await connection.query(
      json(
        sql`SELECT ${columns} FROM ${identifier(table.name)} ${after} ORDER BY ${named} LIMIT ${pageRows}`,
      ),
    );
    const page = rowsIn<object>(row);
    yield page;
    const last = table.named.map((column) => sql`${Reflect.get(page.at(-1) ?? {}, column) as SqlValue}`);
    after = sql`WHERE (${named}) > (${joined(last)})`;
    isLast = page.length < pageRows;
  }
}

const pageRows = 2_000;
