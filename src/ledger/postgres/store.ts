import { yieldToLoop } from '../../core/yield-to-loop.ts';
import { CommitFailed } from '../errors.ts';
import { SharedRows } from '../ledger-rows.ts';
import type { Replicas } from '../replicas.ts';
import { createState } from '../state.ts';
import type { Store } from '../store.ts';
import { entryColumns } from '../stored-tables.ts';
import type { Entry } from '../values.ts';
import { type BatchParts, runBatch, unreachable, usableConnection } from './batch.ts';
import { type Connection, ConnectionLost, type Queries } from './connection.ts';
import type { Link } from './link.ts';
import { type Membership, replicaOf } from './membership.ts';
import { json, nothingKnown, readLedger, rowsIn } from './reading.ts';
import { recordTables } from './records.ts';
import { snapshotTable } from './snapshots.ts';
import { columnList, sql } from './sql.ts';

export interface PostgresParts {
  /** The connection of batches, that of signs of life, which wait for nothing, and one for everything else. */
  link: Link;
  beats: Link;
  side: Link;
  membership: Membership;
  /** Filled here, called by whoever opened the connections. */
  listeners: StoreListeners;
}

export interface StoreListeners {
  onOrphans: () => void;
  onOutage: () => void;
  /** There is a connection again. */
  onConnected: () => void;
}

/**
 * The database holds the ledger. Each batch locks and reads the rows of the accounts that it concerns. One batch is in
 * flight; the next one collects meanwhile.
 */
export function postgresStore(parts: PostgresParts): Store {
  const { link, side, beats, membership } = parts;
  const state = createState();
  const shared = new SharedRows(state.changes, { keepsRemoved: true });
  const known = nothingKnown();
  const line = createLine();
  const database = queriesOver(side);
  const transaction = (work: (connection: Queries) => Promise<void>) =>
    line.run(() => ask(link, (connection) => inTransaction(connection, work)));
  const records = recordTables(database, membership);
  const batches = { link, membership, rows: { state, shared, known }, records };

  return {
    state: undefined,
    shared,
    replicas: replicasOf(parts, batches, database),
    transact: (batch, work) => line.run(() => runBatch(batches, batch, () => work(state))),
    entries: (account, after, limit) => readEntries(database, account, after, limit),
    readAll: (work) =>
      line.run(async () => {
        const ledger = await readLedger(usableConnection(link));
        return yieldToLoop(work(ledger.state, (account) => ledger.entries.get(account) ?? []));
      }),
    originOf: (secret) => known.origins.get(secret),
    snapshots: snapshotTable(database, transaction),
    async close() {
      const late = setTimeout(() => {
        for (const { connection } of [link, side, beats]) connection?.destroy();
      }, leaveTimeoutMs);
      await line.idle();
      await membership.leave();
      await Promise.all([link.close(), side.close(), beats.close()]);
      clearTimeout(late);
    },
  };
}

/** A database that has not taken the leaving of this replica in this time does not answer. */
const leaveTimeoutMs = 300;

/** Runs transactions one after the other, whether those before succeed or not. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    },
    idle: () => last,
  };
}

/** Statements outside of batches. */
const queriesOver = (side: Link): Queries => ({
  query: (statement, timeoutMs) => ask(side, (connection) => connection.query(statement, timeoutMs)),
  queryAll: (statements, timeoutMs) => ask(side, (connection) => connection.queryAll(statements, timeoutMs)),
});

/** @throws CommitFailed, which the admin surface answers with 503, when the database cannot be reached */
async function ask<T>(link: Link, send: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await send(usableConnection(link));
  } catch (error) {
    throw error instanceof ConnectionLost ? new CommitFailed(unreachable(), 'unavailable') : error;
  }
}

async function inTransaction(
  connection: Connection,
  work: (connection: Queries) => Promise<void>,
): Promise<void> {
  await connection.query(sql`BEGIN`);
  await work(connection);
  await connection.query(sql`COMMIT`);
}

function replicasOf(
  { link, membership, listeners }: PostgresParts,
  { rows: { state, shared }, records }: BatchParts,
  database: Queries,
): Replicas {
  const { clock } = membership;
  return {
    get number() {
      return membership.number;
    },
    shared,
    accountOf: (keyId) => state.keys.get(state.keyNumbers.get(keyId) ?? 0)?.account,
    hasLeft: (number) => membership.hasLeft(number),
    isOrphaned: ({ id }) => membership.hasLeft(replicaOf(id)),
    onOrphans(listener) {
      listeners.onOrphans = listener;
    },
    get outage() {
      return link.connection ? membership.refusal : unreachable();
    },
    onOutage(listener) {
      listeners.onOutage = listener;
    },
    onConnected(listener) {
      listeners.onConnected = listener;
    },
    clock,
    list: () => membership.list(database),
    giveUp: () => link.close(),
    records,
  };
}

async function readEntries(
  database: Queries,
  account: number,
  after: number,
  limit: number,
): Promise<Entry[]> {
  const [row] = await database.query(
    json(sql`SELECT ${columnList(entryColumns)} FROM entries WHERE account = ${account} AND id > ${after}
             ORDER BY id LIMIT ${Math.min(limit, Number.MAX_SAFE_INTEGER)}`),
  );
  return rowsIn<Entry>(row);
}
