import type { Findings } from '../../../report/formats/findings.ts';
import type { Outline } from '../../../report/formats/outline.ts';
import type { Problems } from '../../../report/formats/sarif.ts';
import type { TestRun } from '../../../report/formats/tests.ts';
import { variedDecisions } from '../variations.ts';

/** The result of the runs of `vary`. */
export interface VariationReport {
  version: string;
  command: string;
  runs: readonly VariedRun[];
}

/** A run over varied replies. */
export interface VariedRun {
  seed: number;
  passed: boolean;
  /** The entry of the register on which the command relies although the contract leaves it open. */
  decision?: string;
  /** The entries that make the command fail only together. */
  decisions?: readonly string[];
}

/** How the sandbox usually does what a decision leaves open. */
type Usually = (decision: string) => string;

/** The findings of `vary`. */
export const variationFindings = (report: VariationReport, usually: Usually): Findings => ({
  report,
  outline: variationOutline(report, usually),
  tests: variationTests(report, usually),
  problems: variationProblems(report, usually),
});

/** A run in words. */
export function sentenceOf(run: VariedRun): string {
  if (run.passed) return 'passed';
  const decisions = reliedOn(run);
  return decisions.length === 0
    ? 'failed, but also without variations: the tests are flaky'
    : `failed on ${decisions.join(' and ')}`;
}

const reliedOn = ({ decision, decisions }: VariedRun): readonly string[] =>
  decisions ?? (decision ? [decision] : []);

const failedOf = ({ runs }: VariationReport): VariedRun[] => runs.filter(({ passed }) => !passed);

const variationHead = (report: VariationReport): string =>
  `${report.runs.length - failedOf(report).length} of ${report.runs.length} varied runs passed.`;

/** The decisions on which runs failed, with the seeds of those runs. */
const seedsByDecision = (report: VariationReport): Map<string, number[]> => {
  const pairs = failedOf(report).flatMap((run) => reliedOn(run).map((id) => ({ id, seed: run.seed })));
  return new Map(
    [...Map.groupBy(pairs, ({ id }) => id)].map(([id, own]) => [id, own.map(({ seed }) => seed)]),
  );
};

const variationOutline = (report: VariationReport, usually: Usually): Outline => ({
  title: 'does the suite rely on what is left open?',
  head: variationHead(report),
  notes: failedOf(report).some((run) => reliedOn(run).length === 0)
    ? ['Some runs fail by themselves: the tests are flaky.']
    : [],
  tables: [
    {
      title: 'The tests rely on',
      head: ['decision', 'how the sandbox usually does it', 'seeds'],
      rows: [...seedsByDecision(report)].map(([id, seeds]) => [id, usually(id), seeds.join(', ')]),
    },
  ],
});

/** A varied run is a test. */
const variationTests = (report: VariationReport, usually: Usually): TestRun => ({
  version: report.version,
  name: 'variations',
  head: variationHead(report),
  figures: {},
  tests: report.runs.map((run) => ({
    suite: ['variations'],
    name: `seed ${run.seed}`,
    ms: 0,
    ...(run.passed
      ? { status: 'passed' }
      : { status: 'failed', message: sentenceOf(run), advice: reliedOn(run).map(usually).join(' ') }),
  })),
});

/** A decision on which runs failed is a problem. */
const variationProblems = (report: VariationReport, usually: Usually): Problems => ({
  version: report.version,
  rules: variedDecisions.map((id) => ({
    id,
    sentence: `The contract leaves it open: ${usually(id)}`,
    help: `Assert only on what the contract says; \`creator-sandbox decisions ${id}\` shows what it leaves open.`,
    level: 'warning',
  })),
  problems: [...seedsByDecision(report)].map(([rule, seeds]) => ({
    rule,
    sentence: `The tests rely on ${rule}, which the contract leaves open. Runs with the seeds ${seeds.join(', ')} failed.`,
    places: seeds.map((seed) => `seed ${seed}`),
    count: seeds.length,
  })),
  figures: {},
});
