import { hostname } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { machine } from '../../core/instants.ts';
import type { ReplicaInfo } from '../replicas.ts';
import { applicationName, type Connection, ConnectionLost, type Queries } from './connection.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { type Link, LinkClosed } from './link.ts';
import { databaseNow, json, rowsIn } from './reading.ts';
import { sql } from './sql.ts';

/** A batch by the number that its replica had, and its own among those of this replica. */
export interface BatchName {
  replica: number;
  count: number;
}

/** The settings on which all replicas of a ledger agree, by their names and in the words of sentences. */
export type ConfigFingerprint = Readonly<Record<string, string>>;

export interface MembershipOptions {
  schema: string;
  fingerprint: ConfigFingerprint;
}

/** What a member that gives signs of life works with. */
export interface Watch {
  /** The connection for them alone: behind the query of a journal they would come too late. */
  beats: Link;
  /** The database does not answer. */
  onUnreachable: () => void;
  /** Replicas have left, and their holds are open. */
  onOrphans: () => void;
}

/** The size of each replica's range of hold numbers. The table `holds` divides by it too. */
const holdsEach = 2 ** 32;
export const replicaOf = (hold: number): number => Math.floor(hold / holdsEach);

/** The number of keys whose forgotten requests stay counted. */
const maxForgottenKeys = 100_000;

/** A replica without a sign of life in this time has left. */
const absentAfterMs = 8_000;
/** Between two signs of life. */
const beatMs = 1_000;
/** A sign of life that the database does not take in this time means that it cannot be reached. */
const beatTimeoutMs = 3_000;

const markAbsent = sql`UPDATE replicas SET "leftAt" = clock_timestamp()
  WHERE "leftAt" IS NULL AND beat < clock_timestamp() - ${absentAfterMs} * interval '1 millisecond'`;

/** This process among the replicas of a ledger. */
export class Membership {
  readonly schema: string;
  /** The clock by which all replicas agree. */
  readonly clock: DatabaseClock = createDatabaseClock();
  readonly #options: MembershipOptions;
  #number!: number;
  #process: number | undefined;
  #batches!: number;
  #present!: ReadonlySet<number>;
  #highest!: number;
  /** Since when it has seen the others without a pause, by `performance.now()`. */
  #watchingSince = performance.now();
  #watch: Watch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #rejoining: Promise<void> | undefined;
  #refusal: UsageError | undefined;

  /** @throws UsageError another replica runs with another configuration */
  static async join(by: Connection, options: MembershipOptions): Promise<Membership> {
    const membership = new Membership(options);
    await membership.#join(by);
    for (let sample = 0; sample < 5; sample++) await membership.#readClock(by);
    return membership;
  }

  /** Compares what is known of a configuration, the beginnings of its values, with that of the replicas that run. */
  static async check(by: Queries, known: ConfigFingerprint): Promise<void> {
    const rows = await by.query(
      sql`SELECT terms FROM replicas WHERE "leftAt" IS NULL
          AND beat > clock_timestamp() - ${absentAfterMs} * interval '1 millisecond'`,
    );
    for (const { terms } of rows)
      assertSame(known, JSON.parse(terms as string) as ConfigFingerprint, (remote, local) =>
        remote.startsWith(local),
      );
  }

  private constructor(options: MembershipOptions) {
    this.#options = options;
    this.schema = options.schema;
  }

  /** Never used again, not even when it leaves and joins again. */
  get number(): number {
    return this.#number;
  }

  /** Its first number. */
  get process(): number {
    return this.#process as number;
  }

  /** Why it may not come back after it counted as gone: others with another configuration have joined meanwhile. */
  get refusal(): UsageError | undefined {
    return this.#refusal;
  }

  /** The number before that of its first hold. */
  get firstHold(): number {
    return this.#number * holdsEach;
  }

  nextBatch(): BatchName {
    return { replica: this.#number, count: ++this.#batches };
  }

  /** Whether a replica has left, or gave no sign of life for too long. */
  hasLeft(number: number): boolean {
    return number <= this.#highest && !this.#present.has(number);
  }

  /** Begins to give signs of life. */
  begin(watch: Watch): void {
    this.#watch = watch;
    this.#schedule(watch);
  }

  async leave(): Promise<void> {
    const connection = this.#watch?.beats.connection;
    this.#watch = undefined;
    clearTimeout(this.#timer);
    await connection
      ?.query(sql`UPDATE replicas SET "leftAt" = clock_timestamp() WHERE number = ${this.#number}`)
      .catch(() => {});
  }

  /** Joins again, with another number, if the others take it for one that left. */
  rejoin(by: Connection): Promise<void> {
    this.#rejoining ??= this.#joinIfLeft(by)
      .then(
        () => {
          this.#refusal = undefined;
        },
        (error: unknown) => {
          if (error instanceof UsageError) this.#refusal = error;
          throw error;
        },
      )
      .finally(() => {
        this.#rejoining = undefined;
      });
    return this.#rejoining;
  }

  /**
   * Whether a batch was committed whose answer was lost. The server may still be at it: its process is ended, and the
   * row that the batch confirmed is locked until then.
   */
  async isCommitted(batch: BatchName, pid: number, connected: () => Promise<Connection>): Promise<boolean> {
    for (;;)
      try {
        const by = await connected();
        await by.query(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE pid = ${pid} AND pid <> pg_backend_pid() AND application_name = ${applicationName(this.schema)}`,
        );
        const [row] = await by.query(
          sql`SELECT batch::float8 FROM replicas WHERE number = ${batch.replica} FOR UPDATE`,
        );
        return (row?.['batch'] as number) >= batch.count;
      } catch (error) {
        if (!(error instanceof ConnectionLost) || error instanceof LinkClosed) throw error;
      }
  }

  async list(database: Queries): Promise<ReplicaInfo[]> {
    const [row] = await database.query(
      json(sql`SELECT number, (extract(epoch FROM "joinedAt") * 1000)::bigint AS "joinedAt",
        greatest(0, extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint AS "unansweredMs", about, terms
        FROM replicas WHERE "leftAt" IS NULL ORDER BY number`),
    );
    return rowsIn<Omit<ReplicaInfo, 'isSelf' | 'host' | 'version'> & { about: string; terms: string }>(
      row,
    ).map(({ about, terms, ...info }) => ({
      ...info,
      host: (JSON.parse(about) as { host: string }).host,
      version: (JSON.parse(terms) as ConfigFingerprint)['version'] ?? '',
      isSelf: info.number === this.#number,
    }));
  }

  async #join(by: Connection): Promise<void> {
    const { schema, fingerprint } = this.#options;
    try {
      const results = await by.queryAll([
        sql`BEGIN`,
        sql`SELECT pg_advisory_xact_lock(hashtext(${schema}), 4)`,
        markAbsent,
        sql`DELETE FROM replicas WHERE "leftAt" < clock_timestamp() - interval '1 day'`,
        sql`DELETE FROM acts WHERE replica NOT IN (SELECT process FROM replicas)`,
        sql`DELETE FROM forgotten WHERE at <
            (SELECT at FROM forgotten ORDER BY at DESC OFFSET ${maxForgottenKeys - 1} LIMIT 1)`,
        json(sql`SELECT number, terms FROM replicas WHERE "leftAt" IS NULL`),
      ]);
      const live = rowsIn<{ number: number; terms: string }>(results.at(-1)?.[0]);
      for (const { terms } of live) assertSame(fingerprint, JSON.parse(terms) as ConfigFingerprint);
      const [[joined] = []] = await by.queryAll([
        sql`INSERT INTO replicas (number, process, terms, about)
            SELECT number, coalesce(${this.#process ?? null}, number), ${JSON.stringify(fingerprint)},
              ${JSON.stringify({ host: hostname() })}
            FROM nextval('"replicaNumbers"') number RETURNING number::float8`,
        sql`COMMIT`,
      ]);
      this.#number = joined?.['number'] as number;
      this.#process ??= this.#number;
      this.#batches = 0;
      this.#present = new Set([...live.map(({ number }) => number), this.#number]);
      this.#highest = this.#number;
    } catch (error) {
      if (!by.isBroken) await by.query(sql`ROLLBACK`);
      throw error;
    }
  }

  async #joinIfLeft(by: Connection): Promise<void> {
    const rows = await by.query(
      sql`SELECT 1 FROM replicas WHERE number = ${this.#number} AND "leftAt" IS NULL`,
    );
    if (rows.length === 0) await this.#join(by);
  }

  #schedule(watch: Watch): void {
    if (!this.#watch) return;
    this.#timer = setTimeout(() => {
      this.#beat(watch)
        .catch((error: unknown) => {
          this.#watchingSince = performance.now();
          if (error instanceof ConnectionLost) watch.onUnreachable();
        })
        .finally(() => this.#schedule(watch));
    }, beatMs);
    this.#timer.unref();
  }

  /** Gives a sign of life and then looks for others that gave none. */
  async #beat({ beats: { connection: by }, onOrphans }: Watch): Promise<void> {
    // The way broke: the other connections noticed it too, and may be there again already.
    if (!by) throw new Error('no connection');
    const startedAt = performance.now();
    const alive = await by.query(
      sql`UPDATE replicas SET beat = clock_timestamp() WHERE number = ${this.#number} AND "leftAt" IS NULL RETURNING 1`,
      beatTimeoutMs,
    );
    // It gave none for too long, as after a pause of the process: the others have released its holds.
    if (alive.length === 0) await this.rejoin(by);
    // A pause of this process or of the database says nothing about the others.
    if (performance.now() - startedAt > beatMs) this.#watchingSince = performance.now();
    await this.#readClock(by);
    if (performance.now() - this.#watchingSince > absentAfterMs + beatMs)
      await by.query(markAbsent, beatTimeoutMs);
    await this.#readPresent(by, onOrphans);
  }

  async #readPresent(by: Connection, onOrphans: () => void): Promise<void> {
    const [, , , present, highest, orphans] = await by.queryAll(
      [
        sql`BEGIN`,
        // One that joins may be paused: that is no silence of the database.
        sql`SET LOCAL lock_timeout TO ${beatTimeoutMs / 2}`,
        sql`SELECT pg_advisory_xact_lock_shared(hashtext(${this.schema}), 4)`,
        json(sql`SELECT number FROM replicas WHERE "leftAt" IS NULL`),
        sql`SELECT max(number)::float8 AS highest FROM replicas`,
        sql`SELECT 1 FROM holds WHERE replica NOT IN (SELECT number FROM replicas WHERE "leftAt" IS NULL) LIMIT 1`,
        sql`COMMIT`,
      ],
      beatTimeoutMs,
    );
    const before = this.#present.size;
    this.#present = new Set(rowsIn<{ number: number }>(present?.[0]).map(({ number }) => number));
    this.#highest = highest?.[0]?.['highest'] as number;
    if (orphans?.length === 1 || this.#present.size < before) onOrphans();
  }

  async #readClock(by: Connection): Promise<void> {
    const askedAt = machine();
    const [row] = await by.query(sql`SELECT ${databaseNow}`, beatTimeoutMs);
    this.clock.heard(askedAt, row?.['shown'] as number);
  }
}

/** @throws UsageError which names the settings that differ */
function assertSame(
  local: ConfigFingerprint,
  remote: ConfigFingerprint,
  isSame = (one: string, other: string) => one === other,
): void {
  const differing = Object.entries(local).filter(([name, value]) => !isSame(remote[name] ?? '', value));
  if (differing.length === 0) return;
  const each = differing.map(
    ([name, value]) => `${name} ${excerpt(remote[name] ?? 'none')} (here ${excerpt(value)})`,
  );
  throw new UsageError(
    `The ledger is in use by replicas that differ from this one: ${each.join('; ')}. Start this one like them, or stop them first.`,
  );
}

const excerpt = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
