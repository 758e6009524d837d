import { formatCount } from '../../core/count.ts';
import { tableLines } from '../../core/table.ts';
import type { ReportDiff } from '../diff.ts';

/** The changes between two runs, for the terminal. */
export function differenceLines(found: ReportDiff): string[] {
  const { calls, credits, waste, byOperation } = found;
  const lists = [
    ['Newly met', found.newlyMet],
    ['No longer met', found.noLongerMet],
    ['New rule breaks', found.newRuleBreaks],
    ['Resolved rule breaks', found.resolvedRuleBreaks],
    ['New assumptions', found.newAssumptions],
  ] as const;
  return [
    `${signedCount(calls, 'call')}, ${signedCount(credits, 'credit')}, ${signedCount(waste, 'credit')} wasted.`,
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
const signedCount = (n: number, noun: string): string => `${n > 0 ? '+' : ''}${formatCount(n, noun)}`;
