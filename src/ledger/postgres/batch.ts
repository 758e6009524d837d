import { machine } from '../../core/instants.ts';
import { workFor, yieldToLoop } from '../../core/yield-to-loop.ts';
import type { Job } from '../job.ts';
import { type ChangedRows, changedRows } from '../stored-tables.ts';
import { type Connection, ConnectionLost, databaseErrorCode } from './connection.ts';
import type { Link } from './link.ts';
import { type Membership, replicaOf } from './membership.ts';
import { covers, needOf } from './needs.ts';
import { type BatchRows, type Begun, begin, ledgerCounters } from './reading.ts';
import type { WaitingRecords } from './records.ts';
import { identifier, joined, type Sql, sql } from './sql.ts';
import { batchStatements } from './write.ts';

/** What batches run on. */
export interface BatchParts {
  link: Link;
  membership: Membership;
  rows: BatchRows;
  records: WaitingRecords;
}

/** The database cannot be reached. */
export const unreachable = (): ConnectionLost => new ConnectionLost('the database cannot be reached');

/** @throws while there is no connection: calls are refused then, they do not wait */
export function usableConnection({ connection }: Link): Connection {
  if (!connection) throw unreachable();
  return connection;
}

/** Runs the work of a batch under its locks, writes what it changed and commits; undoes it when that fails. */
export async function runBatch(
  parts: BatchParts,
  batch: readonly Pick<Job, 'touches'>[],
  work: () => void,
): Promise<void> {
  const { link, membership, rows, records } = parts;
  const { state, shared } = rows;
  const connection = usableConnection(link);
  records.begin();
  const begun = await beginWith(connection, parts, batch);
  // Changes of others are applied before the calls.
  shared.announce();
  if (replicaOf(state.counters.get('hold') ?? 0) !== membership.number)
    state.counters.set('hold', membership.firstHold);
  let taken: ReturnType<WaitingRecords['take']>;
  try {
    work();
    taken = records.take(state.changes.posted);
    if (state.changes.isEmpty && !taken) {
      await connection.query(sql`ROLLBACK`).catch(() => {});
      return;
    }
    await commit(connection, parts, begun, taken?.statements ?? []);
  } catch (error) {
    state.changes.undo();
    taken?.putBack();
    if (!connection.isBroken) await connection.query(sql`ROLLBACK`).catch(() => {});
    throw error;
  } finally {
    state.changes.begin();
    shared.announce();
  }
}

/**
 * Takes the locks that the batch seems to need. What is read under them may show that it needs more: a key that was removed
 * opens again, a reset put another account in its place, a counter came. Locks have an order, so it begins again with all
 * of them then.
 */
async function beginWith(
  connection: Connection,
  { membership, rows }: BatchParts,
  batch: readonly Pick<Job, 'touches'>[],
): Promise<Begun> {
  const { state, shared, known } = rows;
  let need = needOf(batch, shared.hasCounters, (secret) => known.origins.has(secret));
  for (;;) {
    const askedAt = machine();
    const begun = await begin(connection, membership.schema, need, rows);
    membership.clock.heard(askedAt, begun.shown);
    const found = needOf(batch, shared.hasCounters, (secret) => state.secrets.get(secret) !== undefined);
    if (!begun.isStale && covers(need, found)) return begun;
    await connection.query(sql`ROLLBACK`);
    need = { ...found, opening: found.opening || need.opening, counters: found.counters || need.counters };
  }
}

/** The characters of a message. Each is answered by itself, so that a large batch leaves the server no time to give it up. */
const maxMessageSize = 500_000;

/** Writes and commits. When the answer to COMMIT is lost, the database is asked whether it took effect. */
async function commit(
  connection: Connection,
  { link, membership, rows }: BatchParts,
  { counters }: Begun,
  records: readonly Sql[],
): Promise<void> {
  const batch = membership.nextBatch();
  try {
    let statements: Sql[] = [];
    let size = 0;
    const changed = await changedRowsOf(rows);
    for (const all of [batchStatements(rows.state, changed), changedCounters(rows, counters), records])
      for (const statement of all) {
        statements.push(statement);
        size += statement.size;
        if (size < maxMessageSize) continue;
        await connection.queryAll(statements);
        [statements, size] = [[], 0];
      }
    await connection.queryAll([
      ...statements,
      sql`SELECT confirm(${batch.replica}, ${batch.count})`,
      sql`COMMIT`,
    ]);
  } catch (error) {
    if (databaseErrorCode(error) === replicaHasLeft) await membership.rejoin(connection);
    if (!(error instanceof ConnectionLost)) throw error;
    const isCommitted = await membership.isCommitted(batch, connection.pid, () => link.connected());
    if (!isCommitted) throw unreachable();
  }
}

/** Those of some calls at once, those of a whole ledger in slices. */
async function changedRowsOf({ state, shared }: BatchRows): Promise<ChangedRows> {
  const steps = changedRows(state, shared);
  const first = workFor(maxPieceMs, steps);
  return first.done ? first.value : yieldToLoop(steps);
}

const maxPieceMs = 4;

/** The error of `confirm`. */
const replicaHasLeft = 'CS001';

/** Batches that may change counters run one after the other. */
function changedCounters({ state }: BatchRows, before: Begun['counters']): Sql[] {
  const changed = ledgerCounters.filter((counter) => state.counters.get(counter) !== before[counter]);
  const values = changed.map(
    (counter) => sql`${identifier(counter)} = ${state.counters.get(counter) as number}`,
  );
  return values.length === 0 ? [] : [sql`UPDATE sandbox SET ${joined(values)}`];
}
