import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { reached } from '../../core/reached.ts';

/** Beyond these limits, a client that writes its whole body first does not get the answer. */
const maxBytes = 64 * 1024 * 1024;
const maxMs = 5_000;

/**
 * Reads and discards the rest of a body before a reply that closes the connection. A body that is too large is refused
 * before it has fully arrived, but most clients write the whole request before they read: they would see a broken
 * connection instead of the reply.
 */
export function drainBodyBeforeClosing(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { complete, readableEnded, destroyed } = request.raw;
    if (complete || readableEnded || destroyed || reply.getHeader('connection') !== 'close') done();
    else drain(request.raw, () => done());
  });
}

function drain(raw: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    reached('a body is too long to be read');
    stop();
  };
  const stop = () => {
    clearTimeout(timeout);
    raw.off('data', count).off('end', stop).off('close', stop);
    done();
  };
  const timeout = setTimeout(stop, maxMs);
  raw.on('data', count).once('end', stop).once('close', stop);
  raw.resume();
}
