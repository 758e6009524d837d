import type { Server } from 'node:http';
import { Duplex } from 'node:stream';

/** One end of a connection within a process. It has what HTTP asks of a socket of the network. */
class MemorySocket extends Duplex {
  #other: MemorySocket | undefined;
  #isEnded = false;

  static pair(): readonly [MemorySocket, MemorySocket] {
    const one = new MemorySocket();
    const other = new MemorySocket();
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  override _read(): void {}

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    if (!this.#other?.destroyed) this.#other?.push(part);
    done();
  }

  override _final(done: () => void): void {
    this.#isEnded = true;
    if (!this.#other?.destroyed) this.#other?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error);
    // What was written before an orderly end is still read.
    if (!this.#isEnded) queueMicrotask(() => this.#other?.destroy());
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  resetAndDestroy(): this {
    return this.destroy();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }
}

/** Connects a client to a server of this process that need not listen. */
export function connectWithin(server: Server): Duplex {
  const [client, accepted] = MemorySocket.pair();
  server.emit('connection', accepted);
  return client;
}
