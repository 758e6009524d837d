import { roundedCredits } from '../core/credits.ts';
import type { Report, ReportCell } from './model.ts';

/** The changes from one run to another. */
export interface ReportDiff {
  /** Cells that only the later run met, and that only the earlier one met: `clip/profile 404/NOT_FOUND`. */
  newlyMet: string[];
  noLongerMet: string[];
  calls: number;
  credits: number;
  /** By operation; those without a difference are left out. */
  byOperation: { operation: string | null; calls: number; credits: number }[];
  waste: number;
  newRuleBreaks: string[];
  resolvedRuleBreaks: string[];
  newAssumptions: string[];
}

export function diffReports(before: Report, after: Report): ReportDiff {
  const met = [metIn(before), metIn(after)] as const;
  const broken = [rulesIn(before), rulesIn(after)] as const;
  const operations = new Set(
    [before, after].flatMap(({ receipt }) => receipt.byOperation.map(({ operation }) => operation)),
  );
  const of = ({ receipt }: Report, operation: string | null) =>
    receipt.byOperation.find((row) => row.operation === operation) ?? { calls: 0, credits: 0 };
  return {
    newlyMet: without(met[1], met[0]),
    noLongerMet: without(met[0], met[1]),
    calls: after.receipt.calls - before.receipt.calls,
    credits: roundedCredits(after.receipt.credits - before.receipt.credits),
    byOperation: [...operations]
      .map((operation) => ({
        operation,
        calls: of(after, operation).calls - of(before, operation).calls,
        credits: roundedCredits(of(after, operation).credits - of(before, operation).credits),
      }))
      .filter(({ calls, credits }) => calls !== 0 || credits !== 0),
    waste: roundedCredits(wasteOf(after) - wasteOf(before)),
    newRuleBreaks: without(broken[1], broken[0]),
    resolvedRuleBreaks: without(broken[0], broken[1]),
    newAssumptions: without(idsIn(after), idsIn(before)),
  };
}

/** The credits that were wasted. */
const wasteOf = ({ waste }: Report): number =>
  roundedCredits(waste.reduce((sum, { credits }) => sum + credits, 0));

const without = (all: readonly string[], known: readonly string[]): string[] =>
  all.filter((each) => !known.includes(each));

const metIn = ({ coverage }: Report): string[] =>
  coverage.cells
    .filter(({ earned, injected }) => earned + injected > 0)
    .map(({ operation, status, code }: ReportCell) => `${operation} ${status}/${code}`);

const rulesIn = ({ clientRules }: Report): string[] => [...new Set(clientRules.map(({ rule }) => rule))];
const idsIn = ({ assumptions }: Report): string[] => assumptions.map(({ id }) => id);
