import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply takes long to make, or much memory. */
    isLong?: true;
  }
  interface FastifyRequest {
    /** Aborts when the client of a long document leaves. */
    left?: AbortSignal;
    /** Lets the next long document begin. */
    endTurn?: () => void;
  }
}

/** Makes long documents one at a time, in the order of their requests, and only for as long as their clients wait. */
export function queueLongDocuments(app: FastifyInstance): void {
  let latest = Promise.resolve();
  app.decorateRequest('left');
  app.decorateRequest('endTurn');

  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.isLong !== true) return;
    const leaving = new AbortController();
    const { promise: turn, resolve: endTurn } = Promise.withResolvers<void>();
    Object.assign(request, { left: leaving.signal, endTurn });
    reply.raw.once('close', () =>
      leaving.abort(Object.assign(new Error('The client left.'), { statusCode: clientLeft })),
    );
    const before = latest;
    latest = before.then(() => turn);
    await before;
    if (!leaving.signal.aborted) return;
    reply.hijack();
    endTurn();
  });

  app.addHook('onSend', async ({ endTurn }) => endTurn?.());
}

/** No client reads this status. */
const clientLeft = 499;
