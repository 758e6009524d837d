import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { tokenDigestOf } from '../../core/admin-token-digest.ts';
import { wholeTokenName } from '../../core/admin-tokens.ts';
import type { Deps } from '../../service/http/deps.ts';
import { bearerIn } from '../guard.ts';
import { Problem } from '../problem.ts';
import { type OwnKeys, ownKeysOf } from './own-keys.ts';
import { type Caller, type RequestAccess, scopeProblem } from './request-access.ts';
import { missingScope, type RouteScope } from './route-scopes.ts';
import { type VisibleDeps, visibleParts } from './visible-parts.ts';
import { createWatchers } from './watchers.ts';
import { createWrongTokens, type WrongTokens } from './wrong-tokens.ts';

/** Admits the calls of tokens. */
export interface Access {
  /**
   * Finds out who calls, and whether the caller may call this route.
   * @throws Problem 401 for a wrong token, 429 for too many of them, 403 for a scope that is not enough
   */
  admit(request: FastifyRequest): Promise<RequestAccess>;
}

interface KnownToken {
  readonly caller: Caller;
  readonly digest: Buffer;
  readonly own: OwnKeys | undefined;
}

/** @returns undefined where the settings have no tokens */
export function createAccess(
  deps: VisibleDeps & Pick<Deps, 'settings' | 'log'>,
  wrong: WrongTokens = createWrongTokens({
    onBound: (address) => deps.log.warn({ address }, 'Many wrong admin tokens come from one address.'),
  }),
): Access | undefined {
  const tokens = knownTokens(deps);
  if (tokens.length === 0) return undefined;
  const watchers = createWatchers(deps.ledger);
  return {
    async admit(request) {
      const given = bearerIn(request.headers.authorization);
      const found = tokenOf(tokens, given);
      if (!found) {
        // A call without a token guesses none.
        const again = given === '' ? undefined : await wrong.count(request.socket.remoteAddress ?? '');
        if (again === undefined)
          throw new Problem(401, 'Send an admin token: Authorization: Bearer <token>.');
        throw new Problem(429, `Too many wrong tokens came from here: wait ${again} s.`, {
          retryAfter: again,
        });
      }
      const { caller, own } = found;
      const { scope = 'any' } = request.routeOptions.config;
      const missing = missingScope(caller.scope, scope);
      if (missing) throw scopeProblem(caller, missing);
      const keyIds = new Set<string>();
      return {
        caller,
        own,
        parts: visibleParts(deps, { caller, own, keyIds }),
        keyIds,
        watch: () => watchers.enter(caller),
      };
    },
  };
}

function knownTokens({
  settings: { adminTokens = [], adminToken },
  ...deps
}: VisibleDeps & Pick<Deps, 'settings'>): KnownToken[] {
  const known = adminTokens.map(
    ({ digest, ...caller }): KnownToken => ({
      caller,
      digest: Buffer.from(digest, 'hex'),
      own: caller.scope === 'own' ? ownKeysOf(deps, caller.labels) : undefined,
    }),
  );
  if (known.length === 0 || adminToken === undefined) return known;
  const digest = Buffer.from(tokenDigestOf(adminToken), 'hex');
  return [...known, { caller: { name: wholeTokenName, scope: 'all' }, digest, own: undefined }];
}

/** Compares with every token, so that the time tells neither which one it is nor how near a wrong one comes. */
function tokenOf(tokens: readonly KnownToken[], given: string): KnownToken | undefined {
  const digest = Buffer.from(tokenDigestOf(given), 'hex');
  let found: KnownToken | undefined;
  for (const token of tokens) if (timingSafeEqual(token.digest, digest)) found = token;
  return found;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Callers that the route admits. The surface sets it from its table. */
    scope?: RouteScope;
  }
}
