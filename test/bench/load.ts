import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { portOf, sorted, startServer, stopServer } from './servers.ts';

export interface Loaded {
  seconds: number;
  p99Ms: number;
}

export interface LoadOptions {
  /** 32 when absent. */
  connections?: number;
  /** Called when all connections are open and before the first request: opening them is no cost of a request. */
  onOpen?: () => Promise<unknown>;
}

/**
 * Sends `count` requests, in turn, over connections that each wait for their reply. Reads no more of a reply than
 * its end, so that the client takes little of the machine. A connection that the server closes is opened again.
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  count: number,
  { connections = 32, onOpen = () => Promise.resolve() }: LoadOptions = {},
): Promise<Loaded> {
  const sockets = await openSockets(port, Math.min(connections, count));
  await onOpen();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const latencies: number[] = [];
    let sent = 0;

    const use = (socket: Socket): void => {
      let sentAt = 0;
      let reply: Reply | undefined;
      const next = (): void => {
        if (sent >= count) {
          socket.end();
          return;
        }
        sentAt = performance.now();
        socket.write(requests[sent++ % requests.length] ?? '');
      };
      socket.on('error', reject);
      socket.on('data', (piece: Buffer) => {
        reply ??= replyFrom(piece);
        if (reply === undefined)
          return reject(new Error(`not a whole head: ${piece.toString('latin1', 0, 200)}`));
        if (!reply.isWhole(piece)) return;
        const { status, closes } = reply;
        reply = undefined;
        if (status !== 200) return reject(new Error(`status ${status}`));
        latencies.push(performance.now() - sentAt);
        if (latencies.length === count)
          resolve({
            seconds: (performance.now() - startedAt) / 1000,
            p99Ms: sorted(latencies)[Math.floor(count * 0.99)] ?? Number.NaN,
          });
        if (!closes) next();
        else if (sent < count)
          socket.once('close', () => {
            const again = opened(port);
            again.once('connect', () => use(again));
          });
      });
      next();
    };
    for (const socket of sockets) use(socket);
  });
}

/** In bursts, so that no connection waits because the queue of the kernel is full. */
async function openSockets(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const burst = Array.from({ length: Math.min(100, count - sockets.length) }, () => opened(port));
    await Promise.all(burst.map((socket) => once(socket, 'connect')));
    sockets.push(...burst);
  }
  return sockets;
}

function opened(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  return socket;
}

/** Milliseconds from the start of a process to its first reply. */
export async function startMs(args: readonly string[], request: Buffer): Promise<number> {
  const startedAt = performance.now();
  const server = await startServer(args);
  await load(portOf(server), [request], 1);
  const elapsed = performance.now() - startedAt;
  await stopServer(server.child);
  return elapsed;
}

interface Reply {
  status: number;
  closes: boolean;
  /** Takes each piece, the first included. */
  isWhole(piece: Buffer): boolean;
}

/** A head is short, so it comes in one piece. */
function replyFrom(first: Buffer): Reply | undefined {
  const headEnd = first.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = first.toString('latin1', 0, headEnd).toLowerCase();
  const length = /content-length: (\d+)/.exec(head)?.[1];
  let missing = headEnd + 4 + Number(length);
  let end = '';
  return {
    status: Number(head.slice(9, 12)),
    closes: head.includes('\r\nconnection: close'),
    isWhole(piece) {
      missing -= piece.length;
      if (length !== undefined) return missing <= 0;
      end = (end + piece.toString('latin1', Math.max(0, piece.length - 7))).slice(-7);
      return end === '\r\n0\r\n\r\n';
    },
  };
}
