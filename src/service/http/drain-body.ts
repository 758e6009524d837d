import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Beyond these limits, a client that writes its whole body first does not get the answer. */
const maxBytes = 64 * 1024 * 1024;
const maxMs = 5_000;

/**
 * Reads and discards the rest of a body around a reply after which the connection closes. Bytes that nobody read make the
 * system break the connection, and the reply is lost on its way.
 *
 * Where the sandbox closes, as when a body is too large, the body is read before the reply: most clients write the whole
 * request before they read. Where the client asked to close, it may send its body late or never: the reply comes first.
 */
export async function drainAround(
  raw: IncomingMessage,
  response: ServerResponse,
  mustClose: boolean,
): Promise<void> {
  if (raw.complete) return;
  if (mustClose) await new Promise<void>((resolve) => drain(raw, resolve));
  else if (!response.shouldKeepAlive) closeAfterBody(raw);
}

/** Does it for the replies that Fastify sends. */
export function drainBodyBeforeClosing(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply) =>
    drainAround(request.raw, reply.raw, reply.getHeader('connection') === 'close'),
  );
}

/** Lets the server, when it is done with the reply, end its side, and close the connection once the body has come too. */
function closeAfterBody(raw: IncomingMessage): void {
  const { socket } = raw;
  socket.destroySoon = () => {
    const flushed = new Promise<void>((resolve) => void socket.end(resolve));
    const read = new Promise<void>((resolve) => drain(raw, resolve));
    void Promise.all([flushed, read]).then(() => socket.destroy());
  };
}

function drain(raw: IncomingMessage, done: () => void): void {
  if (raw.readableEnded || raw.destroyed) {
    done();
    return;
  }
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) stop();
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
