import { hostname } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { maxWatermarks, type ReplicaInfo as ReplicaView } from '../replicas.ts';
import { type Connection, ConnectionLost } from './connection.ts';
import { createDatabaseClock, type DatabaseClock, machine } from './database-clock.ts';
import type { Link } from './link.ts';
import { json, rowsIn, shownNow } from './reading.ts';
import { literal } from './sql.ts';

/** This process among the replicas of a ledger. */
export interface Membership {
  readonly schema: string;
  /** Never used again, not even when it leaves and joins again. */
  readonly number: number;
  /** Its first number. */
  readonly process: number;
  /** The number before that of its first hold. */
  readonly firstHold: number;
  /** The name of a batch. */
  nextBatch(): BatchName;
  /**
   * Whether a batch was committed whose answer was lost. The server may still be at it: its process is ended, and the
   * row that the batch confirmed is locked until then.
   */
  hasKept(batch: BatchName, pid: number, connected: () => Promise<Connection>): Promise<boolean>;
  /** Whether a replica has left, or was silent for too long. */
  hasLeft(number: number): boolean;
  /** Joins again, with another number, if the others take it for one that left. */
  rejoin(connection: Connection): Promise<void>;
  leave(): Promise<void>;
  /** The clock by which all replicas agree. */
  readonly clock: DatabaseClock;
  list(): Promise<ReplicaView[]>;
}

/** A batch by the number that its replica had, and its own among those of this replica. */
export interface BatchName {
  replica: number;
  count: number;
}

/** The terms that all replicas of a ledger share, by their names and in the words of sentences. */
export type ConfigFingerprint = Readonly<Record<string, string>>;

export interface MembershipOptions {
  schema: string;
  fingerprint: ConfigFingerprint;
  side: () => Link;
  /** The database does not answer. */
  onSilence: () => void;
  /** Replicas have left, and their holds are open. */
  onOrphans: () => void;
}

/** The size of each replica's range of hold numbers. The table `holds` divides by it too. */
const holdsEach = 2 ** 32;
export const replicaOf = (hold: number): number => Math.floor(hold / holdsEach);

/** Between two signs of life, and the silence after which a replica has left. */
const beatMs = 1_000;
const silenceMs = 8_000;

/** @throws UsageError another replica runs with other terms */
export async function joinReplicas(
  connection: Connection,
  { schema, fingerprint: terms, side, onOrphans: onLeft, onSilence }: MembershipOptions,
): Promise<Membership & { begin(): void }> {
  let number = 0;
  let first = 0;
  let batch = 0;
  let present = new Set<number>();
  let highest = 0;
  /** Since when it has seen the others without a pause, by `performance.now()`. */
  let watchingSince = performance.now();
  const clock = createDatabaseClock();
  let beating: NodeJS.Timeout | undefined;
  let left = false;
  let rejoining: Promise<void> | undefined;
  const about = JSON.stringify({ host: hostname() });
  const silent = `beat < clock_timestamp() - interval '${silenceMs} milliseconds'`;

  await join(connection);
  for (let sample = 0; sample < 5; sample++) await readClock(connection);

  return {
    schema,
    get number() {
      return number;
    },
    process: first,
    get firstHold() {
      return number * holdsEach;
    },
    nextBatch: () => ({ replica: number, count: ++batch }),
    hasKept,
    hasLeft: (other) => other <= highest && !present.has(other),
    rejoin,
    begin: () => schedule(),
    async leave() {
      left = true;
      clearTimeout(beating);
      await side()
        .connection?.query(`UPDATE replicas SET "leftAt" = clock_timestamp() WHERE number = ${number}`)
        .catch(() => {});
    },
    clock,
    list,
  };

  async function join(by: Connection): Promise<void> {
    const others = `SELECT number, terms FROM replicas WHERE "leftAt" IS NULL`;
    try {
      const results = await by.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext(${literal(schema)}), 4);
        UPDATE replicas SET "leftAt" = clock_timestamp() WHERE "leftAt" IS NULL AND ${silent};
        DELETE FROM replicas WHERE "leftAt" < clock_timestamp() - interval '1 day';
        DELETE FROM acts WHERE replica NOT IN (SELECT process FROM replicas);
        DELETE FROM cuts WHERE version < (SELECT version FROM cuts ORDER BY version DESC OFFSET ${maxWatermarks - 1} LIMIT 1); ${json(others)}`);
      const live = rowsIn<{ number: number; terms: string }>(results.at(-1));
      for (const other of live) {
        const theirs = JSON.parse(other.terms) as ConfigFingerprint;
        const differing = Object.entries(terms).flatMap(([name, own]) =>
          theirs[name] === own ? [] : [{ name, theirs: theirs[name] ?? 'none', own }],
        );
        if (differing.length > 0) throw otherTerms(differing);
      }
      const [joined] = (
        await by.query(`INSERT INTO replicas (number, process, terms, about)
          SELECT number, ${first || 'number'}, ${literal(JSON.stringify(terms))}, ${literal(about)}
          FROM nextval('"replicaNumbers"') number RETURNING number::float8; COMMIT`)
      )[0] as { number: number }[];
      if (!joined) throw new Error('the replica got no number');
      number = joined.number;
      first ||= number;
      batch = 0;
      present = new Set([...live.map((each) => each.number), number]);
      highest = number;
    } catch (error) {
      if (!by.isBroken) await by.query('ROLLBACK');
      throw error;
    }
  }

  function rejoin(by: Connection): Promise<void> {
    rejoining ??= joinIfLeft(by).finally(() => {
      rejoining = undefined;
    });
    return rejoining;
  }

  async function joinIfLeft(by: Connection): Promise<void> {
    const [rows] = await by.query(`SELECT 1 FROM replicas WHERE number = ${number} AND "leftAt" IS NULL`);
    if (rows?.length === 0) await join(by);
  }

  async function hasKept(of: BatchName, pid: number, connected: () => Promise<Connection>): Promise<boolean> {
    for (;;)
      try {
        const by = await connected();
        await by.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ${pid} AND pid <> pg_backend_pid() AND application_name = ${literal(`creator-sandbox ${schema}`)}`,
        );
        const [rows] = await by.query(
          `SELECT batch::float8 FROM replicas WHERE number = ${of.replica} FOR UPDATE`,
        );
        return ((rows?.[0]?.['batch'] as number | undefined) ?? 0) >= of.count;
      } catch (error) {
        if (!(error instanceof ConnectionLost) || error.message === closed) throw error;
      }
  }

  function schedule(): void {
    if (left) return;
    beating = setTimeout(() => {
      beat()
        .catch((error: unknown) => {
          watchingSince = performance.now();
          if (error instanceof ConnectionLost) onSilence();
        })
        .finally(schedule);
    }, beatMs);
    beating.unref();
  }

  /** A sign of life; then it looks for others that gave none. */
  async function beat(): Promise<void> {
    const by = side().connection;
    if (!by) throw new ConnectionLost('no connection');
    const startedAt = performance.now();
    const [alive] = await by.query(
      `UPDATE replicas SET beat = clock_timestamp() WHERE number = ${number} AND "leftAt" IS NULL RETURNING 1`,
      beatTimeoutMs,
    );
    // It was silent for too long, as after a pause of the process: the others have given its holds back.
    if (alive?.length === 0) await rejoin(by);
    // A pause of this process or of the database is no silence of the others.
    if (performance.now() - startedAt > beatMs) watchingSince = performance.now();
    await readClock(by);
    if (performance.now() - watchingSince > silenceMs + beatMs)
      await by.query(`UPDATE replicas SET "leftAt" = clock_timestamp() WHERE "leftAt" IS NULL AND ${silent}`);
    await look(by);
  }

  async function look(by: Connection): Promise<void> {
    const results = await by.query(
      `BEGIN; SELECT pg_advisory_xact_lock_shared(hashtext(${literal(schema)}), 4);
       ${json('SELECT number FROM replicas WHERE "leftAt" IS NULL')};
       SELECT max(number)::float8 AS highest FROM replicas;
       SELECT EXISTS (SELECT 1 FROM holds WHERE replica NOT IN (SELECT number FROM replicas WHERE "leftAt" IS NULL)) AS orphans;
       COMMIT`,
    );
    const before = present.size;
    present = new Set(rowsIn<{ number: number }>(results[2]).map((each) => each.number));
    highest = (results[3]?.[0]?.['highest'] as number | null) ?? 0;
    if (results[4]?.[0]?.['orphans'] === true || present.size < before) onLeft();
  }

  async function readClock(by: Connection): Promise<void> {
    const askedAt = machine();
    const [rows] = await by.query(`SELECT ${shownNow}`);
    clock.heard(askedAt, rows?.[0]?.['shown'] as number);
  }

  async function list(): Promise<ReplicaView[]> {
    const by = side().connection;
    if (!by) throw new ConnectionLost('no connection');
    const [rows] = await by.query(
      json(`SELECT number, (extract(epoch FROM "joinedAt") * 1000)::bigint AS "joinedAt",
        greatest(0, extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint AS "unansweredMs", about, terms
        FROM replicas WHERE "leftAt" IS NULL ORDER BY number`),
    );
    return rowsIn<Omit<ReplicaView, 'isSelf' | 'host' | 'version'> & { about: string; terms: string }>(
      rows,
    ).map(({ about: shown, terms: theirs, ...row }) => ({
      ...row,
      host: (JSON.parse(shown) as { host: string }).host,
      version: (JSON.parse(theirs) as ConfigFingerprint)['version'] ?? '',
      isSelf: row.number === number,
    }));
  }
}

/** A sign of life that the database does not take in this time means that it cannot be reached. */
const beatTimeoutMs = 3_000;

const closed = 'the ledger is closed';

function otherTerms(differing: readonly { name: string; theirs: string; own: string }[]): UsageError {
  const each = differing.map(({ name, theirs, own }) => `${name} ${cut(theirs)} (here ${cut(own)})`);
  return new UsageError(
    `The ledger is in use by replicas that differ from this one: ${each.join('; ')}. Start this one like them, or stop them first.`,
  );
}

const cut = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
