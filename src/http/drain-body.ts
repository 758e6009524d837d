import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** More than this nobody sends by mistake; and a sender who is slower will have to do without an answer. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 5_000;

/**
 * A body that is too large is refused before it has arrived, and the connection closes behind the answer. Most
 * clients write their request to its end before they read: to them it would look like a broken connection. So
 * the rest is read, and thrown away, before the answer leaves.
 */
export function drainBodyBeforeClosing(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { complete, readableEnded, destroyed } = request.raw;
    if (complete || readableEnded || destroyed || reply.getHeader('connection') !== 'close') done();
    else whenRead(request.raw, () => done());
  });
}

function whenRead(raw: IncomingMessage, go: () => void): void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) stop();
  };
  const stop = () => {
    clearTimeout(late);
    raw.off('data', count).off('end', stop).off('close', stop);
    go();
  };
  const late = setTimeout(stop, longestMs);
  raw.on('data', count).once('end', stop).once('close', stop);
  raw.resume();
}
