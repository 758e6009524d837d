import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { OperationId } from '../../core/operations.ts';
import type { AboutOperation } from './call.ts';

/** A route of the service: one method of one path. */
export interface ServedRoute {
  method: string;
  path: string;
  operation: OperationId;
  about: AboutOperation;
  /** Schema of the query (GET) or JSON body (POST); undefined if there are no parameters. */
  parameters: TSchema | undefined;
  /** Schema of the envelope's `data`, or of the whole reply without envelope. */
  reply: TSchema | undefined;
}

/** Collects the routes of operations. Call this before the routes are added. */
export function collectServedRoutes(
  app: FastifyInstance,
  { servedRoutes: served }: { servedRoutes: ServedRoute[] },
): void {
  app.addHook('onRoute', (route) => {
    const { method, url, config } = route;
    if (!config?.operation) return;
    const { operation, reply, about = { summary: operation, sample: {} } } = config;
    const parameters = parametersOf(route);
    for (const verb of [method].flat())
      served.push({ method: verb, path: url, operation, about, parameters, reply });
  });
}

/** Schema of a route's query (GET) or body (POST). */
export const parametersOf = ({
  config,
  schema,
}: Pick<RouteOptions, 'config' | 'schema'>): TSchema | undefined =>
  config?.parameters ?? ((schema?.querystring ?? schema?.body) as TSchema | undefined);
