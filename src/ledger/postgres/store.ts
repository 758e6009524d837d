import { inSlices } from '../../core/steps.ts';
import { CommitFailed } from '../errors.ts';
import { originOf } from '../key-index.ts';
import { SharedRows } from '../ledger-rows.ts';
import type { Notice, Replicas } from '../replicas.ts';
import { createState } from '../state.ts';
import type { Store } from '../store.ts';
import { entryColumns } from '../stored-tables.ts';
import type { Entry } from '../values.ts';
import { type BatchParts, notifyStatement, runBatch, unreachable, usableConnection } from './batch.ts';
import { type Connection, ConnectionLost, type Queries } from './connection.ts';
import { answerTable, eventTable, tallyEventTable } from './event-tables.ts';
import { journalTable } from './journal-table.ts';
import type { Link } from './link.ts';
import { type Membership, replicaOf } from './membership.ts';
import { needOf } from './needs.ts';
import { begin, json, nothingKnown, rowsIn, wholeMoment } from './reading.ts';
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
  onNotice: ((notice: Notice) => void)[];
}

/**
 * The database holds the truth. The state here is a copy: before a batch runs, the accounts that it concerns are locked
 * there, and what is newer than the copy is read. One batch is in flight; the next one collects meanwhile.
 */
export function postgresStore(parts: PostgresParts): Store {
  const { link, side, beats, membership } = parts;
  const state = createState();
  const shared = new SharedRows(state.changes, { keepsRemoved: true });
  const copy = { state, shared, known: nothingKnown() };
  const batches = { link, membership, copy };
  const turns = createTurns();
  const database = queriesOver(side);

  return {
    state: undefined,
    shared,
    replicas: replicasOf(parts, batches, database),
    transact: (batch, work) =>
      turns.run(() =>
        runBatch(
          batches,
          () => needOf(batch, copy),
          () => work(state),
        ),
      ),
    entries: (account, after, limit) => readEntries(database, account, after, limit),
    readAll: (work) =>
      turns.run(async () => {
        const entries = await readLedger(batches);
        return inSlices(work(state, (account) => entries.get(account) ?? []));
      }),
    originOf: (secret) => originOf(state, secret),
    snapshots: snapshotTable(database),
    async close() {
      const late = setTimeout(() => {
        for (const { connection } of [link, side, beats]) connection?.destroy();
      }, leaveTimeoutMs);
      await turns.idle();
      await membership.leave();
      await Promise.all([link.close(), side.close(), beats.close()]);
      clearTimeout(late);
    },
  };
}

/** A database that has not taken the leaving of this replica in this time does not answer. */
const leaveTimeoutMs = 300;

/** Runs transactions one after the other, whether those before succeed or not. */
function createTurns() {
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

/** Statements outside of batches. They throw CommitFailed, which the admin surface answers with 503. */
function queriesOver(side: Link): Queries {
  const ask = async <T>(send: (connection: Connection) => Promise<T>): Promise<T> => {
    try {
      return await send(usableConnection(side));
    } catch (error) {
      throw error instanceof ConnectionLost ? new CommitFailed(unreachable(), 'unavailable') : error;
    }
  };
  return {
    query: (statement, timeoutMs) => ask((connection) => connection.query(statement, timeoutMs)),
    queryAll: (statements, timeoutMs) => ask((connection) => connection.queryAll(statements, timeoutMs)),
  };
}

function replicasOf(
  { link, membership, listeners }: PostgresParts,
  { copy: { state, shared } }: BatchParts,
  database: Queries,
): Replicas {
  const { process, clock } = membership;
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
    onNotice: (listener) => void listeners.onNotice.push(listener),
    async notify(notice) {
      await database.query(notifyStatement(membership, notice));
    },
    clock,
    list: () => membership.list(database),
    giveUp: () => link.close(),
    journal: journalTable(database, process),
    tallyEvents: tallyEventTable(database, process),
    events: eventTable(database, process),
    answers: answerTable(database, membership),
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

/** Reads everything as it is at one moment. @returns the entries by the number of their account */
async function readLedger({ link, membership, copy }: BatchParts): Promise<Map<number, Entry[]>> {
  const connection = usableConnection(link);
  try {
    await begin(connection, membership.schema, wholeMoment, copy);
    const entries = new Map<number, Entry[]>();
    for (let after = sql`0, 0`, isLast = false; !isLast; ) {
      const [row] = await connection.query(
        json(sql`SELECT account, ${columnList(entryColumns)} FROM entries WHERE (account, id) > (${after})
                 ORDER BY account, id LIMIT ${pageEntries}`),
      );
      const page = rowsIn<Entry & { account: number }>(row);
      for (const entry of page) addTo(entries, entry.account, entry);
      const { account = 0, id = 0 } = page.at(-1) ?? {};
      after = sql`${account}, ${id}`;
      isLast = page.length < pageEntries;
    }
    return entries;
  } finally {
    await connection.query(sql`ROLLBACK`).catch(() => {});
  }
}

const pageEntries = 5_000;

function addTo(entries: Map<number, Entry[]>, account: number, entry: Entry): void {
  const known = entries.get(account);
  if (known) known.push(entry);
  else entries.set(account, [entry]);
}
