import { machine } from '../../core/instants.ts';
import type { Notice } from '../replicas.ts';
import { type Connection, ConnectionLost, databaseErrorCode } from './connection.ts';
import type { Link } from './link.ts';
import { type Membership, replicaOf } from './membership.ts';
import { bothNeeds, covers } from './needs.ts';
import { type Begun, begin, type LedgerCopy, ledgerCounters, type Need } from './reading.ts';
import { identifier, joined, type Sql, sql } from './sql.ts';
import { batchStatements, touchedIn } from './write.ts';

/** What batches run on. */
export interface BatchParts {
  link: Link;
  membership: Membership;
  copy: LedgerCopy;
}

/** The database cannot be reached. */
export const unreachable = (): ConnectionLost => new ConnectionLost('the database cannot be reached');

/** @throws while there is no connection: calls are refused then, they do not wait */
export function usableConnection({ connection }: Link): Connection {
  if (!connection) throw unreachable();
  return connection;
}

/**
 * Runs the work of a batch under its locks, writes what it changed and commits; undoes it when that fails.
 * @param needed what the batch needs by the copy as it is then
 */
export async function runBatch(parts: BatchParts, needed: () => Need, work: () => void): Promise<void> {
  const { link, membership, copy } = parts;
  const { state, shared } = copy;
  const connection = usableConnection(link);
  const begun = await beginWith(connection, parts, needed);
  if (replicaOf(state.counters.get('hold') ?? 0) !== membership.number)
    state.counters.set('hold', membership.firstHold);
  try {
    work();
    if (state.changes.isEmpty) {
      await connection.query(sql`ROLLBACK`).catch(() => {});
      return;
    }
    const touched = touchedIn(state, shared);
    await commit(connection, parts, begun, touched);
    noteVersions(copy, begun.version, touched);
  } catch (error) {
    state.changes.undo();
    if (!connection.isBroken) await connection.query(sql`ROLLBACK`).catch(() => {});
    throw error;
  } finally {
    state.changes.begin();
    shared.announce();
  }
}

/**
 * Takes the locks that the batch needs by the copy at hand. What is read under them may show that it needs more: an
 * account that was removed opens again, a reset put another in its place, a counter came. Locks have an order, so it
 * begins again with all of them then.
 */
async function beginWith(
  connection: Connection,
  { membership, copy }: BatchParts,
  needed: () => Need,
): Promise<Begun> {
  for (let need = needed(); ; ) {
    const askedAt = machine();
    const begun = await begin(connection, membership.schema, need, copy);
    membership.clock.heard(askedAt, begun.shown);
    const current = needed();
    if (!begun.isStale && covers(need, current)) return begun;
    await connection.query(sql`ROLLBACK`);
    need = bothNeeds(need, current);
  }
}

/** The characters of a message. Each is answered by itself, so that a large batch leaves the server no time to give it up. */
const maxMessageSize = 500_000;

/** Writes and commits. When the answer to COMMIT is lost, the database is asked whether it took effect. */
async function commit(
  connection: Connection,
  { link, membership, copy }: BatchParts,
  { version, counters }: Begun,
  touched: readonly number[],
): Promise<void> {
  const batch = membership.nextBatch();
  const notice = noticeOf(copy);
  try {
    let statements: Sql[] = [];
    for (const statement of batchStatements(copy.state, copy.shared, version, touched)) {
      statements.push(statement);
      if (statements.reduce((sum, { size }) => sum + size, 0) < maxMessageSize) continue;
      await connection.queryAll(statements);
      statements = [];
    }
    await connection.queryAll([
      ...statements,
      ...changedCounters(copy, counters),
      sql`SELECT confirm(${batch.replica}, ${batch.count})`,
      ...(notice ? [notifyStatement(membership, notice)] : []),
      sql`COMMIT`,
    ]);
  } catch (error) {
    if (databaseErrorCode(error) === replicaHasLeft) await membership.rejoin(connection);
    if (!(error instanceof ConnectionLost)) throw error;
    const isCommitted = await membership.isCommitted(batch, connection.pid, () => link.connected());
    if (!isCommitted) throw unreachable();
  }
}

/** The error of `confirm`. */
const replicaHasLeft = 'CS001';

/** Batches that may change counters run one after the other. */
function changedCounters({ state }: LedgerCopy, before: Begun['counters']): Sql[] {
  const changed = ledgerCounters.filter((counter) => state.counters.get(counter) !== before[counter]);
  const values = changed.map(
    (counter) => sql`${identifier(counter)} = ${state.counters.get(counter) as number}`,
  );
  return values.length === 0 ? [] : [sql`UPDATE sandbox SET ${joined(values)}`];
}

/** What other replicas need to know before their next batch: that rows of the whole sandbox changed, and new keys. */
function noticeOf({ state, shared }: LedgerCopy): Notice | undefined {
  const { steps } = state.changes;
  const keys = state.keyNumbers.netChangeIn(steps).written;
  const isGlobal = shared.netChangeIn(steps).written.some(({ account }) => account === null);
  if (!isGlobal && keys.length === 0) return undefined;
  return { keys: keys.slice(0, maxNoticeKeys).flatMap((number) => state.keys.get(number)?.id ?? []) };
}

/** The ids that a notice holds. */
const maxNoticeKeys = 200;

export const notifyStatement = ({ schema, number }: Membership, notice: Notice): Sql =>
  sql`SELECT pg_notify(${schema}, ${JSON.stringify({ ...notice, from: number })})`;

/** The copy is as the database has it now. */
function noteVersions(
  { state, shared, known }: LedgerCopy,
  version: number,
  touched: readonly number[],
): void {
  const { changes } = state;
  if (changes.isCleared) {
    Object.assign(known, { epoch: known.epoch + 1, versions: new Map(), whole: version });
    shared.dropAccounts();
  }
  for (const { number } of state.accounts.netChangeIn(changes.steps).removed) {
    known.versions.delete(number);
    shared.dropAccount(number);
  }
  for (const number of touched) known.versions.set(number, version);
  const { written } = shared.netChangeIn(changes.steps);
  if (written.some(({ account }) => account === null)) known.shared = version;
}
