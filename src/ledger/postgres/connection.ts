import { Socket } from 'node:net';
import pg from 'pg';
import { identifier, inOneMessage, type Sql, sql } from './sql.ts';

/** Statements on the database of the ledger. */
export interface Queries {
  /** Runs one statement with bind parameters. @returns its rows */
  query(statement: Sql, timeoutMs?: number): Promise<Row[]>;
  /** Runs statements one after the other, sent at once. @returns the rows of each */
  queryAll(statements: readonly Sql[], timeoutMs?: number): Promise<Row[][]>;
}

/** One connection to PostgreSQL. */
export interface Connection extends Queries {
  /** The process that serves it. */
  readonly pid: number;
  readonly isBroken: boolean;
  /** Breaks it: every query that waits fails. */
  destroy(): void;
  close(): Promise<void>;
}

export type Row = Record<string, unknown>;

/** The connection broke, or nobody answered in time: whether the last statement took effect is unknown. */
export class ConnectionLost extends Error {}

export interface Address {
  /** `postgres://…`; never shown. */
  url: string;
  schema: string;
}

/** The server refused a statement. Its own message may quote rows, and so keys: it is not passed on. */
class StatementRefused extends Error {
  readonly code: string;

  constructor(code: string, constraint: string | undefined) {
    super(`the database refused a statement (${code}${constraint === undefined ? '' : ` ${constraint}`})`);
    this.code = code;
  }
}

export interface ConnectionListeners {
  onBroken?: () => void;
  /** Ends the attempt to connect. */
  signal?: AbortSignal | undefined;
}

/** How long a connection may take, and an answer: longer than the server lets a silent transaction hold its locks. */
const connectTimeoutMs = 5_000;
const answerTimeoutMs = 15_000;
const idleTransactionTimeoutMs = 5_000;

/** @throws the error of PostgreSQL or of the network */
export async function connect(
  address: Address,
  { onBroken, signal }: ConnectionListeners = {},
): Promise<Connection> {
  signal?.throwIfAborted();
  const connection = new ClientConnection(address, onBroken);
  const abort = () => connection.destroy();
  signal?.addEventListener('abort', abort);
  try {
    await connection.open(address.schema);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

class ClientConnection implements Connection {
  /** The way to the server. It is made here, so that it can be cut while a query waits. */
  readonly #socket = new Socket();
  readonly #client: pg.Client;
  readonly #noticeBreak: () => void;
  #last: Promise<unknown> = Promise.resolve();
  isBroken = false;
  pid!: number;

  constructor({ url, schema }: Address, onBroken: (() => void) | undefined) {
    this.#client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: applicationName(schema),
      stream: () => this.#socket,
    });
    this.#noticeBreak = () => {
      if (this.isBroken) return;
      this.isBroken = true;
      onBroken?.();
    };
    this.#client.on('error', this.#noticeBreak);
    this.#client.on('end', this.#noticeBreak);
  }

  async open(schema: string): Promise<void> {
    await this.#client.connect();
    const results = await this.queryAll(
      [
        sql`SET search_path TO ${identifier(schema)}`,
        sql`SET client_min_messages TO warning`,
        sql`SET idle_in_transaction_session_timeout TO ${idleTransactionTimeoutMs}`,
        sql`SET standard_conforming_strings TO on`,
        sql`SELECT pg_backend_pid() AS pid`,
      ],
      connectTimeoutMs,
    );
    this.pid = results.at(-1)?.[0]?.['pid'] as number;
  }

  async query(statement: Sql, timeoutMs?: number): Promise<Row[]> {
    const [rows = []] = await this.#inTurn(statement.bound(), timeoutMs);
    return rows;
  }

  queryAll(statements: readonly Sql[], timeoutMs?: number): Promise<Row[][]> {
    return this.#inTurn({ text: inOneMessage(statements) }, timeoutMs);
  }

  /** One after the other, as the protocol has it. */
  #inTurn(query: pg.QueryConfig, timeoutMs = answerTimeoutMs): Promise<Row[][]> {
    const result = this.#last.then(() => this.#send(query, timeoutMs));
    this.#last = result.catch(() => {});
    return result;
  }

  async #send(query: pg.QueryConfig, timeoutMs: number): Promise<Row[][]> {
    if (this.isBroken) throw new ConnectionLost('the connection is broken');
    const late = setTimeout(() => this.destroy(), timeoutMs);
    try {
      // The types of the driver know one result only.
      const results: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await this.#client.query<Row>(query);
      return [results].flat().map(({ rows }) => rows);
    } catch (error) {
      const code = databaseErrorCode(error);
      // An answer of the server has a code of five characters. After some of them it closes the connection.
      if (this.isBroken || !/^(?!57P|08)[0-9A-Z]{5}$/.test(code)) {
        this.destroy();
        throw new ConnectionLost('the connection to the database broke', { cause: error });
      }
      // The statements behind the refused one did not run, and neither did their COMMIT.
      await this.#client.query('ROLLBACK').catch(() => this.destroy());
      throw new StatementRefused(code, (error as { constraint?: string }).constraint);
    } finally {
      clearTimeout(late);
    }
  }

  destroy(): void {
    this.#noticeBreak();
    this.#socket.destroy();
  }

  async close(): Promise<void> {
    this.#client.removeListener('end', this.#noticeBreak);
    if (!this.isBroken) await this.#client.end().catch(() => {});
  }
}

/** The name of a connection in the server's list of processes. */
export const applicationName = (schema: string): string => `creator-sandbox ${schema}`;

export const databaseErrorCode = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? '');
