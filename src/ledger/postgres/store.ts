import { keyIdOf } from '../../core/keys/digest.ts';
import { isSelfDescribing } from '../../core/keys/self-describing.ts';
import { CommitFailed } from '../errors.ts';
import type { Concern, Job } from '../job.ts';
import { originOf } from '../key-index.ts';
import type { Notice } from '../replicas.ts';
import { SharedRows } from '../shared-rows.ts';
import { createState } from '../state.ts';
import type { Store } from '../store.ts';
import type { Entry } from '../values.ts';
import { type Connection, ConnectionLost, databaseErrorCode } from './connection.ts';
import { machine } from './database-clock.ts';
import type { Link } from './link.ts';
import { type Membership, replicaOf } from './membership.ts';
import { type Begun, begin, countersOfAll, json, type Need, nothingKnown, rowsIn } from './reading.ts';
import { snapshotsIn } from './snapshots.ts';
import { literal, quoted } from './sql.ts';
import { touchedIn, writing } from './write.ts';

export interface PostgresParts {
  /** The connection of batches, and one for everything else. */
  link: Link;
  side: Link;
  replica: Membership;
  /** Filled here, called by whoever opened the connections. */
  listeners: StoreListeners;
}

export interface StoreListeners {
  onOrphans: () => void;
  onOutage: () => void;
  onNotice: ((notice: Notice) => void)[];
}

/** The database cannot be reached. */
const unreachable = () => new ConnectionLost('the database cannot be reached');

/**
 * The database holds the truth. The state here is a copy: before a batch runs, the accounts that it concerns are locked
 * there, and what is newer than the copy is read. One batch is in flight; the next one collects meanwhile.
 */
export function postgresStore({ link, side, replica, listeners }: PostgresParts): Store {
  const state = createState();
  const shared = new SharedRows(state.changes);
  const known = nothingKnown();
  /** Transactions of this replica, one after the other. */
  let turn: Promise<unknown> = Promise.resolve();

  return {
    state: undefined,
    replicas: {
      get number() {
        return replica.number;
      },
      process: replica.process,
      shared,
      hasLeft: replica.hasLeft,
      isOrphaned: ({ id }) => replica.hasLeft(replicaOf(id)),
      onOrphans(listener) {
        listeners.onOrphans = listener;
      },
      get outage() {
        return link.connection ? undefined : unreachable();
      },
      onOutage(listener) {
        listeners.onOutage = listener;
      },
      onNotice: (listener) => void listeners.onNotice.push(listener),
      async notify(notice) {
        await asked(notifying(notice));
      },
      clock: replica.clock,
      list: () => answered(replica.list),
      giveUp: link.close,
      query: asked,
      accountOf: (keyId) => state.keys.get(state.keyNumbers.get(keyId) ?? 0)?.account,
    },
    transact: (batch, work) => inTurn(() => transact(needOf(batch), () => work(state))),
    async entries(account, after, most) {
      const limit = Math.min(most, Number.MAX_SAFE_INTEGER);
      const [rows] = await asked(
        json(
          `SELECT ${entryColumns} FROM entries WHERE account = ${account} AND id > ${after} ORDER BY id LIMIT ${limit}`,
        ),
      );
      return rowsIn<Entry>(rows);
    },
    readAll: (work) =>
      inTurn(async () => {
        const connection = await usable();
        try {
          await begin(connection, replica.schema, wholeLedger, { state, shared, known });
          const [rows] = await connection.query(
            json(`SELECT account, ${entryColumns} FROM entries ORDER BY account, id`),
          );
          const all = rowsIn<Entry & { account: number }>(rows).map(({ account, ...entry }) => ({
            account,
            entry,
          }));
          const byAccount = new Map(
            [...Map.groupBy(all, ({ account }) => account)].map(([account, of]) => [
              account,
              of.map(({ entry }) => entry),
            ]),
          );
          return work(state, byAccount);
        } finally {
          await connection.query('ROLLBACK').catch(() => {});
        }
      }),
    originOf: (secret) => originOf(state, secret),
    snapshots: snapshotsIn(asked),
    async close() {
      const late = setTimeout(() => {
        for (const { connection } of [link, side]) connection?.destroy();
      }, leaveTimeoutMs);
      await turn.catch(() => {});
      await replica.leave();
      await Promise.all([link.close(), side.close()]);
      clearTimeout(late);
    },
  };

  function inTurn<Of>(work: () => Promise<Of>): Promise<Of> {
    const after = turn.then(work, work);
    turn = after.catch(() => {});
    return after;
  }

  function asked(text: string): Promise<Record<string, unknown>[][]> {
    return answered(async () => {
      const { connection } = side;
      if (!connection) throw unreachable();
      return connection.query(text);
    });
  }

  /** @throws NotKept, which the admin surface answers with 503 */
  async function answered<Of>(ask: () => Promise<Of>): Promise<Of> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof ConnectionLost ? new CommitFailed(unreachable(), 'unavailable') : error;
    }
  }

  /** The locks of the copy of a state in which the keys are found. */
  function needOf(batch: readonly Pick<Job, 'concerns'>[]): Need {
    const keyIds = new Set<string>();
    let opening = false;
    for (const { concerns } of batch) {
      if (!concerns) return wholeLedger;
      for (const id of keyIdsOf(concerns)) keyIds.add(id);
      const word = 'secret' in concerns ? concerns.secret : 'name' in concerns ? concerns.name : '';
      opening ||= isSelfDescribing(word) && state.secrets.get(word) === undefined;
    }
    return { whole: batch.length === 0, opening, counters: shared.hasCounters, keyIds };
  }

  function keyIdsOf(concerns: Concern): string[] {
    if ('id' in concerns) return [concerns.id];
    if ('name' in concerns)
      return [concerns.name, keyIdOf(concerns.name)].filter((id) => /^[0-9a-f]{16}$/.test(id));
    if ('hold' in concerns) {
      const key = state.keys.get(state.holds.get(concerns.hold)?.key ?? 0);
      return key ? [key.id] : [];
    }
    if (concerns.secret === '') return [];
    const key = state.keys.get(state.secrets.get(concerns.secret) ?? 0);
    return [key?.id ?? keyIdOf(concerns.secret)];
  }

  /** @throws while there is no connection: calls are refused then, they do not wait */
  async function usable(): Promise<Connection> {
    const { connection } = link;
    if (!connection) throw unreachable();
    return connection;
  }

  async function transact(need: Need, work: () => void): Promise<void> {
    const connection = await usable();
    const begun = await beginWith(connection, need);
    if (replicaOf(state.counters.get('hold') ?? 0) !== replica.number)
      state.counters.set('hold', replica.firstHold);
    try {
      work();
      if (state.changes.empty) {
        await connection.query('ROLLBACK').catch(() => {});
        return;
      }
      const touched = touchedIn(state, shared);
      await keep(connection, begun, touched);
      remember(begun.version, touched);
    } catch (error) {
      state.changes.undo();
      if (!connection.isBroken) await connection.query('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      state.changes.begin();
      shared.announce();
    }
  }

  async function beginWith(connection: Connection, need: Need): Promise<Begun> {
    const askedAt = machine();
    const begun = await begin(connection, replica.schema, need, { state, shared, known });
    replica.clock.heard(askedAt, begun.shown);
    if (need.whole || need.counters || !shared.hasCounters) return begun;
    // A counter came: it needs its lock, which comes before those of accounts.
    await connection.query('ROLLBACK');
    return beginWith(connection, { ...need, counters: true });
  }

  /** Writes and commits. When the answer to COMMIT is lost, the database is asked whether it took effect. */
  async function keep(
    connection: Connection,
    { version, counters }: Begun,
    touched: readonly number[],
  ): Promise<void> {
    const batch = replica.nextBatch();
    const told = noticeOf();
    const statements = [
      ...writing(state, shared, version, touched),
      ...countersAfter(counters),
      `SELECT confirm(${batch.replica}, ${batch.count})`,
      ...(told ? [notifying(told)] : []),
      'COMMIT',
    ];
    try {
      await connection.query(statements.join(';'));
    } catch (error) {
      if (databaseErrorCode(error) === hasLeft) await replica.rejoin(connection);
      if (!(error instanceof ConnectionLost)) throw error;
      if (!(await replica.hasKept(batch, connection.pid, () => link.connected()))) throw unreachable();
    }
  }

  /** Batches that may change them run one after the other. */
  function countersAfter(before: Begun['counters']): string[] {
    const changed = countersOfAll.filter((counter) => state.counters.get(counter) !== before[counter]);
    const now = changed.map((counter) => `${quoted(counter)} = ${state.counters.get(counter) ?? 0}`);
    return now.length === 0 ? [] : [`UPDATE sandbox SET ${now}`];
  }

  /** News for other replicas before their next batch: rows of the whole sandbox, and new keys. */
  function noticeOf(): Notice | undefined {
    const { steps } = state.changes;
    const keys = state.keyNumbers.netChangeIn(steps).written;
    const global = shared.netChangeIn(steps).written.some(({ account }) => account === null);
    if (!global && keys.length === 0) return undefined;
    const ids = keys.slice(0, maxNoticeKeys).flatMap((number) => state.keys.get(number)?.id ?? []);
    return { keys: ids };
  }

  function notifying(notice: Notice): string {
    return `NOTIFY ${quoted(replica.schema)}, ${literal(JSON.stringify({ ...notice, from: replica.number }))}`;
  }

  /** The copy is as the database has it now. */
  function remember(version: number, touched: readonly number[]): void {
    const { changes } = state;
    if (changes.cleared) {
      Object.assign(known, { epoch: known.epoch + 1, versions: new Map(), whole: version });
      shared.dropAccounts();
    }
    const { removed } = state.accounts.netChangeIn(changes.steps);
    for (const { number } of removed) {
      known.versions.delete(number);
      shared.dropAccount(number);
    }
    for (const number of touched) known.versions.set(number, version);
    const rows = shared.netChangeIn(changes.steps);
    if (rows.written.some(({ account }) => account === null)) known.shared = version;
  }
}

/** A database that has not taken the goodbye in this time does not answer. */
const leaveTimeoutMs = 300;

/** The most ids that a notice holds. */
const maxNoticeKeys = 200;

const hasLeft = 'CS001';

const wholeLedger: Need = { whole: true, opening: true, counters: true, keyIds: new Set() };

const entryColumns = 'id, at, kind, "keyId", operation, rule, plan, purchased, held, balance, "traceId"';
