import type { Findings } from '../../../report/formats/findings.ts';
import type { Problems } from '../../../report/formats/sarif.ts';
import type { Test, TestRun } from '../../../report/formats/tests.ts';
import { mutationRules } from '../rules/all.ts';
import { type JudgedMutant, type MutationReport, notReachedReason, withStatus } from './model.ts';
import { mutationOutline } from './outline.ts';

/** The findings of `mutate`. @param min the least score, in percent */
export function mutationFindings(report: MutationReport, min: number | undefined): Findings {
  const outline = mutationOutline(report, min);
  return { report, outline, tests: mutationTests(report, outline.head), problems: mutationProblems(report) };
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

/** A survivor is a problem. */
const mutationProblems = ({ version, score, mutants }: MutationReport): Problems => ({
  version,
  rules: mutationRules.map(({ name, changes, client }) => ({
    id: name,
    sentence: `Not noticed: ${changes}. A client should ${client}.`,
    help: `Add a test in which the service does this, and assert that the client does what it should: ${client}.`,
    level: 'warning',
  })),
  problems: withStatus(mutants, 'survived').map((mutant) => ({
    rule: mutant.rule,
    subject: mutant.id,
    sentence: `${mutant.operation}: ${unnoticed(mutant)}. A client should ${mutant.client}.`,
    places: [`${mutant.operation}${mutant.place === undefined ? '' : ` ${mutant.place}`}`],
    count: 1,
  })),
  figures: { score },
});

const unnoticed = ({ example, changes }: JudgedMutant): string => `no test noticed ${example ?? changes}`;
