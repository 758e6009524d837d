import type { Outline } from '../../../report/formats/outline.ts';
import { countOf, type MutationReport, notReachedReason, scoreOf, withStatus } from './model.ts';

/** The report of `mutate` for people: what nobody noticed comes first. */
export function mutationOutline(report: MutationReport, min: number | undefined): Outline {
  const { mutants, score, left } = report;
  const survivors = withStatus(mutants, 'survived');
  const flaky = mutants.filter(({ failed }) => failed);
  return {
    title: 'does the suite notice?',
    head: `${mutationHead(report)}${min === undefined ? '' : ` Wanted: at least ${min} %.`}`,
    notes: [
      ...(score === null ? ['No mutant changed a reply: nothing that the tests call can be judged.'] : []),
      ...(left > 0
        ? [`${left} ${left === 1 ? 'mutant has' : 'mutants have'} had no run: the time was over.`]
        : []),
      ...(flaky.length > 0
        ? [
            `The command failed ${flaky.length}× although no reply had changed: the tests are flaky, and the score is too high.`,
          ]
        : []),
    ],
    tables: [
      {
        title: 'Survived: no test failed',
        head: ['operation', 'rule', 'what changed', 'a client should'],
        rows: survivors.map((mutant) => [
          mutant.operation,
          mutant.place === undefined ? mutant.rule : `${mutant.rule} ${mutant.place}`,
          mutant.example ?? mutant.changes,
          mutant.client,
        ]),
        textColumns: 3,
      },
      {
        title: 'By operation',
        head: ['operation', 'score', 'killed', 'timed out', 'survived', 'not reached', 'equivalent'],
        rows: [...Map.groupBy(mutants, ({ operation }) => operation)].map(([operation, own]) => [
          operation,
          percent(scoreOf(own)),
          ...(['killed', 'timeout', 'survived', 'notReached', 'equivalent'] as const).map((status) =>
            countOf(own, status),
          ),
        ]),
      },
      {
        title: 'Killed and timed out',
        head: ['operation', 'rule', 'what changed', 'result'],
        rows: [...withStatus(mutants, 'killed'), ...withStatus(mutants, 'timeout')].map((mutant) => [
          mutant.operation,
          mutant.rule,
          mutant.example ?? mutant.changes,
          mutant.status === 'killed' ? 'killed' : 'timed out',
        ]),
        textColumns: 0,
      },
      {
        title: 'Without a verdict',
        head: ['operation', 'rule', 'why'],
        rows: [...withStatus(mutants, 'notReached'), ...withStatus(mutants, 'equivalent')].map((mutant) => [
          mutant.operation,
          mutant.rule,
          mutant.reason ?? notReachedReason,
        ]),
        textColumns: 0,
      },
    ],
  };
}

function mutationHead({ mutants, score }: MutationReport): string {
  const noticed = countOf(mutants, 'killed') + countOf(mutants, 'timeout');
  const all = noticed + countOf(mutants, 'survived');
  return `Score ${percent(score)}: the tests noticed ${noticed} of ${all} mutants.`;
}

const percent = (score: number | null): string => (score === null ? '-' : `${score} %`);
