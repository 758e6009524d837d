import type { TokenScope } from '../../core/admin-tokens.ts';

/**
 * Callers that a route admits: `open` without a token; `any` with a token of any scope; the others with this scope or `all`.
 * A route of the scope `own` or `all` changes something, the others do not.
 */
export type RouteScope = 'open' | 'any' | TokenScope;

/** The scope of every route. What a token of the scope `own` does not see is not there, wherever it may call. */
export const routeScopes: Readonly<Record<string, RouteScope>> = {
  'GET /': 'open',
  'GET /assets/:file': 'open',
  // It shows no secret, and probes cannot hold a token.
  'GET /health': 'open',

  'GET /agreement': 'any',
  'GET /clock': 'any',
  'GET /decisions': 'any',
  'GET /events': 'any',
  'GET /faults': 'any',
  'GET /keys': 'any',
  'GET /keys/:key': 'any',
  'GET /keys/:key/entries': 'any',
  'GET /openapi.json': 'any',
  'GET /prices': 'any',
  'GET /profiles': 'any',
  'GET /report/keys': 'any',
  'GET /requests': 'any',
  'GET /requests.har': 'any',
  'GET /requests/:id': 'any',
  'GET /requests/:id/reply': 'any',
  'GET /requests/count': 'any',
  'GET /requests/unmatched': 'any',
  'GET /routes': 'any',
  'GET /settings': 'any',
  'GET /token': 'any',
  'GET /world/creators': 'any',
  'POST /quote': 'any',
  'POST /requests/wait': 'any',
  'POST /verify': 'any',

  'GET /audit': 'read',
  'GET /bill': 'read',
  'GET /capsule': 'read',
  'GET /metrics': 'read',
  'GET /replicas': 'read',
  'GET /report': 'read',
  'GET /snapshots': 'read',
  'GET /snapshots/:name': 'read',
  'POST /forecast': 'read',
  'POST /report/gates': 'read',

  // Where they name no key, or none of its own, `own` is not enough: `requireAll`.
  'DELETE /faults': 'own',
  'DELETE /faults/:id': 'own',
  'DELETE /keys/:key': 'own',
  'PATCH /keys/:key': 'own',
  'POST /clock/advance': 'own',
  'POST /faults': 'own',
  'POST /faults/:id/release': 'own',
  'POST /keys': 'own',
  'POST /keys/:key/credits': 'own',
  'POST /reset': 'own',
  'POST /send': 'own',
  'PUT /clock': 'own',
  'PUT /report/test': 'own',

  'DELETE /mcp': 'all',
  'DELETE /report': 'all',
  'DELETE /snapshots/:name': 'all',
  'GET /mcp': 'all',
  'POST /mcp': 'all',
  'POST /snapshots/:name/restore': 'all',
  'PUT /snapshots/:name': 'all',
};

/** The scope that a token lacks for a route; undefined if it may call it. */
export const missingScope = (has: TokenScope, needs: RouteScope): TokenScope | undefined =>
  needs === 'open' || needs === 'any' || has === 'all' || has === needs ? undefined : needs;

/** Whether calls of a route change something. */
export const changesSomething = (needs: RouteScope | undefined): boolean =>
  needs === 'own' || needs === 'all';

/**
 * The name of a route in the table and in the audit: `PATCH /keys/:key`.
 * @param url as it is registered, with the prefix of the surface
 */
export const routeName = (method: string, url: string, prefix: string): string =>
  `${method} ${url.slice(prefix.length).replace(/\/$/, '') || '/'}`;
