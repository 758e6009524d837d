import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { OperationId } from '../core/operations.ts';
import type { AboutOperation } from './call.ts';

/** One method of one path of the service. */
export interface Served {
  method: string;
  path: string;
  operation: OperationId;
  about: AboutOperation;
  /** Of the query on a GET, of the JSON body on a POST; undefined where it takes none. */
  parameters: TSchema | undefined;
  /** Of the envelope's `data`, or of the whole reply where there is no envelope. */
  reply: TSchema | undefined;
}

/** Notes every route of an operation. To be called before the routes are added. */
export function noteServed(app: FastifyInstance, served: Served[]): void {
  app.addHook('onRoute', (route) => {
    const { method, url, config } = route;
    if (!config?.operation) return;
    const { operation, reply, about = { summary: operation, sample: {} } } = config;
    const parameters = parametersOf(route);
    for (const verb of [method].flat())
      served.push({ method: verb, path: url, operation, about, parameters, reply });
  });
}

/** What a route takes: of the query on a GET, of the body on a POST. */
export const parametersOf = ({ config, schema }: RouteOptions): TSchema | undefined =>
  config?.parameters ?? ((schema?.querystring ?? schema?.body) as TSchema | undefined);
