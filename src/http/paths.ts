import type { FastifyInstance } from 'fastify';
import type { OperationId } from '../core/operations.ts';

/** Where an operation is served, below the prefix of its scope. */
export const pathsIn = (app: Pick<FastifyInstance, 'prefix' | 'words'>, operation: OperationId): string[] =>
  app.words.pathsOf(operation).map((path) => path.slice(app.prefix.length));
