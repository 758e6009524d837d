import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Leads a browser at `/` to the dashboard. A client of the service gets its unknown path: it sends a key, or does not
 * accept HTML.
 * @param adminPort port of the admin surface when it is not that of the service
 */
export const redirectToDashboard =
  (keyHeaders: readonly string[], scheme: string, adminPort: () => number | undefined) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url, method, headers } = request;
    if (url !== '/' || method !== 'GET' || !headers.accept?.includes('text/html')) return false;
    if (keyHeaders.some((name) => headers[name] !== undefined)) return false;
    const location = `${originAt(scheme, headers.host, adminPort())}/__admin/`;
    response.writeHead(303, { location, 'content-length': '0', 'cache-control': 'no-store' }).end();
    return true;
  };

/** The origin with another port, as this client reaches the machine; empty for the same one. */
function originAt(scheme: string, host = '', port: number | undefined): string {
  if (port === undefined) return '';
  const name = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1] ?? '127.0.0.1';
  return `${scheme}://${name}:${port}`;
}
