import { Type } from '@sinclair/typebox';
import { closed } from '../../core/schema.ts';
import { FaultView } from '../../faults/compiled-rule.ts';
import { FaultRule } from '../../faults/rule.ts';
import { RuleError } from '../../faults/rule-error.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey, type KeyDeps } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';
import { redactedRule } from '../redacted-rule.ts';
import { maxMatchBytes } from '../values.ts';

const RulesQuery = Type.Object(
  {
    key: Type.Optional(
      Type.String({ minLength: 1, description: 'A key, its id or its label: only the rules for it.' }),
    ),
  },
  closed,
);
const RuleParams = Type.Object({ id: Type.String() });

const Rules = Type.Object({ faults: Type.Array(FaultView) }, closed);
const Removed = Type.Object({ removed: Type.Integer() }, closed);
const Released = Type.Object(
  { released: Type.Integer({ description: 'Requests that the rule held.' }) },
  closed,
);

/** Adds, lists, releases and removes fault rules, which replace or change the answers that clients get. */
export function addFaultRoutes(app: Scope, deps: FaultDeps): void {
  addAllRuleRoutes(app, deps);
  addSingleRuleRoutes(app, deps);
}

type FaultDeps = KeyDeps & Pick<Deps, 'faults' | 'tally'>;

function addAllRuleRoutes(app: Scope, deps: FaultDeps): void {
  const { faults } = deps;
  app.post(
    '/faults',
    {
      bodyLimit: maxMatchBytes,
      schema: {
        summary: 'Adds a fault rule. If several rules match a request, the oldest acts.',
        body: FaultRule,
        response: { 201: FaultView, ...problems(404, 409, 422) },
      },
    },
    async ({ body }, reply) => {
      const keyId = await keyIdOf(deps, body.match.key);
      reply.code(201);
      try {
        const added = redactedRule(
          deps,
          await inTransaction(deps.ledger, undefined, () => faults.add(body, keyId)),
        );
        deps.tally.noteOutsideChange(keyId);
        return added;
      } catch (error) {
        if (error instanceof RuleError) throw new Problem(422, error.message);
        throw error;
      }
    },
  );

  app.get(
    '/faults',
    {
      schema: {
        summary: 'The fault rules, oldest first, and what each has done.',
        querystring: RulesQuery,
        response: { 200: Rules, ...problems(404, 409) },
      },
    },
    async ({ query }) => {
      const keyId = await keyIdOf(deps, query.key);
      return { faults: faults.list(keyId).map((rule) => redactedRule(deps, rule)) };
    },
  );

  app.delete(
    '/faults',
    {
      schema: {
        summary: 'Removes all fault rules, or those for one key, and releases the requests that they hold.',
        querystring: RulesQuery,
        response: { 200: Removed, ...problems(404, 409) },
      },
    },
    async ({ query }) => {
      const keyId = await keyIdOf(deps, query.key);
      deps.tally.noteOutsideChange(keyId);
      return { removed: await inTransaction(deps.ledger, undefined, () => faults.clear(keyId)) };
    },
  );
}

function addSingleRuleRoutes(app: Scope, deps: FaultDeps): void {
  const { faults } = deps;
  app.delete(
    '/faults/:id',
    {
      schema: {
        summary: 'Removes a fault rule and releases the requests that it holds.',
        params: RuleParams,
        response: { 200: Removed, ...problems(404) },
      },
    },
    async ({ params }) => {
      const removed = await inTransaction(deps.ledger, undefined, () => faults.remove(params.id));
      if (!removed) throw unknownRule();
      deps.tally.noteOutsideChange(removed.keyId);
      return { removed: 1 };
    },
  );

  app.post(
    '/faults/:id/release',
    {
      schema: {
        summary: 'Releases the requests that a rule holds; from then on it holds none.',
        params: RuleParams,
        response: { 200: Released, ...problems(404) },
      },
    },
    async ({ params }) => {
      const released = await inTransaction(deps.ledger, undefined, () => faults.release(params.id));
      if (released === undefined) throw unknownRule();
      return { released };
    },
  );
}

/** Naming a self-describing key creates it. */
const keyIdOf = async (deps: KeyDeps, key: string | undefined) =>
  key === undefined ? undefined : (await findKey(deps, key)).id;

const unknownRule = (): Problem => new Problem(404, 'There is no such fault rule.');
