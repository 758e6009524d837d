import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';

/** The next step that may come: an act of a client begins, a statement is sent. */
export interface Option {
  /** What is done, then a colon and what it is about. */
  name: string;
  /** The replica that it concerns. */
  replica: number;
  /** The statements that wait; absent where none do. */
  statements?: number;
  /** @param count of the statements that are sent, at most */
  go(count: number): void;
}

/** A statement that the server has not answered. */
interface Running {
  pid: number;
  isBlocked: boolean;
  answered: Promise<unknown>;
}

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult | pg.QueryResult[]>;

/**
 * Decides what the replicas of this process do next. While it is on, every statement of a batch waits until it is chosen,
 * also where several travel in one message: PostgreSQL runs those one after the other, and those of others may come in
 * between. Signs of life are answered at once: they concern no money.
 */
export class Scheduler {
  isOn = false;
  readonly #database: pg.Client;
  readonly #schema: string;
  /** The connection of batches of each replica. */
  readonly #replicas: (pg.Client | undefined)[] = [];
  readonly #held = new Map<number, Option>();
  readonly #running = new Map<number, Running>();
  readonly #inTransaction = new Set<number>();

  private constructor(database: pg.Client, schema: string) {
    this.#database = database;
    this.#schema = schema;
  }

  /** @param url of the ledger */
  static async connect(url: string): Promise<Scheduler> {
    const address = new URL(url);
    const schema = pg.escapeIdentifier(address.searchParams.get('schema') ?? '');
    address.searchParams.delete('schema');
    const database = new pg.Client({ connectionString: address.href });
    await database.connect();
    await database.query(`SET search_path TO ${schema}`);
    return new Scheduler(database, schema);
  }

  /** Opens a replica. Its connections are made by the driver's class, whose place another takes meanwhile. */
  async open<T>(replica: () => Promise<T>): Promise<T> {
    const { Client } = pg;
    this.#replicas.push(undefined);
    pg.Client = scheduledClient(Client, this);
    try {
      return await replica();
    } finally {
      pg.Client = Client;
    }
  }

  /** @param isRemoved the ledger goes with all that is in it */
  async close(isRemoved: boolean): Promise<void> {
    if (isRemoved) await this.#database.query(`DROP SCHEMA ${this.#schema} CASCADE`);
    await this.#database.end();
  }

  /** A replica makes the connection of batches first. */
  register(client: pg.Client): void {
    const last = this.#replicas.length - 1;
    if (last >= 0) this.#replicas[last] ??= client;
  }

  /** What can happen now. @param begins of acts */
  options(begins: readonly Option[]): Option[] {
    const statements = [...this.#held.values()].sort((one, other) => one.replica - other.replica);
    return [...statements, ...begins];
  }

  /** By how many the ledger's count of self-describing keys is wrong. */
  async miscounted(): Promise<number> {
    const { rows } = await this.#database.query<{ miscounted: number }>(
      `SELECT ("selfDescribing" - (SELECT count(*) FROM keys WHERE origin = 'self-describing'))::int AS miscounted FROM sandbox`,
    );
    return rows[0]?.miscounted ?? 0;
  }

  /** A sign of life would wait for a batch that is held behind its confirmation; nobody is given up meanwhile. */
  isSkipped({ text }: pg.QueryConfig): boolean {
    return (
      /^UPDATE replicas SET "leftAt" = \S+\s+WHERE "leftAt" IS NULL/.test(text) ||
      (this.isOn && text.startsWith('UPDATE replicas SET beat'))
    );
  }

  isIdle(replica: number): boolean {
    return !this.#held.has(replica) && !this.#running.has(replica);
  }

  /** Runs the statements of a query, each when it is chosen. */
  async query(client: pg.Client, query: pg.QueryConfig | string, send: Send): Promise<unknown> {
    const replica = this.#replicas.indexOf(client);
    const config = unhurried(typeof query === 'string' ? { text: query } : query);
    if (replica < 0) return this.isSkipped(config) ? { rows: [{}] } : send(config);
    if (!this.isOn) return send(config);
    const results: pg.QueryResult[] = [];
    const left = config.values?.length ? [config.text] : statementsIn(config.text);
    while (left.length > 0) {
      const count = await this.#chosen(replica, left);
      const text = left.splice(0, count).join(';');
      results.push(...(await this.#run({ client, replica, text }, () => send({ ...config, text }))));
    }
    return results.length === 1 ? results[0] : results;
  }

  /** Waits until every statement that was sent is answered or waits for a lock, and all replicas have gone on. */
  async settle(isBusy: (replica: number) => boolean): Promise<void> {
    for (;;) {
      for (let turns = 0; turns < 4; turns++) await turn();
      const running = [...this.#running.values()].filter(({ isBlocked }) => !isBlocked);
      if (running.length > 0) {
        // Only where others are in a transaction too, a lock is likely; elsewhere the question can wait.
        await Promise.race([
          sleep(this.#inTransaction.size > 1 ? 4 : 50),
          ...running.map(({ answered }) => answered),
        ]);
        await this.#findBlocked();
      } else if (!this.#replicas.some((_, replica) => this.isIdle(replica) && isBusy(replica))) return;
    }
  }

  /** Nothing can be chosen: waits for the server, which ends deadlocks, or for a lock of a sign of life. */
  async stall(): Promise<void> {
    await sleep(1);
    this.#unblock();
  }

  /** @returns how many statements are sent together */
  async #chosen(replica: number, left: readonly string[]): Promise<number> {
    const count = await new Promise<number>((resolve) => {
      const name = `send ${replica}: ${left[0] ?? ''}`;
      this.#held.set(replica, { name, replica, statements: left.length, go: resolve });
    });
    this.#held.delete(replica);
    return count;
  }

  async #run(
    { client, replica, text }: { client: pg.Client; replica: number; text: string },
    send: () => Promise<pg.QueryResult | pg.QueryResult[]>,
  ): Promise<pg.QueryResult[]> {
    this.#inTransaction.add(replica);
    const result = send();
    const pid = (client as pg.Client & { processID: number }).processID;
    this.#running.set(replica, { pid, isBlocked: false, answered: result.catch(() => {}) });
    try {
      const results = [await result].flat();
      if (/(^|;)(COMMIT|ROLLBACK)$/.test(text)) this.#endTransaction(replica);
      return results;
    } catch (error) {
      this.#endTransaction(replica);
      throw error;
    } finally {
      this.#running.delete(replica);
    }
  }

  #endTransaction(replica: number): void {
    this.#inTransaction.delete(replica);
    this.#unblock();
  }

  /** Locks went: who waited for them may go on. */
  #unblock(): void {
    for (const running of this.#running.values()) running.isBlocked = false;
  }

  async #findBlocked(): Promise<void> {
    const asked = [...this.#running.values()].filter(({ isBlocked }) => !isBlocked);
    if (asked.length === 0) return;
    const { rows } = await this.#database.query<{ pid: number }>(
      'SELECT pid FROM unnest($1::int[]) pid WHERE cardinality(pg_blocking_pids(pid)) > 0',
      [asked.map(({ pid }) => pid)],
    );
    const blocked = new Set(rows.map(({ pid }) => pid));
    for (const running of asked) running.isBlocked = blocked.has(running.pid);
  }
}

function scheduledClient(Client: typeof pg.Client, scheduler: Scheduler): typeof pg.Client {
  class ScheduledClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      scheduler.register(this);
    }
  }
  const { query } = Client.prototype;
  // The driver's many signatures are one here: a query, and a promise of its result.
  Object.assign(ScheduledClient.prototype, {
    query(this: pg.Client, given: pg.QueryConfig | string) {
      return scheduler.query(
        this,
        given,
        (config) => Reflect.apply(query, this, [config]) as ReturnType<Send>,
      );
    },
  });
  return ScheduledClient;
}

/** A transaction is held as long as the scheduler likes. */
const unhurried = ({ text, ...config }: pg.QueryConfig): pg.QueryConfig => ({
  ...config,
  text: text.replace(/(idle_in_transaction_session_timeout TO) \d+/, '$1 0'),
});

/** The statements of one message. */
function statementsIn(text: string): string[] {
  const statements = [''];
  for (const [part] of text.matchAll(/'[^']*'|"[^"]*"|;|[^'";]+/g))
    if (part === ';') statements.push('');
    else statements.push((statements.pop() ?? '') + part);
  return statements;
}
