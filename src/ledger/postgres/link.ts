import { setTimeout as wait } from 'node:timers/promises';
import { type Address, type Connection, ConnectionLost, connect } from './connection.ts';

/** Nobody connects again. */
export class LinkClosed extends ConnectionLost {}

/** A connection that is made again whenever it breaks. */
export interface Link {
  /** The connection, if there is one at this moment. */
  readonly connection: Connection | undefined;
  /** Waits for a connection. @throws LinkClosed when the link is closed */
  connected(): Promise<Connection>;
  close(): Promise<void>;
}

export interface LinkOptions {
  address: Address;
  /** Prepares a new connection before anybody uses it; when it fails, another attempt follows. */
  prepare?: (connection: Connection) => Promise<void>;
  onBroken?: () => void;
  /** There is a connection again. */
  onConnected?: () => void;
}

/** @param first the connection that it begins with */
export function createLink(
  first: Connection,
  { address, prepare, onBroken, onConnected }: LinkOptions,
): Link {
  let connection: Connection | undefined = first;
  let connecting: Promise<Connection> | undefined;
  const closing = new AbortController();

  return {
    get connection() {
      if (connection?.isBroken) void again();
      return connection;
    },
    connected,
    async close() {
      closing.abort();
      await connecting?.catch(() => {});
      await connection?.close();
    },
  };

  function connected(): Promise<Connection> {
    if (connection && !connection.isBroken) return Promise.resolve(connection);
    return again();
  }

  function again(): Promise<Connection> {
    connection = undefined;
    connecting ??= reconnect().finally(() => {
      connecting = undefined;
    });
    connecting.catch(() => {});
    return connecting;
  }

  async function reconnect(): Promise<Connection> {
    for (let delayMs = 20; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      if (closing.signal.aborted) throw new LinkClosed('the ledger is closed');
      let made: Connection | undefined;
      try {
        const { signal } = closing;
        made = await connect(address, { onBroken: noticed, signal });
        await prepare?.(made);
        connection = made;
        onConnected?.();
        return made;
      } catch {
        made?.destroy();
        await wait(delayMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  function noticed(): void {
    if (closing.signal.aborted) return;
    onBroken?.();
    void again();
  }
}

const maxDelayMs = 500;
