import { setTimeout as wait } from 'node:timers/promises';
import { formatDuration, parseDuration } from '../../core/durations.ts';
import { UsageError } from '../../core/errors.ts';
import { nearestHint } from '../../core/nearest.ts';
import { unreadableLedger } from '../../core/settings.ts';
import { shortenedText } from '../../core/values.ts';
import type { Store } from '../store.ts';
import {
  type Address,
  type Connection,
  type ConnectionListeners,
  ConnectionLost,
  connect,
  databaseErrorCode,
} from './connection.ts';
import { createLink } from './link.ts';
import { type ConfigFingerprint, Membership } from './membership.ts';
import { prepareSchema } from './prepare-schema.ts';
import { postgresStore, type StoreListeners } from './store.ts';

export type { ConfigFingerprint } from './membership.ts';

/** Options for a database that may come up after the sandbox, as in a composition of containers. */
export interface Waiting {
  /** Called once, with a sentence, if the database cannot be reached yet. */
  onWait?: ((sentence: string) => void) | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/**
 * Opens a ledger in PostgreSQL and joins its replicas. Parameters of the URL: `schema`, `creator_sandbox` when absent, and
 * `wait`, how long the database may take to come up (`30s`). A database that refuses is not asked again.
 * @param begin the first batches; it closes the store when they fail
 * @throws UsageError in one sentence, which shows neither the password nor the URL
 */
export async function openPostgres<T>(
  url: string,
  fingerprint: ConfigFingerprint,
  { onWait, signal }: Waiting,
  begin: (store: Store) => Promise<T>,
): Promise<T> {
  const { waitMs, ...address } = parseLedgerUrl(url);
  const until = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false)
    try {
      return await begin(await join(address, fingerprint, signal));
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const sentence = explained(error, address.schema);
      if (!isAway(error) || signal?.aborted || performance.now() >= until)
        throw new UsageError(`${sentence}.`);
      if (isFirst) onWait?.(`${sentence}; waiting for it, up to ${formatDuration(waitMs)}.`);
      await wait(betweenMs, undefined, { signal }).catch(() => {});
    }
}

/**
 * Compares what a replica knows of its configuration before it has a world with the replicas that run, so that it builds
 * none in vain. A database that cannot be asked yet is asked when the replica joins.
 * @throws UsageError as the join does
 */
export async function checkFingerprint(
  url: string,
  known: ConfigFingerprint,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { waitMs: _, ...address } = parseLedgerUrl(url);
  let connection: Connection | undefined;
  try {
    connection = await connect(address, { signal });
    await Membership.check(connection, known);
  } catch (error) {
    if (error instanceof UsageError) throw error;
  } finally {
    await connection?.close();
  }
}

/** The pause between two attempts to reach a database that is not up. */
const betweenMs = 250;

async function join(
  address: Address,
  fingerprint: ConfigFingerprint,
  signal: AbortSignal | undefined,
): Promise<Store> {
  const { schema } = address;
  const listeners: StoreListeners = { onOrphans() {}, onOutage() {}, onConnected() {} };
  const opened: Connection[] = [];
  const open = async (heard: ConnectionListeners) => {
    const connection = await connect(address, { ...heard, signal });
    opened.push(connection);
    return connection;
  };
  try {
    const first = await open({ onBroken: () => listeners.onOutage() });
    await prepareSchema(first, schema);
    const membership = await Membership.join(first, { schema, fingerprint });
    // Calls that waited for the database go on.
    const onConnected = () => listeners.onConnected();
    const side = createLink(await open({}), { address, onConnected });
    const beats = createLink(await open({}), { address });
    const link = createLink(first, {
      address,
      prepare: (connection) => membership.rejoin(connection),
      onBroken: () => listeners.onOutage(),
      onConnected,
    });
    membership.begin({
      beats,
      onUnreachable() {
        for (const { connection } of [link, side]) connection?.destroy();
      },
      onOrphans: () => listeners.onOrphans(),
    });
    return postgresStore({ link, side, beats, membership, listeners });
  } catch (error) {
    for (const connection of opened) await connection.close();
    throw error;
  }
}

function parseLedgerUrl(text: string): Address & { waitMs: number } {
  const url = URL.parse(text);
  if (!url) throw new UsageError(`The setting 'ledger' ${unreadableLedger}`);
  const schema = url.searchParams.get('schema') ?? 'creator_sandbox';
  const waitMs = parseDuration(url.searchParams.get('wait') ?? '30s');
  if (waitMs === undefined)
    throw new UsageError(`The parameter 'wait' of the ledger's URL takes a duration such as 30s, or 0s.`);
  for (const name of sandboxParameters) url.searchParams.delete(name);
  for (const name of url.searchParams.keys())
    if (!driverParameters.includes(name))
      throw new UsageError(
        `The ledger's URL has the unknown parameter '${shortenedText(name)}'${nearestHint(name, [...sandboxParameters, ...driverParameters])}.`,
      );
  if (!/^[a-z_][a-z0-9_]{0,58}$/.test(schema))
    throw new UsageError(
      'The schema of the ledger is named by 1 to 59 lower-case letters, digits and underscores.',
    );
  if (schema.startsWith('pg_'))
    throw new UsageError(
      'Names of schemas that begin with pg_ belong to PostgreSQL: choose another for the ledger.',
    );
  // As in psql: `require` encrypts, `verify-ca` and `verify-full` check the certificate too.
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true');
  return { url: url.href, schema, waitMs };
}

/** The parameters that the driver must not see. */
const sandboxParameters = ['schema', 'wait'];

/** The parameters of libpq and of the driver: a URL that psql takes is accepted. */
const driverParameters =
  `application_name channel_binding client_encoding connect_timeout dbname fallback_application_name
  gssdelegation gssencmode gsslib host hostaddr idle_in_transaction_session_timeout keepalives keepalives_count
  keepalives_idle keepalives_interval krbsrvname load_balance_hosts lock_timeout options passfile password port
  query_timeout replication require_auth requirepeer requiressl service ssl ssl_max_protocol_version
  ssl_min_protocol_version sslcert sslcertmode sslcompression sslcrl sslcrldir sslkey sslmode sslnegotiation
  sslpassword sslrootcert sslsni statement_timeout target_session_attrs tcp_user_timeout uselibpqcompat user`.split(
    /\s+/,
  );

/** The error of the network or of PostgreSQL itself, behind those of a connection and of a batch. */
const causeOf = (error: unknown): unknown => {
  const { cause } = error as Error;
  return cause === undefined ? error : causeOf(cause);
};

/** Whether the database is not up, on its way up or down, full of connections or read-only for now: it may be there soon. */
function isAway(error: unknown): boolean {
  const cause = causeOf(error);
  const code = databaseErrorCode(cause);
  if (code !== '') return awayCodes.test(code);
  // The driver gives no code when the connection was too slow, or closed while it was made.
  return cause instanceof ConnectionLost || /timeout|terminated/.test(String(cause));
}

const awayCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|57P0[123]|53300|25006)$/;

/** Messages of PostgreSQL may quote the connection, so none is passed on. */
function explained(error: unknown, schema: string): string {
  const code = databaseErrorCode(causeOf(error));
  if (code.startsWith('28')) return 'The database of the ledger refuses the user or the password';
  if (/^57P0/.test(code)) return `The database of the ledger is not up (${code})`;
  if (code === '53300') return 'The database of the ledger has no connection left (53300)';
  if (code === '25006') return 'The database of the ledger can only be read (25006)';
  if (code === '3D000') return 'The database of the ledger does not exist';
  if (code === '42501')
    return `The user of the ledger may not create or use the schema ${schema} in this database`;
  if (/^(?!E)[0-9A-Z]{5}$/.test(code)) return `The database of the ledger cannot be used (${code})`;
  if (code === '' && /password must be/.test(String(error)))
    return 'The database of the ledger asks for a password, and the URL has none';
  if (code === '' && /not support SSL/.test(String(error)))
    return 'The database of the ledger offers no TLS, and the URL asks for it';
  return `The database of the ledger cannot be reached${code === '' ? '' : ` (${code})`}`;
}
