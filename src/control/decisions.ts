import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { shown } from '../register/decision.ts';
import { namedKey } from './keys/named-key.ts';
import { Choice, closed, Nullable } from './route-docs.ts';

const DecisionView = Type.Object(
  {
    id: Type.String(),
    what: Type.String({ description: 'The behaviour.' }),
    tag: Choice(
      ['observed', 'assumed'],
      'observed: public descriptions or real clients agree on it; assumed: nobody shows it.',
    ),
    at: Type.String({ description: 'The file of the sandbox that behaves so, and a name in it.' }),
    knob: Nullable(
      Type.String({ description: 'What changes it: a setting, or a term of a key such as rate=.' }),
    ),
    strict: Nullable(
      Type.String({
        description: 'Why the setting strict refuses calls that lean on it; null where it does not.',
      }),
    ),
    general: Type.Boolean({
      description: 'Whether it holds of the sandbox and is told of no single answer.',
    }),
    requests: Nullable(
      Type.Integer({
        description: 'How many answers leaned on it; null for general ones, and while the journal is off.',
      }),
    ),
  },
  closed,
);
export type DecisionView = Static<typeof DecisionView>;

const DecisionList = Type.Object({ decisions: Type.Array(DecisionView) }, closed);

const Asked = Type.Object(
  {
    tag: Type.Optional(Choice(['observed', 'assumed'])),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A key or its id: counts its requests alone, as far as the journal still has them.',
      }),
    ),
  },
  closed,
);

/** What the sandbox does that the specification does not say. */
export function decisions(app: Scope, deps: Deps): void {
  const { decisions: register, journal } = deps;

  app.get(
    '/decisions',
    {
      schema: { querystring: Asked },
      config: {
        summary:
          'Every behaviour that is observed or assumed, not specified, and how many answers leaned on it since the start or the last whole reset.',
        answer: DecisionList,
        problems: [404],
      },
    },
    async ({ query: { tag, key } }) => {
      const counts = key === undefined ? register.counts() : countsOf((await namedKey(deps, key)).id);
      const wanted = register.all.filter((decision) => tag === undefined || decision.tag === tag);
      return {
        decisions: wanted.map((decision) => ({
          ...shown(decision),
          requests: journal.on && decision.reliedOnBy !== 'general' ? (counts.get(decision.id) ?? 0) : null,
        })),
      };
    },
  );

  function countsOf(keyId: string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const recorded of journal.all(keyId))
      for (const id of recorded.decisions) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }
}
