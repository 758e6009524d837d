import { createServer, connect as dial, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type Mode = 'open' | 'cut' | 'silent';

/** A way to PostgreSQL that a test can cut. */
export interface Proxy {
  /** The URL of the ledger by this way. */
  url: string;
  /** open; cut = connections break and new ones are refused; silent = nothing passes, without a sign. */
  set(mode: Mode): void;
  /**
   * Breaks the connection at the next COMMIT: before it reaches the server, or after the server got it and before its
   * answer comes back.
   * @param then the mode from then on
   */
  breakAtCommit(when: 'before' | 'after', then?: Mode): void;
  /**
   * Breaks the connection when a client sends its next piece of bytes, which does not reach the server.
   * @param number of the piece, counted over all connections from now on
   */
  breakAtPiece(number: number): void;
  /** Keeps back the answer to the next COMMIT. @returns when it is at the server, and what lets the answer pass */
  pauseAtCommit(): { reached: Promise<void>; resume: () => void };
  /** Whether the break at a piece is still to come. */
  readonly willBreak: boolean;
  /** The number of open connections. */
  readonly connections: number;
}

export async function proxyTo(ledger: string): Promise<Proxy> {
  const target = new URL(ledger);
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  let breaking: { when: 'before' | 'after'; then: Mode } | undefined;
  let piecesLeft = Number.POSITIVE_INFINITY;
  let pausing: ((paused: Socket) => void) | undefined;

  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const upstream = dial(Number(target.port), target.hostname);
    let deaf = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (mode === 'silent') return;
      piecesLeft -= 1;
      if (piecesLeft === 0) {
        client.destroy();
        return;
      }
      if (pausing && data.includes('COMMIT')) {
        pausing(upstream.pause());
        pausing = undefined;
      }
      if (!breaking || !data.includes('COMMIT')) {
        upstream.write(data);
        return;
      }
      const { when, then } = breaking;
      breaking = undefined;
      mode = then;
      if (when === 'before') client.destroy();
      else {
        deaf = true;
        upstream.write(data);
        // The first byte of the answer says that the server is done.
        upstream.once('data', () => client.destroy());
      }
    });
    upstream.on('data', (data) => {
      if (mode !== 'silent' && !deaf) client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = new URL(ledger);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    set(next) {
      mode = next;
      if (next !== 'silent') for (const socket of sockets) socket.destroy();
    },
    breakAtCommit(when, then = 'open') {
      breaking = { when, then };
    },
    breakAtPiece(number) {
      piecesLeft = number;
    },
    pauseAtCommit() {
      const { promise, resolve } = Promise.withResolvers<Socket>();
      pausing = resolve;
      return {
        reached: promise.then(() => {}),
        resume() {
          pausing = undefined;
          void promise.then((paused) => paused.resume());
        },
      };
    },
    get willBreak() {
      return Number.isFinite(piecesLeft) && piecesLeft > 0;
    },
    get connections() {
      return sockets.size / 2;
    },
  };
}
