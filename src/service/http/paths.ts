import type { FastifyInstance } from 'fastify';
import type { OperationId } from '../../core/operations.ts';

/** The paths of an operation, without the prefix of its scope. */
export const pathsIn = (app: Pick<FastifyInstance, 'prefix' | 'words'>, operation: OperationId): string[] =>
  app.words.pathsOf(operation).map((path) => path.slice(app.prefix.length));

/** A URL from its path on, with one slash at its start. Clients of a proxy send URLs with a host, and the router serves them. */
export const fromPath = (url: string): string => url.replace(/^(?:https?:\/\/[^/?#\s]*)?\/*/i, '/');

/** Whether the router reads a URL as one of the admin surface: it decodes the path. What follows may be malformed. */
export const isAdminUrl = (url: string): boolean =>
  /^\/__admin(?![^/?#])/.test(
    fromPath(url)
      .slice(0, longestAdminPrefix)
      .replace(/%[0-7][\da-f]/gi, decodeURIComponent),
  );

/** With each letter percent-encoded, and one more. */
const longestAdminPrefix = '/__admin'.length * 3 + 1;
