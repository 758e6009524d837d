import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TokenScope, tokenScopes } from '../../core/admin-tokens.ts';
import { choice, closed, closedAs } from '../../core/schema.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Cursor, nextCursor, pageOf, paging } from '../paging.ts';
import { changesSomething, routeName } from './route-scopes.ts';

/** An admin call that changed something. It holds no key, no token and nothing of a body. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer({ description: '1, 2, 3 …' }),
    at: Type.Integer({ description: 'Epoch milliseconds of real time.' }),
    token: Type.String({ description: 'The name of the token.' }),
    scope: choice(tokenScopes),
    call: Type.String({ description: 'Method and path, such as PATCH /keys/:key.' }),
    keys: Type.Array(Type.String(), { description: 'Ids of the keys that it names or made.' }),
    name: Type.Optional(Type.String({ description: 'The snapshot or the fault rule that it names.' })),
    status: Type.Integer({ description: 'The status of its reply.' }),
  },
  closedAs('AuditEntry'),
);
export type AuditEntry = Static<typeof AuditEntry>;

const AuditQuery = Type.Object(
  {
    token: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only the calls of the token of this name.' }),
    ),
    ...paging,
  },
  closed,
);

const AuditPage = Type.Object({ entries: Type.Array(AuditEntry), cursor: Cursor }, closed);

/** The latest calls stay; each takes the place of the one so many calls before it. */
const maxAuditEntries = 1_000;

const entryPrefix = 'audit ';
const lastName = 'last-audit';

type AuditDeps = Pick<Deps, 'ledger' | 'events' | 'log'>;

/** Records the admin calls that change something, before their replies leave. They stay with the ledger. */
export function recordAudit(app: FastifyInstance, deps: AuditDeps): void {
  app.addHook('onSend', async (request, reply) => {
    const { access, routeOptions, method } = request;
    const { scope } = routeOptions.config;
    if (!access || !changesSomething(scope) || reply.statusCode >= 400) return;
    const { caller, keyIds } = access;
    const name = nameIn(request);
    try {
      const entry = await addEntry(deps, {
        at: Date.now(),
        token: caller.name,
        scope: caller.scope as TokenScope,
        call: routeName(method, routeOptions.url ?? '', app.prefix),
        keys: [...keyIds],
        ...(name !== undefined && { name }),
        status: reply.statusCode,
      });
      deps.events.emit({ name: 'audit', keyId: null, data: entry });
    } catch (error) {
      // The call stays done.
      deps.log.error({ err: error }, 'an admin call could not be written to the audit');
    }
  });
}

/** Shows the audit. Without tokens in the settings it is empty. */
export function addAuditRoute(app: Scope, { ledger }: Pick<Deps, 'ledger'>): void {
  app.get(
    '/audit',
    {
      schema: {
        summary:
          'The admin calls that changed something, oldest first: the latest 1,000, where the settings have tokens.',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    async ({ query: { token, ...query } }) => {
      const { after, maxItems } = pageOf(query);
      const entries = ledger.shared
        .globalRows(entryPrefix)
        .map(({ value }) => value as AuditEntry)
        .filter((entry) => entry.id > after && (token === undefined || entry.token === token))
        .sort((a, b) => a.id - b.id)
        .slice(0, maxItems);
      return { entries, cursor: nextCursor(entries.at(-1)?.id, entries.length, maxItems) };
    },
  );
}

const addEntry = ({ ledger }: Pick<Deps, 'ledger'>, entry: Omit<AuditEntry, 'id'>): Promise<AuditEntry> =>
  inTransaction(ledger, undefined, () => {
    const { shared } = ledger;
    const id = ((shared.get(lastName)?.value as number | undefined) ?? 0) + 1;
    const value: AuditEntry = { id, ...entry };
    const row = { account: null, counter: false };
    shared.set({ ...row, name: lastName, value: id });
    shared.set({ ...row, name: `${entryPrefix}${id % maxAuditEntries}`, value });
    return value;
  });

/** The name in a path beside keys, where it has the form of such a name. */
function nameIn({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const { name = '', id = '' } = (params ?? {}) as { name?: string; id?: string };
  if (/^[a-z0-9-]{1,64}$/.test(name)) return name;
  return /^fault-\d{1,15}$/.test(id) ? id : undefined;
}
