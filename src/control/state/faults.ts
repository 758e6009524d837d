import { Type } from '@sinclair/typebox';
import { FaultRule, RuleError } from '../../faults/rule.ts';
import { FaultView } from '../../faults/written-rule.ts';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { namedKey } from '../keys/named-key.ts';
import { Problem } from '../problem.ts';
import { closed } from '../route-docs.ts';
import { shownRule } from './redacted-rule.ts';

/** Rules are small: a body that is not has something else in mind. */
const bodyLimit = 64 * 1024;

const OfKey = Type.Object(
  { key: Type.Optional(Type.String({ minLength: 1, description: 'A key or its id: only its rules.' })) },
  closed,
);
const Named = Type.Object({ id: Type.String() });

const Rules = Type.Object({ faults: Type.Array(FaultView) }, closed);
const Removed = Type.Object({ removed: Type.Integer() }, closed);
const Released = Type.Object({ released: Type.Integer({ description: 'Requests that it held.' }) }, closed);

/** Fault rules: what clients meet instead of, or around, the answer that they earned. */
export function faults(app: Scope, deps: Deps): void {
  const { faults } = deps;

  app.post(
    '/faults',
    {
      bodyLimit,
      schema: { body: FaultRule },
      config: {
        summary:
          'Writes a fault rule. Of the rules that match a request the one that was written first acts.',
        answer: FaultView,
        success: 201,
        problems: [404, 422],
      },
    },
    async ({ body }, reply) => {
      const keyId = await idOf(body.match.key);
      reply.code(201);
      try {
        return shownRule(deps, faults.add(body, keyId));
      } catch (error) {
        if (error instanceof RuleError) throw new Problem(422, error.message);
        throw error;
      }
    },
  );

  app.get(
    '/faults',
    {
      schema: { querystring: OfKey },
      config: {
        summary: 'The fault rules, in the order in which they were written, and what they did.',
        answer: Rules,
        problems: [404],
      },
    },
    async ({ query }) => ({
      faults: faults.list(await idOf(query.key)).map((rule) => shownRule(deps, rule)),
    }),
  );

  app.delete(
    '/faults',
    {
      schema: { querystring: OfKey },
      config: {
        summary: 'Removes all fault rules, or those of one key; what they hold goes on.',
        answer: Removed,
        problems: [404],
      },
    },
    async ({ query }) => ({ removed: faults.clear(await idOf(query.key)) }),
  );

  app.delete(
    '/faults/:id',
    {
      schema: { params: Named },
      config: {
        summary: 'Removes a fault rule; what it holds goes on.',
        answer: Removed,
        problems: [404],
      },
    },
    ({ params }) => {
      if (!faults.remove(params.id)) throw unknownRule();
      return { removed: 1 };
    },
  );

  app.post(
    '/faults/:id/release',
    {
      schema: { params: Named },
      config: {
        summary: 'Opens the gate of a rule: what it holds goes on, and it holds nothing more.',
        answer: Released,
        problems: [404],
      },
    },
    ({ params }) => {
      const released = faults.release(params.id);
      if (released === undefined) throw unknownRule();
      return { released };
    },
  );

  /** A self-describing key that a rule names comes into being by it. */
  const idOf = async (key: string | undefined) =>
    key === undefined ? undefined : (await namedKey(deps, key)).id;
}

const unknownRule = (): Problem => new Problem(404, 'There is no such fault rule.');
