import { type Static, Type } from '@sinclair/typebox';
import { choice, closed, nullable } from '../../../core/schema.ts';

export const mutantStatuses = ['killed', 'survived', 'timeout', 'notReached', 'equivalent'] as const;
export type MutantStatus = (typeof mutantStatuses)[number];

const Text = (description: string) => Type.String({ description });

/** A mutant and what became of it. */
export const JudgedMutant = Type.Object(
  {
    id: Text('Rule and operation, and the place if the mutant is about a single one.'),
    rule: Type.String(),
    operation: Type.String(),
    place: Type.Optional(Text('A JSON pointer into the data, with * for any item of a list.')),
    status: choice(mutantStatuses),
    ms: Type.Integer({
      minimum: 0,
      description: 'The time of its run; 0 when the first run showed the result.',
    }),
    changes: Text('The change, in words.'),
    client: Text('The reaction that a client should show.'),
    example: Type.Optional(Text('Its first change.')),
    reason: Type.Optional(Text('The reason why it is equivalent.')),
    failed: Type.Optional(
      Type.Literal(true, {
        description: 'The command failed although the mutant had changed nothing: the tests are flaky.',
      }),
    ),
  },
  closed,
);
export type JudgedMutant = Static<typeof JudgedMutant>;

/** The result of the runs of `mutate`. */
export const MutationReport = Type.Object(
  {
    version: Text('The version of the sandbox.'),
    command: Type.String(),
    inputs: Type.Optional(
      Type.Object(
        {
          files: Text('Of the files of the command: names and contents.'),
          settings: Text('Of the settings and the limit of time.'),
        },
        { ...closed, description: 'Digests: the verdicts hold as long as they are the same.' },
      ),
    ),
    score: nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description:
          '(killed + timeout) / (killed + timeout + survived) in percent; null without one of them.',
      }),
    ),
    complete: Type.Boolean({ description: 'false = the time or a signal ended it; the rest is left.' }),
    left: Type.Integer({ minimum: 0, description: 'Mutants without a run.' }),
    clean: Type.Object(
      {
        ms: Type.Integer({ minimum: 0, description: 'The time of the command without a mutant.' }),
        operations: Type.Array(
          Type.Object(
            {
              operation: Type.String(),
              calls: Type.Integer({ minimum: 1 }),
              digest: Text(
                'A digest of the requests and their outcomes: it changes with the tests of the operation.',
              ),
            },
            closed,
          ),
        ),
      },
      { ...closed, description: 'The run without a mutant.' },
    ),
    mutants: Type.Array(JudgedMutant),
  },
  { ...closed, title: 'creator-sandbox mutation report' },
);
export type MutationReport = Static<typeof MutationReport>;

/** Why a mutant that the tests never met has no verdict. */
export const notReachedReason = 'the tests get no reply that it is about';

export const withStatus = (mutants: readonly JudgedMutant[], status: MutantStatus): JudgedMutant[] =>
  mutants.filter((mutant) => mutant.status === status);

export const countOf = (mutants: readonly JudgedMutant[], status: MutantStatus): number =>
  withStatus(mutants, status).length;

/** In percent, rounded down to one decimal, so that a gate that does not hold never looks as if it did. */
export function scoreOf(mutants: readonly JudgedMutant[]): number | null {
  const noticed = countOf(mutants, 'killed') + countOf(mutants, 'timeout');
  const all = noticed + countOf(mutants, 'survived');
  return all === 0 ? null : Math.floor((noticed / all) * 1000) / 10;
}
