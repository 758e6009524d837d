import { Type } from '@sinclair/typebox';
import { FaultRule, RuleError } from '../faults/rule.ts';
import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { Problem } from './problem.ts';

/** Rules are small: a body that is not has something else in mind. */
const bodyLimit = 64 * 1024;

const OfKey = Type.Object({
  key: Type.Optional(Type.String({ minLength: 1, description: 'A key or its id: only its rules.' })),
});
const Named = Type.Object({ id: Type.String() });

/** Fault rules: what clients meet instead of, or around, the answer that they earned. */
export function faults(app: Scope, { faults, ledger, clock }: Deps): void {
  app.post('/faults', { bodyLimit, schema: { body: FaultRule } }, async ({ body }, reply) => {
    const keyId = await idOf(body.match.key);
    reply.code(201);
    try {
      return faults.add(body, keyId);
    } catch (error) {
      if (error instanceof RuleError) throw new Problem(422, error.message);
      throw error;
    }
  });

  app.get('/faults', { schema: { querystring: OfKey } }, async ({ query }) => ({
    faults: faults.list(await idOf(query.key)),
  }));

  app.delete('/faults', { schema: { querystring: OfKey } }, async ({ query }) => ({
    removed: faults.clear(await idOf(query.key)),
  }));

  app.delete('/faults/:id', { schema: { params: Named } }, ({ params }) => {
    if (!faults.remove(params.id)) throw unknownRule(params.id);
    return { removed: 1 };
  });

  app.post('/faults/:id/release', { schema: { params: Named } }, ({ params }) => {
    const released = faults.release(params.id);
    if (released === undefined) throw unknownRule(params.id);
    return { released };
  });

  /** A self-describing key that a rule names comes into being by it. */
  async function idOf(key: string | undefined): Promise<string | undefined> {
    if (key === undefined) return undefined;
    const found = await ledger.keys.find(key, clock.now());
    if (!found) throw new Problem(404, 'There is no such key.');
    return found.id;
  }
}

const unknownRule = (id: string): Problem => new Problem(404, `There is no fault rule '${id.slice(0, 64)}'.`);
