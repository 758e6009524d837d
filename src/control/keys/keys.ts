import { type Static, Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import type { Entry } from '../../ledger/ledger.ts';
import { Choice, Cursor, closed, cursorBehind, Nullable, Paging, pageOf } from '../route-docs.ts';
import { forgetKeys } from './forget-keys.ts';
import {
  ChangedKey,
  KeyView,
  keyChanges,
  keyTerms,
  keyView,
  millicredits,
  NewKey,
  TopUp,
} from './key-schemas.ts';
import { KeyPath, namedKey } from './named-key.ts';

const Page = Type.Object(Paging, closed);

const KeyPage = Type.Object({ keys: Type.Array(KeyView), cursor: Cursor }, closed);

const EntryView = Type.Object(
  {
    id: Type.Integer({ description: '1, 2, 3 … within its account.' }),
    at: Type.Integer({ description: "Epoch milliseconds on the account's clock." }),
    kind: Choice(['open', 'charge', 'hold', 'settle', 'release', 'renew', 'topUp', 'change']),
    key: Nullable(Type.String({ description: 'Id of the key.' })),
    operation: Nullable(Type.String()),
    rule: Nullable(Type.String({ description: 'The price rule.' })),
    plan: Type.Number({ description: 'Credits; what is taken is negative.' }),
    purchased: Type.Number(),
    held: Type.Number({ description: 'Set aside (+) or freed (−).' }),
    balance: Type.Number({ description: 'What is left of the plan, plus purchased credits, after it.' }),
    traceId: Nullable(Type.String()),
  },
  closed,
);

const EntryPage = Type.Object({ entries: Type.Array(EntryView), cursor: Cursor }, closed);

/** Keys and the accounts behind them: made, read, changed, topped up, removed. */
export function keys(app: Scope, deps: Deps): void {
  const { ledger, clock } = deps;

  app.post(
    '/keys',
    {
      schema: { body: NewKey },
      config: {
        summary: 'Makes a key. The only reply that shows it whole.',
        answer: KeyView,
        success: 201,
        problems: [409, 422],
      },
    },
    async ({ body }, reply) => {
      const { secret, state } = await ledger.keys.create(keyTerms(body), clock.now());
      reply.code(201);
      return keyView(state, secret);
    },
  );

  app.get(
    '/keys',
    {
      schema: { querystring: Page },
      config: { summary: 'Keys in the order of their creation.', answer: KeyPage },
    },
    async ({ query }) => {
      const { after, most } = pageOf(query);
      const page = await ledger.keys.list(clock.now(), after, most);
      return {
        keys: page.map((state) => keyView(state)),
        cursor: cursorBehind(page.at(-1)?.number, page.length, most),
      };
    },
  );

  app.get(
    '/keys/:key',
    { schema: { params: KeyPath }, config: { summary: 'A key.', answer: KeyView, problems: [404] } },
    async ({ params }) => keyView(await namedKey(deps, params.key)),
  );

  app.patch(
    '/keys/:key',
    {
      schema: { params: KeyPath, body: ChangedKey },
      config: {
        summary: 'Changes what is given and nothing else. What a key has spent, only a reset clears.',
        answer: KeyView,
        problems: [404, 409, 422],
      },
    },
    async ({ params, body }) => {
      const changes = keyChanges(body);
      const { id } = await namedKey(deps, params.key);
      return keyView(await ledger.keys.change(id, changes, clock.now()));
    },
  );

  app.delete(
    '/keys/:key',
    {
      schema: { params: KeyPath },
      config: {
        summary: 'Removes a key and all that is remembered of it, its account with the last of its keys.',
        success: 204,
        problems: [404],
      },
    },
    async ({ params }, reply) => {
      const { id } = await namedKey(deps, params.key);
      await ledger.keys.remove(id, clock.now());
      forgetKeys(deps, [id]);
      return reply.code(204).send();
    },
  );

  app.post(
    '/keys/:key/credits',
    {
      schema: { params: KeyPath, body: TopUp },
      config: {
        summary: 'Adds to the plan, which later cycles keep, and to the purchased credits.',
        answer: KeyView,
        problems: [404, 422],
      },
    },
    async ({ params, body }) => {
      const plan = millicredits('plan', body.plan ?? 0);
      const purchased = millicredits('purchased', body.purchased ?? 0);
      const { id } = await namedKey(deps, params.key);
      return keyView(await ledger.topUp(id, { plan, purchased }, clock.now()));
    },
  );

  app.get(
    '/keys/:key/entries',
    {
      schema: { params: KeyPath, querystring: Page },
      config: {
        summary: "The entries of the key's account, oldest first: they sum to its balance.",
        answer: EntryPage,
        problems: [404],
      },
    },
    async ({ params, query }) => {
      const { after, most } = pageOf(query);
      const entries = await ledger.entries(await namedKey(deps, params.key), after, most);
      return {
        entries: entries.map(entryView),
        cursor: cursorBehind(entries.at(-1)?.id, entries.length, most),
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
