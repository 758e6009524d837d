import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

/** One message of the protocol, on its way to the server or back. */
export interface WireMessage {
  from: 'replica' | 'server';
  /** Its type, and the beginning of a query. */
  name: string;
}

/** A connection whose message was kept back. */
export interface StruckConnection {
  /** Breaks both ways; nothing that was kept back arrives. */
  cut(): void;
  /** Waits until the replica gives the connection up, then lets what it had sent reach the server. */
  deliverLate(): Promise<void>;
}

/** A way to PostgreSQL that counts the messages of a batch. */
export interface MessageProxy {
  /** The URL of the ledger by this way. */
  url: string;
  /** The messages of the watched batch so far. */
  readonly messages: readonly WireMessage[];
  /**
   * Watches the next batch, and keeps back one message of it with all that follow it the same way.
   * @param at the number of the message; undefined = none
   * @returns settles when the message has come
   */
  watchBatch(at?: number): Promise<StruckConnection>;
  close(): Promise<void>;
}

type Watching = {
  at: number | undefined;
  by?: object;
  isCommitting: boolean;
  struck(by: StruckConnection): void;
};

/** @param ledger the URL of the ledger */
export async function countingProxy(ledger: string): Promise<MessageProxy> {
  const target = new URL(ledger);
  const sockets = new Set<Socket>();
  const messages: WireMessage[] = [];
  let watching: Watching | undefined;

  /** Counts a message of the watched batch. @returns whether it is the one that is kept back */
  function isStruck(by: StruckConnection, from: WireMessage['from'], message: Buffer): boolean {
    // Only a batch reads the counters of the whole sandbox.
    if (watching && from === 'replica' && message.includes('FROM sandbox')) watching.by ??= by;
    if (!watching || watching.by !== by) return false;
    if (from === 'replica') watching.isCommitting ||= message.includes('COMMIT');
    const number = messages.push({ from, name: nameOf(from, message) }) - 1;
    const { at, isCommitting, struck } = watching;
    // The server is ready for the next query: the batch is over.
    if (isCommitting && from === 'server' && message[0] === 0x5a) watching = undefined;
    if (number === at) struck(by);
    return number === at;
  }

  const server = createServer((replica) => {
    const upstream = dial(Number(target.port), target.hostname);
    const keptBack: { to: Socket; message: Buffer }[] = [];
    let struck: WireMessage['from'] | undefined;
    const cut = () => {
      keptBack.length = 0;
      replica.destroy();
      upstream.destroy();
    };
    const connection: StruckConnection = {
      cut,
      async deliverLate() {
        if (!replica.destroyed) await once(replica, 'close');
        if (upstream.destroyed) return;
        for (const { to, message } of keptBack.splice(0)) if (to === upstream) upstream.write(message);
        upstream.end();
        if (!upstream.destroyed) await once(upstream, 'close');
      },
    };
    const pass = (from: WireMessage['from'], to: Socket) => (message: Buffer) => {
      if (struck === undefined && isStruck(connection, from, message)) {
        struck = from;
        keptBack.push({ to, message });
      } else if (struck === from) keptBack.push({ to, message });
      else if (!to.destroyed) to.write(message);
    };
    for (const socket of [replica, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        // What is kept back from the server may still reach it, late.
        if (socket === upstream || struck === undefined) cut();
      });
    }
    replica.on('data', inMessages(pass('replica', upstream), true));
    upstream.on('data', inMessages(pass('server', replica), false));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(ledger);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    messages,
    watchBatch(at) {
      const { promise, resolve } = Promise.withResolvers<StruckConnection>();
      messages.length = 0;
      watching = { at, isCommitting: false, struck: resolve };
      return promise;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Cuts what arrives into whole messages. @param isStart the first one has no type: it opens the connection */
function inMessages(take: (message: Buffer) => void, isStart: boolean): (data: Buffer) => void {
  let left: Buffer = Buffer.alloc(0);
  let typeBytes = isStart ? 0 : 1;
  return (data) => {
    left = Buffer.concat([left, data]);
    while (left.length >= typeBytes + 4) {
      const length = typeBytes + left.readInt32BE(typeBytes);
      if (left.length < length) return;
      const message = left.subarray(0, length);
      left = left.subarray(length);
      typeBytes = 1;
      take(message);
    }
  };
}

const names: Readonly<Record<WireMessage['from'], Readonly<Record<string, string>>>> = {
  replica: { Q: 'Query', P: 'Parse', B: 'Bind', D: 'Describe', E: 'Execute', S: 'Sync' },
  server: { T: 'RowDescription', D: 'DataRow', C: 'CommandComplete', Z: 'ReadyForQuery' },
};

function nameOf(from: WireMessage['from'], message: Buffer): string {
  const type = String.fromCharCode(message[0] ?? 0);
  const name = names[from][type] ?? type;
  const isShown = ['Query', 'Parse', 'CommandComplete'].includes(name);
  return isShown
    ? `${name} ${message
        .toString('latin1', 5, 40)
        .replaceAll(/[^ -~]+/g, ' ')
        .trim()}`
    : name;
}
