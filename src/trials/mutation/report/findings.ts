import type { Findings } from '../../../report/formats/findings.ts';
import type { Test, TestRun } from '../../../report/formats/tests.ts';
import { type JudgedMutant, type MutationReport, notReachedReason } from './model.ts';
import { mutationOutline } from './outline.ts';

/** The findings of `mutate`. A mutant is about an operation, whichever lines call it. @param min the least score, in percent */
export function mutationFindings(report: MutationReport, min: number | undefined): Findings {
  const outline = mutationOutline(report, min);
  return { report, outline, tests: mutationTests(report, outline.head), annotations: [] };
}

/** Each mutant is a test, which fails if no test of the command noticed the mutant. */
const mutationTests = ({ version, score, mutants }: MutationReport, head: string): TestRun => ({
  version,
  name: 'mutants',
  head,
  figures: { score },
  tests: mutants.map((mutant) => ({
    suite: [mutant.operation],
    name: mutant.place === undefined ? mutant.rule : `${mutant.rule} ${mutant.place}`,
    ms: mutant.ms,
    ...verdictOf(mutant),
  })),
});

function verdictOf(mutant: JudgedMutant): Pick<Test, 'status' | 'message' | 'advice'> {
  const { status } = mutant;
  if (status === 'killed' || status === 'timeout') return { status: 'passed' };
  if (status === 'survived')
    return { status: 'failed', message: unnoticed(mutant), advice: `A client should ${mutant.client}.` };
  return { status: 'skipped', message: mutant.reason ?? notReachedReason };
}

const unnoticed = ({ example, changes }: JudgedMutant): string => `no test noticed ${example ?? changes}`;
