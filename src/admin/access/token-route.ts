import { Type } from '@sinclair/typebox';
import { tokenScopes, wholeTokenName } from '../../core/admin-tokens.ts';
import { choice, closedAs, nullable } from '../../core/schema.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import type { Caller } from './request-access.ts';
import { missingScope, routeScopes } from './route-scopes.ts';

const TokenView = Type.Object(
  {
    name: nullable(Type.String({ description: 'null where the sandbox asks for no token.' })),
    scope: choice(tokenScopes),
    labels: Type.Optional(Type.Array(Type.String(), { description: 'The labels of its own keys.' })),
    maxKeys: Type.Optional(Type.Integer()),
    maxRules: Type.Optional(Type.Integer()),
    maxWatchers: Type.Optional(Type.Integer()),
    refused: Type.Array(Type.String(), {
      description: 'The calls for which its scope is not enough, such as GET /report.',
    }),
  },
  closedAs('TokenView'),
);

type TokenOfCall = Omit<Caller, 'name' | 'labels'> & { name: string | null; labels?: readonly string[] };

/** Tells who calls, and what the caller may not do. */
export function addTokenRoute(app: Scope, { settings }: Pick<Deps, 'settings'>): void {
  app.get(
    '/token',
    {
      schema: {
        summary: 'The token of this call: its name, its scope and its limits.',
        response: { 200: TokenView },
      },
    },
    ({ access }) => {
      const name = settings.adminToken === undefined ? null : wholeTokenName;
      const caller: TokenOfCall = access?.caller ?? { name, scope: 'all' };
      const refused = Object.entries(routeScopes)
        .filter(([, needs]) => missingScope(caller.scope, needs) !== undefined)
        .map(([call]) => call);
      const { labels, ...rest } = caller;
      return { ...rest, ...(labels && { labels: [...labels] }), refused };
    },
  );
}
