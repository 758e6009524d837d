import type { ServerResponse } from 'node:http';
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
export const signalOf = ({ raw, server }: FastifyReply): AbortSignal => signalOfResponse(raw, server.closing);

/** @param closing aborts when the app begins to close */
export function signalOfResponse(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const disconnected = new AbortController();
  if (response.destroyed) disconnected.abort(clientLeft);
  response.once('close', () => disconnected.abort(clientLeft));
  return AbortSignal.any([disconnected.signal, closing]);
}
