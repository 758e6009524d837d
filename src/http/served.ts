import type { FastifyInstance } from 'fastify';
import type { OperationId } from '../core/operations.ts';

/** One method of one path of the service. */
export interface Served {
  method: string;
  path: string;
  operation: OperationId;
}

/** Notes every route of an operation. To be called before the routes are added. */
export function noteServed(app: FastifyInstance, served: Served[]): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.operation) return;
    for (const verb of [method].flat()) served.push({ method: verb, path: url, operation: config.operation });
  });
}
