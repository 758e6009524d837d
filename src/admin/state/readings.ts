import { type Static, Type } from '@sinclair/typebox';
import { closed } from '../../core/schema.ts';
import { maxReadings } from '../../creators/language/user-readings.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey, type KeyDeps } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';

const key = Type.Optional(
  Type.String({
    description: 'A key, its id or its label: the readings of this key, which come before all others.',
  }),
);
const list = {
  readings: Type.Array(Type.Unknown(), {
    maxItems: maxReadings,
    description:
      'The meanings of descriptions, in the form of the file of the setting `readings`. The first that matches counts.',
  }),
};
const Readings = Type.Object(list, closed);

/** Shows and replaces what descriptions of /nls mean. A reset of everything brings those of the file back. */
export function addReadingRoutes(app: Scope, deps: KeyDeps & Pick<Deps, 'readings' | 'ledger'>): void {
  const { readings, ledger } = deps;
  const view = (keyId?: string): Static<typeof Readings> => ({ readings: [...readings.list(keyId)] });
  const idOf = async (name: string | undefined): Promise<string | undefined> =>
    name === undefined ? undefined : (await findKey(deps, name)).id;

  app.get(
    '/readings',
    {
      schema: {
        summary: 'The readings: what descriptions of /nls mean.',
        querystring: Type.Object({ key }, closed),
        response: { 200: Readings, ...problems(404, 409) },
      },
    },
    async ({ query }) => view(await idOf(query.key)),
  );

  app.put(
    '/readings',
    {
      schema: {
        summary:
          'Replaces the readings of everybody, or of one key, until a reset of everything or of the key.',
        body: Type.Object({ ...list, key }, closed),
        response: { 200: Readings, ...problems(404, 409, 422) },
      },
    },
    async ({ body }) => {
      const keyId = await idOf(body.key);
      const flaws = await inTransaction(ledger, undefined, () => readings.replace(body.readings, keyId));
      if (flaws.length > 0) throw new Problem(422, flaws.slice(0, 20).join(' '));
      return view(keyId);
    },
  );
}
