import type { SharedRows } from '../shared-rows.ts';
import { clearState, type State } from '../state.ts';
import type { Connection } from './connection.ts';
import { drop, type Loaded, load, loadShared } from './load.ts';
import type { AccountRow, SharedRowJson } from './rows.ts';
import { literal } from './sql.ts';

/** The locks and rows that a batch needs. */
export interface Need {
  /** It may concern every account: no other batch runs beside it. */
  whole: boolean;
  /** It may open accounts: no other batch that may do so runs beside it. */
  opening: boolean;
  /** It may change rows of the whole sandbox. */
  counters: boolean;
  /** Ids of the keys whose accounts it concerns. */
  keyIds: ReadonlySet<string>;
}

/** How far the rows at hand are known to be current. */
export interface Known {
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
  counters: Readonly<Record<(typeof countersOfAll)[number], number>>;
  /** The database's clock, in milliseconds. */
  shown: number;
}

/** The counters of all accounts together. */
export const countersOfAll = ['account', 'key', 'selfDescribing', 'placeholder'] as const;

/**
 * Begins a transaction, takes the locks in their order (whole or beside others, opening, counters, accounts by number)
 * and then reads what is newer than the rows at hand. The locks come first, in statements of their own: under READ
 * COMMITTED each statement sees what was committed before it.
 */
export async function begin(
  connection: Connection,
  schema: string,
  need: Need,
  { state, shared, known }: { state: State; shared: SharedRows; known: Known },
): Promise<Begun> {
  const lock = (kind: number, beside = false) =>
    `SELECT pg_advisory_xact_lock${beside ? '_shared' : ''}(hashtext(${literal(schema)}), ${kind})`;
  const statements = [
    'BEGIN',
    lock(1, !need.whole),
    ...(need.opening && !need.whole ? [lock(2)] : []),
    ...(need.counters && !need.whole ? [lock(3)] : []),
    'SELECT epoch::float8, account::float8, key::float8, "selfDescribing"::float8, placeholder::float8 FROM sandbox',
    json(`SELECT * FROM shared WHERE account IS NULL AND version > ${known.shared}`),
    need.whole
      ? json(`SELECT * FROM accounts WHERE version > ${known.whole}`)
      : json(
          `SELECT * FROM accounts WHERE number IN (SELECT account FROM keys WHERE id IN (${
            [...need.keyIds].map(literal).join() || 'null'
          })) ORDER BY number FOR UPDATE`,
        ),
    json(`SELECT * FROM removals WHERE version > ${need.whole ? known.whole : 'null'}`),
    `SELECT nextval('versions')::float8 AS version, ${shownNow}`,
  ];
  const results = (await connection.query(statements.join(';'))).slice(-5);
  const [counters, told, accounts, removals, { version, shown }] = [
    results[0]?.[0] as Begun['counters'] & { epoch: number },
    rowsIn<SharedRowJson>(results[1]),
    rowsIn<AccountRow>(results[2]),
    rowsIn<{ account: number }>(results[3]),
    results[4]?.[0] as Pick<Begun, 'version' | 'shown'>,
  ];

  if (counters.epoch !== known.epoch) {
    clearState(state);
    shared.dropAccounts();
    Object.assign(known, { epoch: counters.epoch, versions: new Map(), whole: 0 });
    // Rows that were read as newer than those of another epoch are not all of them.
    if (need.whole) accounts.push(...(await everyAccount(connection, accounts)));
  }
  for (const { account } of removals) {
    drop(state, shared, account);
    known.versions.delete(account);
  }
  if (!need.whole) dropMissing(need, accounts);
  loadShared(shared, told);
  known.shared = told.reduce((most, { version }) => Math.max(most, version), known.shared);
  const stale = accounts.filter(({ number, version }) => known.versions.get(number) !== version);
  if (stale.length > 0) load(state, shared, await rowsOf(connection, stale, known));
  for (const { number, version } of stale) known.versions.set(number, version);
  if (need.whole) known.whole = version;
  for (const counter of countersOfAll) state.counters.set(counter, counters[counter]);
  state.changes.begin();
  return { version, counters, shown };

  /** A key that is gone is gone here too; what is left of its account is read again when it is needed. */
  function dropMissing({ keyIds }: Need, found: readonly AccountRow[]): void {
    const there = new Set(found.map(({ number }) => number));
    for (const id of keyIds) {
      const account = state.keys.get(state.keyNumbers.get(id) ?? 0)?.account;
      if (account === undefined || there.has(account)) continue;
      drop(state, shared, account);
      known.versions.delete(account);
    }
  }
}

/** The database's clock as a column, in milliseconds. */
export const shownNow = 'extract(epoch FROM clock_timestamp())::float8 * 1000 AS shown';

async function everyAccount(connection: Connection, but: readonly AccountRow[]): Promise<AccountRow[]> {
  const there = new Set(but.map(({ number }) => number));
  const [rows] = await connection.query(json('SELECT * FROM accounts'));
  return rowsIn<AccountRow>(rows).filter(({ number }) => !there.has(number));
}

/** The rows of accounts that are newer than the ones at hand; keys, holds and shared rows come whole. */
async function rowsOf(
  connection: Connection,
  accounts: readonly AccountRow[],
  { versions }: Known,
): Promise<Loaded> {
  const stale = `(VALUES ${accounts.map(({ number }) => `(${number}::bigint, ${versions.get(number) ?? 0}::bigint)`)}) s (number, known)`;
  const ofKeys = (table: string) =>
    json(
      `SELECT t.* FROM ${stale} JOIN keys k ON k.account = s.number JOIN ${table} t ON t.key = k.number AND t.version > s.known`,
    );
  const statements = [
    json(`SELECT k.* FROM ${stale} JOIN keys k ON k.account = s.number`),
    json(
      `SELECT h.id, h.key, h.plan, h.purchased, h.operation, h.rule, h."traceId", h.at FROM ${stale} JOIN keys k ON k.account = s.number JOIN holds h ON h.key = k.number`,
    ),
    ofKeys('usage'),
    ofKeys('submissions'),
    ofKeys('"submissionDays"'),
    json(`SELECT r.* FROM ${stale} JOIN shared r ON r.account = s.number`),
  ];
  const [keys, holds, usage, submitted, submittedOn, shared] = await connection.query(statements.join(';'));
  return {
    accounts,
    keys: rowsIn(keys),
    holds: rowsIn(holds),
    usage: rowsIn(usage),
    submitted: rowsIn(submitted),
    submittedOn: rowsIn(submittedOn),
    shared: rowsIn(shared),
  };
}

/** Rows as one JSON value, whose numbers are exact up to 2^53; PostgreSQL's own 64-bit numbers would come as texts. */
export const json = (select: string): string =>
  `SELECT coalesce(json_agg(r), '[]'::json) AS rows FROM (${select}) r`;

export const rowsIn = <Of>(result: readonly Record<string, unknown>[] | undefined): Of[] =>
  (result?.[0]?.['rows'] ?? []) as Of[];
