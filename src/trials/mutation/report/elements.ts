import type {
  MutantResult,
  MutationTestResult,
  MutantStatus as ShownStatus,
} from 'mutation-testing-report-schema/api';
import { indentedJson } from '../../../core/json-text.ts';
import { ruleOf } from '../mutant.ts';
import type { JudgedMutant, MutantStatus, MutationReport } from './model.ts';

/**
 * The report for viewers of mutation-testing-elements: an operation is a file, and its source lists the places of its
 * replies, so that each mutant has a line.
 */
export function elements({ version, mutants }: MutationReport, min = defaultLow): string {
  const operations = Map.groupBy(mutants, ({ operation }) => operation);
  const report: MutationTestResult = {
    schemaVersion: '2',
    framework: { name: 'creator-sandbox', version },
    thresholds: { low: min, high: Math.max(min, defaultHigh) },
    files: Object.fromEntries([...operations].map(([operation, own]) => [operation, fileOf(operation, own)])),
  };
  return indentedJson(report);
}

const defaultLow = 60;
const defaultHigh = 80;

const statuses: Record<MutantStatus, ShownStatus> = {
  killed: 'Killed',
  survived: 'Survived',
  timeout: 'Timeout',
  notReached: 'NoCoverage',
  equivalent: 'Ignored',
};

function fileOf(operation: string, mutants: readonly JudgedMutant[]) {
  const lines = [...new Set(mutants.map(lineOf))];
  return {
    language: 'yaml',
    source: [`# ${operation}`, ...lines, ''].join('\n'),
    mutants: mutants.map((mutant): MutantResult => {
      const line = lines.indexOf(lineOf(mutant)) + 2;
      return {
        id: mutant.id,
        mutatorName: mutant.rule,
        description: `${mutant.changes}. A client should ${mutant.client}.`,
        replacement: mutant.example ?? mutant.changes,
        location: { start: { line, column: 1 }, end: { line, column: lineOf(mutant).length + 1 } },
        status: statuses[mutant.status],
        ...(mutant.reason !== undefined && { statusReason: mutant.reason }),
        duration: mutant.ms,
      };
    }),
  };
}

/** The line of a mutant: its place, or what its rule is about. */
function lineOf({ rule, place }: JudgedMutant): string {
  if (place !== undefined) return `data${place}`;
  return ruleOf({ rule }).action.kind === 'values' ? 'data' : `reply: ${rule}`;
}
