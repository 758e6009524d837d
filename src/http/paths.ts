import type { FastifyInstance } from 'fastify';
import type { OperationId } from '../core/operations.ts';

/** The paths of an operation, without the prefix of its scope. */
export const pathsIn = (app: Pick<FastifyInstance, 'prefix' | 'words'>, operation: OperationId): string[] =>
  app.words.pathsOf(operation).map((path) => path.slice(app.prefix.length));
