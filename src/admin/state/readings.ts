import { type Static, Type } from '@sinclair/typebox';
import { closed } from '../../core/schema.ts';
import { maxReadings } from '../../creators/language/user-readings.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems } from '../problem.ts';

const Readings = Type.Object(
  {
    readings: Type.Array(Type.Unknown(), {
      maxItems: maxReadings,
      description:
        'The meanings of descriptions, in the form of the file of the setting `readings`. The first that matches counts.',
    }),
  },
  closed,
);

/** Shows and replaces what descriptions of /nls mean. A reset of everything brings those of the file back. */
export function addReadingRoutes(app: Scope, { readings, ledger }: Pick<Deps, 'readings' | 'ledger'>): void {
  const view = (): Static<typeof Readings> => ({ readings: [...readings.list()] });

  app.get(
    '/readings',
    { schema: { summary: 'The readings: what descriptions of /nls mean.', response: { 200: Readings } } },
    view,
  );

  app.put(
    '/readings',
    {
      schema: {
        summary: 'Replaces all readings, until a reset of everything.',
        body: Readings,
        response: { 200: Readings, ...problems(409, 422) },
      },
    },
    ({ body }) => {
      if (ledger.replicas)
        throw new Problem(
          409,
          'Replicas take their readings from the file of the setting `readings`, so that all have the same.',
        );
      const flaws = readings.replace(body.readings);
      if (flaws.length > 0) throw new Problem(422, flaws.slice(0, 20).join(' '));
      return view();
    },
  );
}
