import type { FastifyReply } from 'fastify';
import { clientLeft } from './stream.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the app begins to close. */
    readonly closing: AbortSignal;
    /** Aborts before that, when the sandbox tells clients to leave. */
    readonly draining: AbortController;
  }
}

/** Aborts when the client disconnects or the app begins to close. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (reply.raw.destroyed) disconnected.abort(clientLeft);
  reply.raw.once('close', () => disconnected.abort(clientLeft));
  return AbortSignal.any([disconnected.signal, reply.server.closing]);
}
