import type { FastifyReply } from 'fastify';
import { clientLeft } from './stream.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the app begins to close. */
    readonly closing: AbortSignal;
  }
}

/** Aborted when nobody waits for this reply any more, or the app closes: then nothing should keep it waiting. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (reply.raw.destroyed) left.abort(clientLeft);
  reply.raw.once('close', () => left.abort(clientLeft));
  return AbortSignal.any([left.signal, reply.server.closing]);
}
