import type { FastifyInstance } from 'fastify';
import type { OperationId } from '../../core/operations.ts';

/** The paths of an operation, without the prefix of its scope. */
export const pathsIn = (app: Pick<FastifyInstance, 'prefix' | 'words'>, operation: OperationId): string[] =>
  app.words.pathsOf(operation).map((path) => path.slice(app.prefix.length));

/** A URL from its path on, with one slash at its start. Clients of a proxy send URLs with a host, and the router serves them. */
export const fromPath = (url: string): string => url.replace(/^(?:https?:\/\/[^/?#\s]*)?\/*/i, '/');
