import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAdminUrl } from './paths.ts';

/**
 * Lets pages of some origins read the replies of the service (the Fetch standard, "CORS protocol"): every reply,
 * refusals and streams too. It answers their preflights itself, which reach neither the journal nor an account. The
 * service has no such headers: a key does not belong in a browser. It works on Node's requests, because cached routes
 * skip Fastify.
 * @param origins as browsers send them, or `*`
 * @returns answers a preflight, and returns false for any other request
 */
export function corsHandler(
  origins: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const any = origins.includes('*');
  const allowed = new Set(origins);
  return (request, response) => {
    const { headers, method, url = '' } = request;
    if (isAdminUrl(url)) return false;
    if (!any) response.setHeader('vary', 'origin');
    const { origin } = headers;
    if (origin === undefined || !(any || allowed.has(origin))) return false;
    response.setHeader('access-control-allow-origin', any ? '*' : origin);
    const requestedMethod = headers['access-control-request-method'];
    if (method !== 'OPTIONS' || requestedMethod === undefined) {
      response.setHeader('access-control-expose-headers', '*');
      return false;
    }
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        headers['access-control-request-headers'] ?? 'api-key, apiId, content-type',
      'access-control-max-age': '600',
    });
    response.end();
    return true;
  };
}
