import type { ServerResponse } from 'node:http';
import { clientLeft } from './stream.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts before the app begins to close, when the sandbox tells clients to leave. */
    readonly draining: AbortController;
  }
}

/** Aborts when the client disconnects. @param closing aborts when the app begins to close */
export function signalOf(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const disconnected = new AbortController();
  if (response.destroyed) disconnected.abort(clientLeft);
  response.once('close', () => disconnected.abort(clientLeft));
  return AbortSignal.any([disconnected.signal, closing]);
}
