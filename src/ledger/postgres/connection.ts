import pg from 'pg';
import { quoted } from './sql.ts';

/** One connection to PostgreSQL. */
export interface Connection {
  /** Runs the statements of a text one after the other. @returns the rows of each */
  query(text: string, withinMs?: number): Promise<Row[][]>;
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
  onNotice?: (payload: string) => void;
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
  { url, schema }: Address,
  { onNotice, onBroken, signal }: ConnectionListeners = {},
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: `creator-sandbox ${schema}`,
  });
  let isBroken = false;
  let last: Promise<unknown> = Promise.resolve();
  const broken = () => {
    if (isBroken) return;
    isBroken = true;
    onBroken?.();
  };
  client.on('error', broken);
  client.on('end', broken);
  if (onNotice) client.on('notification', ({ payload = '' }) => onNotice(payload));
  signal?.throwIfAborted();
  signal?.addEventListener('abort', destroy);
  try {
    await client.connect();
    const [[found] = []] = await query(
      `set search_path to ${quoted(schema)}; set client_min_messages to warning;
       set idle_in_transaction_session_timeout to ${idleTransactionTimeoutMs}; set standard_conforming_strings to on;
       select pg_backend_pid() as pid;`,
      connectTimeoutMs,
    ).then((all) => all.slice(-1));
    return {
      query,
      pid: found?.['pid'] as number,
      destroy,
      close,
      get isBroken() {
        return isBroken;
      },
    };
  } catch (error) {
    destroy();
    throw error;
  } finally {
    signal?.removeEventListener('abort', destroy);
  }

  /** One after the other, as the protocol has it. */
  function query(text: string, withinMs = answerTimeoutMs): Promise<Row[][]> {
    const result = last.then(() => ask(text, withinMs));
    last = result.catch(() => {});
    return result;
  }

  async function ask(text: string, withinMs: number): Promise<Row[][]> {
    if (isBroken) throw new ConnectionLost('the connection is broken');
    const late = setTimeout(destroy, withinMs);
    try {
      const results = (await client.query({ text })) as unknown as
        | pg.QueryResult<Row>
        | pg.QueryResult<Row>[];
      return [results].flat().map(({ rows }) => rows);
    } catch (error) {
      // An answer of the server has a code of five characters. After some of them it closes the connection.
      if (isBroken || !/^(?!57P|08)[0-9A-Z]{5}$/.test(databaseErrorCode(error))) {
        destroy();
        throw new ConnectionLost('the connection to the database broke', { cause: error });
      }
      // The rest of the text did not run, and neither did its COMMIT.
      await client.query('ROLLBACK').catch(destroy);
      throw new StatementRefused(databaseErrorCode(error), (error as { constraint?: string }).constraint);
    } finally {
      clearTimeout(late);
    }
  }

  function destroy(): void {
    broken();
    // The stream exists as soon as the client connects.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  async function close(): Promise<void> {
    client.removeListener('end', broken);
    if (!isBroken) await client.end().catch(() => {});
  }
}

export const databaseErrorCode = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? '');
