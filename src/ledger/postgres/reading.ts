import type { SharedRow, SharedRows } from '../ledger-rows.ts';
import { type Account, clearState, type State } from '../state.ts';
import { decodeRow, type StoredTable } from '../stored-tables.ts';
import type { Connection, Row } from './connection.ts';
import { drop, load, loadShared } from './load.ts';
import { anyText, identifier, joined, type Sql, sql } from './sql.ts';
import { type Loaded, postgresTables, type Versioned } from './tables.ts';

/** The locks and rows that a batch needs. */
export interface Need {
  /** It may concern every account: no other batch runs beside it. */
  whole: boolean;
  /** It only reads, at one moment of the database: it takes no locks and blocks nobody. */
  isReadOnly?: boolean;
  /** It may open or remove accounts and keys: no other batch that may do so runs beside it. */
  opening: boolean;
  /** It may change rows of the whole sandbox. */
  counters: boolean;
  /** Ids of the keys whose accounts it concerns. */
  keyIds: ReadonlySet<string>;
}

export const wholeLedger: Need = { whole: true, opening: true, counters: true, keyIds: new Set() };

export const wholeMoment: Need = { ...wholeLedger, isReadOnly: true };

/** A copy of the ledger, and how far its rows are known to be current. */
export interface LedgerCopy {
  readonly state: State;
  readonly shared: SharedRows;
  readonly known: Known;
}

interface Known {
  epoch: number;
  /** By account. */
  versions: Map<number, number>;
  /** Rows of the whole sandbox. */
  shared: number;
  /** Every account up to this version. */
  whole: number;
}

export const nothingKnown = (): Known => ({ epoch: 0, versions: new Map(), shared: 0, whole: 0 });

/** The database's part of a batch. */
export interface Begun {
  /** The version of what the batch writes. */
  version: number;
  counters: Readonly<Record<(typeof ledgerCounters)[number], number>>;
  /** The database's clock, in milliseconds. */
  shown: number;
  /** A reset came first: keys belong to other accounts than those that are locked. */
  isStale: boolean;
}

/** The counters of all accounts together. */
export const ledgerCounters = ['account', 'key', 'selfDescribing', 'placeholder'] as const;

/**
 * Begins a transaction, takes the locks in their order (whole or beside others, opening, counters, accounts by number)
 * and then reads what is newer than the rows at hand. The locks come first, in statements of their own: under READ
 * COMMITTED each statement sees what was committed before it.
 */
export async function begin(
  connection: Connection,
  schema: string,
  need: Need,
  copy: LedgerCopy,
): Promise<Begun> {
  const { state, shared, known } = copy;
  const { accounts, accountsOfKeys, removals, sharedRows, counters, epoch, ...begun } = await lockAndRead(
    connection,
    schema,
    need,
    known,
  );
  if (epoch !== known.epoch) {
    clearState(state);
    shared.dropAccounts();
    Object.assign(known, { epoch, versions: new Map(), whole: 0 });
    // Rows that were read as newer than those of another epoch are not all of them.
    if (need.whole) accounts.push(...(await readOtherAccounts(connection, accounts)));
  }
  for (const account of removals) dropFrom(copy, account);
  const locked = new Set(accounts.map(({ number }) => number));
  if (!need.whole) dropMissing(copy, need, locked);
  loadShared(shared, sharedRows);
  known.shared = sharedRows.reduce((max, { version }) => Math.max(max, version), known.shared);
  const stale = accounts.filter(({ number, version }) => known.versions.get(number) !== version);
  if (stale.length > 0) load(state, shared, await readAccountRows(connection, stale, known));
  for (const { number, version } of stale) known.versions.set(number, version);
  // Without locks, a batch with a smaller version may be committed later.
  if (need.whole && !need.isReadOnly) known.whole = begun.version;
  for (const counter of ledgerCounters) state.counters.set(counter, counters[counter]);
  state.changes.begin();
  return { ...begun, counters, isStale: accountsOfKeys.some((account) => !locked.has(account)) };
}

/** Work on every account may take seconds before its first change is sent. */
const wholeIdleTimeoutMs = 20_000;

async function lockAndRead(connection: Connection, schema: string, need: Need, known: Known) {
  const lock = (kind: number) => sql`SELECT pg_advisory_xact_lock(hashtext(${schema}), ${kind})`;
  const statements = [
    need.isReadOnly ? sql`BEGIN ISOLATION LEVEL REPEATABLE READ` : sql`BEGIN`,
    ...(need.whole ? [sql`SET LOCAL idle_in_transaction_session_timeout TO ${wholeIdleTimeoutMs}`] : []),
    ...(need.isReadOnly
      ? []
      : [need.whole ? lock(1) : sql`SELECT pg_advisory_xact_lock_shared(hashtext(${schema}), 1)`]),
    ...(need.opening && !need.whole ? [lock(2)] : []),
    ...(need.counters && !need.whole ? [lock(3)] : []),
    sql`SELECT epoch::float8, account::float8, key::float8, "selfDescribing"::float8, placeholder::float8 FROM sandbox`,
    json(sql`SELECT * FROM shared WHERE account IS NULL AND version > ${known.shared}`),
    need.whole
      ? json(sql`SELECT * FROM accounts WHERE version > ${known.whole}`)
      : json(
          sql`SELECT * FROM accounts WHERE number IN (SELECT account FROM keys WHERE id = ${anyText(need.keyIds)})
              ORDER BY number FOR UPDATE`,
        ),
    // A statement that waited for the lock of an account that is gone by then does not see the one in its place.
    json(
      need.whole
        ? sql`SELECT account FROM removals WHERE version > ${known.whole}`
        : sql`SELECT account FROM keys WHERE id = ${anyText(need.keyIds)}`,
    ),
    sql`SELECT nextval('versions')::float8 AS version, ${shownNow}`,
  ];
  const [[counters] = [], shared, accounts, named, [begun] = []] = (
    await connection.queryAll(statements)
  ).slice(-5);
  const numbers = rowsIn<{ account: number }>(named?.[0]).map(({ account }) => account);
  const { epoch, ...counts } = counters as Begun['counters'] & { epoch: number };
  return {
    epoch,
    counters: counts,
    sharedRows: decoded<Versioned<SharedRow>>(postgresTables.shared, shared),
    accounts: decoded<Versioned<Account>>(postgresTables.accounts, accounts),
    removals: need.whole ? numbers : [],
    accountsOfKeys: need.whole ? [] : numbers,
    ...(begun as unknown as Pick<Begun, 'version' | 'shown'>),
  };
}

/** The database's clock as a column, in milliseconds. */
export const shownNow = sql`extract(epoch FROM clock_timestamp())::float8 * 1000 AS shown`;

/** A key that is gone is gone here too; what is left of its account is read again when it is needed. */
function dropMissing(copy: LedgerCopy, { keyIds }: Need, locked: ReadonlySet<number>): void {
  for (const id of keyIds) {
    const account = copy.state.keys.get(copy.state.keyNumbers.get(id) ?? 0)?.account;
    if (account !== undefined && !locked.has(account)) dropFrom(copy, account);
  }
}

function dropFrom({ state, shared, known }: LedgerCopy, account: number): void {
  drop(state, shared, account);
  known.versions.delete(account);
}

async function readOtherAccounts(
  connection: Connection,
  found: readonly Pick<Account, 'number'>[],
): Promise<Versioned<Account>[]> {
  const there = new Set(found.map(({ number }) => number));
  const rows = await connection.query(json(sql`SELECT * FROM accounts`));
  return decoded<Versioned<Account>>(postgresTables.accounts, rows).filter(
    ({ number }) => !there.has(number),
  );
}

/** The rows of accounts that are newer than the ones at hand; keys, holds and shared rows come whole. */
async function readAccountRows(
  connection: Connection,
  accounts: readonly Versioned<Account>[],
  { versions }: Known,
): Promise<Loaded> {
  const numbers = accounts.map(({ number }) => ({ number, known: versions.get(number) ?? 0 }));
  const given = sql`json_to_recordset(${JSON.stringify(numbers)}) AS s (number bigint, known bigint)`;
  const stale = sql`${given} JOIN keys k ON k.account = s.number`;
  const { keys, holds, usage, submissions, submissionDays, shared } = postgresTables;
  const ofKeys = (table: Sql) =>
    json(sql`SELECT t.* FROM ${stale} JOIN ${table} t ON t.key = k.number AND t.version > s.known`);
  const results = await connection.queryAll([
    json(sql`SELECT k.* FROM ${stale}`),
    json(sql`SELECT ${joined(holds.columns.map((column) => sql`h.${identifier(column)}`))}
             FROM ${stale} JOIN holds h ON h.key = k.number`),
    ofKeys(sql`usage`),
    ofKeys(sql`submissions`),
    ofKeys(sql`"submissionDays"`),
    json(sql`SELECT r.* FROM ${given} JOIN shared r ON r.account = s.number`),
  ]);
  return {
    accounts,
    keys: decoded(keys, results[0]),
    holds: decoded(holds, results[1]),
    usage: decoded(usage, results[2]),
    submissions: decoded(submissions, results[3]),
    submissionDays: decoded(submissionDays, results[4]),
    shared: decoded(shared, results[5]),
  };
}

/** Rows as one JSON value, whose numbers are exact up to 2^53; PostgreSQL's own 64-bit numbers would come as texts. */
export const json = (select: Sql): Sql =>
  sql`SELECT coalesce(json_agg(r), '[]'::json) AS rows FROM (${select}) r`;

/** @param row the one row of a statement by `json` */
export const rowsIn = <T>(row: Row | undefined): T[] => (row?.['rows'] ?? []) as T[];

const decoded = <T>(table: StoredTable, result: readonly Row[] | undefined): T[] =>
  rowsIn<object>(result?.[0]).map((row) => decodeRow<T>(table, row));
