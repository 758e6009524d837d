import { tableLines } from '../../core/table.ts';
import type { ReportDiff } from '../diff.ts';

/** The changes between two runs, for the terminal. */
export function differenceLines(found: ReportDiff): string[] {
  const { calls, credits, waste, byOperation } = found;
  const lists = [
    ['Newly met', found.newlyMet],
    ['No longer met', found.noLongerMet],
    ['New breaches', found.newRuleBreaks],
    ['Resolved breaches', found.resolvedRuleBreaks],
    ['New assumptions', found.newAssumptions],
  ] as const;
  return [
    `${signed(calls)} calls, ${signed(credits)} credits, ${signed(waste)} credits wasted.`,
    ...(byOperation.length === 0
      ? []
      : tableLines(
          [
            ['operation', 'calls', 'credits'],
            ...byOperation.map((row) => [
              row.operation ?? 'unknown paths',
              signed(row.calls),
              signed(row.credits),
            ]),
          ],
          { right: [1, 2] },
        )),
    ...lists.flatMap(([name, all]) => all.map((each) => `${name}: ${each}`)),
  ];
}

const signed = (n: number): string => (n > 0 ? `+${n}` : String(n));
