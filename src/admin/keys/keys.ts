import { type Static, Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import { choice, closed, closedAs, nullable } from '../../core/schema.ts';
import { entryKinds } from '../../ledger/entries.ts';
import type { Entry } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Cursor, nextCursor, pageOf, paging } from '../paging.ts';
import { problems } from '../problem.ts';
import { NoContent } from '../values.ts';
import { findKey, type KeyDeps, KeyParams } from './find-key.ts';
import { type ForgetDeps, forgetKeys } from './forget-keys.ts';
import {
  ChangedKey,
  KeyView,
  keyView,
  NewKey,
  readKeyChanges,
  readKeyTerms,
  readMillicredits,
  TopUp,
} from './key-schemas.ts';

const PagingQuery = Type.Object(paging, closed);

const KeyPage = Type.Object({ keys: Type.Array(KeyView), cursor: Cursor }, closed);

const EntryView = Type.Object(
  {
    id: Type.Integer({ description: '1, 2, 3 … in its account.' }),
    at: Type.Integer({ description: "Epoch milliseconds on the account's clock." }),
    kind: choice(entryKinds),
    key: nullable(Type.String({ description: 'Id of the key.' })),
    operation: nullable(Type.String()),
    rule: nullable(Type.String({ description: 'The price rule.' })),
    plan: Type.Number({ description: 'Credits; negative when they are taken.' }),
    purchased: Type.Number(),
    held: Type.Number({ description: 'Credits set aside (+) or freed (−).' }),
    balance: Type.Number({ description: 'Credits left after it: plan and purchased together.' }),
    traceId: nullable(Type.String()),
  },
  closedAs('Entry'),
);

const EntryPage = Type.Object({ entries: Type.Array(EntryView), cursor: Cursor }, closed);

/** Creates, reads, changes, tops up and removes keys and their accounts. */
export function addKeyRoutes(app: Scope, deps: KeyRouteDeps): void {
  addCreateAndReadRoutes(app, deps);
  addChangeRoutes(app, deps);
  addEntriesRoute(app, deps);
}

type KeyRouteDeps = ForgetDeps & Pick<Deps, 'clock' | 'names' | 'operations'>;

function addCreateAndReadRoutes(app: Scope, deps: KeyRouteDeps): void {
  const { ledger, clock, names } = deps;

  app.post(
    '/keys',
    {
      schema: {
        summary: 'Creates a key. Only this reply shows the whole key.',
        body: NewKey,
        response: { 201: KeyView, ...problems(409, 422) },
      },
    },
    async ({ body }, reply) => {
      const { secret, state } = await ledger.keys.create(readKeyTerms(deps, body), clock.now(), (id) => {
        if (body.label !== undefined) names.assignLabel(id, body.label);
      });
      reply.code(201);
      return keyView(deps, state, secret);
    },
  );

  app.get(
    '/keys',
    {
      schema: {
        summary: 'The keys in order of creation.',
        querystring: PagingQuery,
        response: { 200: KeyPage },
      },
    },
    async ({ query }) => {
      const { after, maxItems } = pageOf(query);
      const page = await ledger.keys.list(clock.now(), after, maxItems);
      return {
        keys: page.map((state) => keyView(deps, state)),
        cursor: nextCursor(page.at(-1)?.number, page.length, maxItems),
      };
    },
  );

  app.get(
    '/keys/:key',
    { schema: { summary: 'One key.', params: KeyParams, response: { 200: KeyView, ...problems(404, 409) } } },
    async ({ params }) => keyView(deps, await findKey(deps, params.key)),
  );
}

function addChangeRoutes(app: Scope, deps: KeyRouteDeps): void {
  const { ledger, clock } = deps;

  app.patch(
    '/keys/:key',
    {
      schema: {
        summary: 'Changes the given properties. Only a reset clears what a key has spent.',
        params: KeyParams,
        body: ChangedKey,
        response: { 200: KeyView, ...problems(404, 409, 422) },
      },
    },
    async (request) => {
      const changes = readKeyChanges(deps, request.body);
      const { id } = await findKey(deps, request.params.key);
      deps.tally.noteOutsideChange(id);
      return keyView(deps, await ledger.keys.change(id, changes, clock.now()));
    },
  );

  app.delete(
    '/keys/:key',
    {
      schema: {
        summary: 'Removes a key with everything kept about it, and its account with the last of its keys.',
        params: KeyParams,
        response: { 204: NoContent, ...problems(404, 409) },
      },
    },
    async ({ params }, reply) => {
      const { id } = await findKey(deps, params.key);
      await ledger.keys.remove(id, clock.now());
      await forgetKeys(deps, [id]);
      return reply.code(204).send();
    },
  );

  app.post(
    '/keys/:key/credits',
    {
      schema: {
        summary: 'Adds credits to the plan, for this and later cycles, and to the purchased credits.',
        params: KeyParams,
        body: TopUp,
        response: { 200: KeyView, ...problems(404, 409, 422) },
      },
    },
    async (request) => {
      const { body } = request;
      const plan = readMillicredits('plan', body.plan ?? 0);
      const purchased = readMillicredits('purchased', body.purchased ?? 0);
      const { id } = await findKey(deps, request.params.key);
      deps.tally.noteOutsideChange(id);
      return keyView(deps, await ledger.topUp(id, { plan, purchased }, clock.now()));
    },
  );
}

function addEntriesRoute(app: Scope, deps: KeyDeps): void {
  app.get(
    '/keys/:key/entries',
    {
      schema: {
        summary: "The ledger entries of the key's account, oldest first; their sum is its balance.",
        params: KeyParams,
        querystring: PagingQuery,
        response: { 200: EntryPage, ...problems(404, 409) },
      },
    },
    async (request) => {
      const { after, maxItems } = pageOf(request.query);
      const key = await findKey(deps, request.params.key);
      const entries = await deps.ledger.entries(key, after, maxItems);
      return {
        entries: entries.map(entryView),
        cursor: nextCursor(entries.at(-1)?.id, entries.length, maxItems),
      };
    },
  );
}

const entryView = ({ keyId, plan, purchased, held, balance, ...entry }: Entry): Static<typeof EntryView> => ({
  id: entry.id,
  at: entry.at,
  kind: entry.kind,
  key: keyId,
  operation: entry.operation,
  rule: entry.rule,
  plan: toCredits(plan),
  purchased: toCredits(purchased),
  held: toCredits(held),
  balance: toCredits(balance),
  traceId: entry.traceId,
});
