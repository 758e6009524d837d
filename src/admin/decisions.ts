import { type Static, Type } from '@sinclair/typebox';
import { decisionView } from '../core/decisions/decision.ts';
import { choice, closed, closedAs, nullable } from '../core/schema.ts';
import type { Deps } from '../service/http/deps.ts';
import type { Scope } from '../service/http/scope.ts';
import { findKey, type KeyDeps } from './keys/find-key.ts';
import { problems } from './problem.ts';
import { journalOf } from './requests/journal-of.ts';

const DecisionView = Type.Object(
  {
    id: Type.String(),
    what: Type.String({ description: 'The behaviour.' }),
    tag: choice(
      ['observed', 'assumed'],
      'observed: public descriptions or real clients agree on it; assumed: nothing public shows it.',
    ),
    at: Type.String({ description: 'The source file that implements it, and a name in that file.' }),
    setting: nullable(
      Type.String({ description: 'The setting that changes it, or the term of a key, such as rate=.' }),
    ),
    strict: nullable(
      Type.String({
        description:
          'The reason why the setting strict refuses calls that rely on it; null if it does not refuse them.',
      }),
    ),
    general: Type.Boolean({
      description: 'It applies to the sandbox as a whole, not to single replies.',
    }),
    requests: nullable(
      Type.Integer({
        description:
          'The number of replies that relied on it; null for general ones, and while the journal is off.',
      }),
    ),
  },
  closedAs('DecisionView'),
);
export type DecisionView = Static<typeof DecisionView>;

const DecisionList = Type.Object({ decisions: Type.Array(DecisionView) }, closed);

const DecisionQuery = Type.Object(
  {
    tag: Type.Optional(choice(['observed', 'assumed'])),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A key, its id or its label: counts only its requests, as far back as the journal goes.',
      }),
    ),
  },
  closed,
);

/** Lists the behaviours that the specification leaves open, and how often replies relied on each. */
export function addDecisionRoute(
  app: Scope,
  deps: KeyDeps & Pick<Deps, 'decisions' | 'journal' | 'peers'>,
): void {
  const { decisions: register, journal } = deps;

  app.get(
    '/decisions',
    {
      schema: {
        summary:
          'Every behaviour that is observed or assumed, not specified, with the number of replies that relied on it since the start or the last whole reset.',
        querystring: DecisionQuery,
        response: { 200: DecisionList, ...problems(404, 409) },
      },
    },
    async ({ query: { tag, key } }) => {
      const counts =
        key === undefined ? await countsOfAll() : await countsIn(deps, (await findKey(deps, key)).id);
      const listed = register.all.filter((decision) => tag === undefined || decision.tag === tag);
      return {
        decisions: listed.map((decision) => ({
          ...decisionView(decision),
          requests: journal.on && decision.reliedOnBy !== 'general' ? (counts.get(decision.id) ?? 0) : null,
        })),
      };
    },
  );

  async function countsOfAll(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map(register.counts());
    for (const theirs of (await deps.peers?.decisions()) ?? [])
      for (const [id, count] of theirs) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }
}

async function countsIn(
  deps: Pick<Deps, 'journal' | 'peers'>,
  keyId: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const recorded of (await journalOf(deps, keyId)).all(keyId))
    for (const id of recorded.decisions) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
