import { formatCount } from '../../core/count.ts';
import { tableLines } from '../../core/table.ts';
import type { Report } from '../model.ts';
import {
  atCallSite,
  brokenRuleName,
  calledOperations,
  callSiteSums,
  cellName,
  coverageLine,
  dearestFirst,
  headLine,
  namedTests,
  type Paid,
  requestLines,
} from './parts.ts';

/** The report as a short table for the terminal. */
export function terminal(report: Report): string {
  const { waste, clientRules, gates } = report;
  return [
    `creator-sandbox: ${headLine(report)}`,
    `Coverage: ${coverageLine(report)}`,
    ...operationTable(report),
    ...paidTable(
      'test',
      namedTests(report).map(({ test, ...paid }) => [test, paid]),
    ),
    ...paidTable(
      'line',
      callSiteSums(report).map(({ line, ...paid }) => [line, paid]),
    ),
    ...waste.flatMap((each) => [
      `Waste: ${formatCount(each.credits, 'credit')}, ${each.rule} ${each.requestCount}× at ${each.operation}${atCallSite(each)}`,
      ...indented(requestLines(each)),
    ]),
    ...clientRules.flatMap((broken) => [
      `${broken.severity === 'error' ? 'Error' : 'Warning'}: ${brokenRuleName(broken)} ${broken.requestCount}×${atCallSite(broken)}${broken.ignored === undefined ? '' : `, ignored: ${broken.ignored}`}`,
      ...(broken.ignored === undefined ? indented(requestLines(broken)) : []),
    ]),
    ...gates.map(
      ({ gate, wanted, found, holds }) =>
        `Gate ${gate}: ${wanted}; ${found}. ${holds ? 'It holds.' : 'It does not hold.'}`,
    ),
    '',
  ].join('\n');
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Rows that are shown: those of the operations that cost most. */
const maxRows = 12;
const maxNamedCells = 2;

function operationTable(report: Report): string[] {
  const parts = calledOperations(report)
    .toSorted((a, b) => dearestFirst(a.sums, b.sums))
    .slice(0, maxRows);
  if (parts.length === 0) return [];
  const rows = parts.map(({ operation, sums, cells, met, neverMet }) => [
    operation,
    String(sums.calls),
    String(sums.credits),
    String(sums.refusals),
    `${met.length}/${cells.length}`,
    [
      ...neverMet.slice(0, maxNamedCells).map(cellName),
      ...(neverMet.length > maxNamedCells ? [`${neverMet.length - maxNamedCells} more`] : []),
    ].join(', '),
  ]);
  return tableLines([['operation', 'calls', 'credits', 'refused', 'met', 'never met'], ...rows], {
    right: [1, 2, 3, 4],
  });
}

/** Where the credits went, by the names of one kind. */
function paidTable(kind: string, rows: readonly (readonly [name: string, paid: Paid])[]): string[] {
  if (rows.length === 0) return [];
  const shown = rows.toSorted(([, a], [, b]) => dearestFirst(a, b)).slice(0, maxRows);
  return tableLines(
    [
      [kind, 'calls', 'credits'],
      ...shown.map(([name, { calls, credits }]) => [name, String(calls), String(credits)]),
    ],
    { right: [1, 2] },
  );
}
