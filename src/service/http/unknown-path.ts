import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './call.ts';
import type { Deps } from './deps.ts';
import { refresh } from './in-batch.ts';

export const jsonType = 'application/json; charset=utf-8';

/**
 * Replies to a path or method that a generation does not have (contract 7.2(5)): no envelope, no `errorCode`,
 * `traceId` or `timestamp`; lists only the endpoints of this generation. Call this before the routes are added, because
 * it collects them.
 */
export function unknownPathHandler(app: FastifyInstance, deps: Pick<Deps, 'ledger'>) {
  const availableEndpoints: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) availableEndpoints.push(`${verb} ${url}`);
  });

  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .type(jsonType)
      .send({
        success: false,
        error: 'Not Found',
        message: `Cannot ${request.method} ${pathOf(request)}`,
        availableEndpoints,
      });
  if (!deps.ledger.replicas) return send;
  // No batch belongs to it, and its record should know what other replicas changed before.
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await refresh(deps).catch(() => {});
    return send(request, reply);
  };
}
