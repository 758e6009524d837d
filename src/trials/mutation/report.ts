import { formatCount } from '../../core/count.ts';
import type { Findings } from '../../report/formats/findings.ts';
import type { Outline } from '../../report/formats/outline.ts';
import type { Test } from '../../report/formats/tests.ts';
import { countOf, type JudgedMutant, type MutantStatus, noticedOf, scoreOf } from './judge.ts';

/** The result of the runs of `mutate`. */
export interface MutationReport {
  /** The version of the sandbox. */
  readonly version: string;
  readonly command: string;
  /** (killed + timeout) / (killed + timeout + survived) in percent; null without one of them. */
  readonly score: number | null;
  /** false = the time was over; the rest is left. */
  readonly complete: boolean;
  /** Mutants without a run. */
  readonly left: number;
  /** The run without a mutant. */
  readonly clean: {
    readonly ms: number;
    readonly operations: readonly { readonly operation: string; readonly calls: number }[];
  };
  readonly mutants: readonly JudgedMutant[];
}

/** The findings of `mutate`. A mutant is about an operation, whichever lines call it. @param min the least score, in percent */
export function mutationFindings(report: MutationReport, min: number | undefined): Findings {
  const { version, score, mutants } = report;
  const outline = mutationOutline(report, min);
  // Each mutant is a test, which fails if no test of the command noticed it.
  const tests = mutants.map((mutant): Test => {
    const { operation, ms, changes, example = changes, client, reason, status } = mutant;
    const test = { suite: [operation] as [string], name: nameOf(mutant), ms };
    if (reason !== undefined) return { ...test, status: 'skipped', message: reason };
    return status === 'survived'
      ? {
          ...test,
          status: 'failed',
          message: `no test noticed ${example}`,
          advice: `A client should ${client}.`,
        }
      : { ...test, status: 'passed' };
  });
  return {
    ...{ report, outline, annotations: [] },
    tests: { version, name: 'mutants', head: outline.head, figures: { score }, tests },
  };
}

const nameOf = ({ rule, place }: JudgedMutant): string => (place === undefined ? rule : `${rule} ${place}`);

const statusWords: Readonly<Record<MutantStatus, string>> = {
  killed: 'killed',
  timeout: 'timed out',
  survived: 'survived',
  notReached: 'not reached',
  equivalent: 'equivalent',
};
const statuses = Object.keys(statusWords) as MutantStatus[];

/** The report for people: what nobody noticed comes first. */
function mutationOutline({ mutants, score, left }: MutationReport, min: number | undefined): Outline {
  const { noticed, all } = noticedOf(mutants);
  const flaky = mutants.filter(({ failed }) => failed).length;
  const rowsOf = (kinds: readonly MutantStatus[], last: (mutant: JudgedMutant) => readonly string[]) =>
    kinds.flatMap((kind) =>
      mutants
        .filter(({ status }) => status === kind)
        .map((mutant) => [mutant.operation, nameOf(mutant), ...last(mutant)]),
    );
  const changeOf = ({ example, changes }: JudgedMutant) => example ?? changes;
  return {
    title: 'does the suite notice?',
    head: `Score ${percent(score)}: the tests noticed ${noticed} of ${all} mutants.${min === undefined ? '' : ` Wanted: at least ${min} %.`}`,
    notes: [
      ...(score === null ? ['No mutant changed a reply: nothing that the tests call can be judged.'] : []),
      ...(left > 0 ? [`${formatCount(left, 'mutant')} had no run: the time was over.`] : []),
      ...(flaky > 0
        ? [
            `The command failed ${flaky}× although no reply had changed: the tests are flaky, and the score is too high.`,
          ]
        : []),
    ],
    tables: [
      {
        title: 'Survived: no test failed',
        head: ['operation', 'rule', 'what changed', 'a client should'],
        rows: rowsOf(['survived'], (mutant) => [changeOf(mutant), mutant.client]),
        textColumns: 3,
      },
      {
        title: 'By operation',
        head: ['operation', 'score', ...statuses.map((status) => statusWords[status])],
        rows: [...Map.groupBy(mutants, ({ operation }) => operation)].map(([operation, own]) => [
          operation,
          percent(scoreOf(own)),
          ...statuses.map((status) => countOf(own, status)),
        ]),
      },
      {
        title: 'Killed and timed out',
        head: ['operation', 'rule', 'what changed', 'result'],
        rows: rowsOf(['killed', 'timeout'], (mutant) => [changeOf(mutant), statusWords[mutant.status]]),
        textColumns: 0,
      },
      {
        title: 'Without a verdict',
        head: ['operation', 'rule', 'why'],
        rows: rowsOf(['notReached', 'equivalent'], ({ reason = '' }) => [reason]),
        textColumns: 0,
      },
    ],
  };
}

const percent = (score: number | null): string => (score === null ? '-' : `${score} %`);
