import { formatCount } from '../../core/count.ts';
import { tableLines } from '../../core/table.ts';
import type { Report } from '../model.ts';
import {
  atCallSite,
  brokenRuleName,
  calledOperations,
  cellName,
  coverageLine,
  dearestFirst,
  headLine,
  pricesName,
  requestLines,
} from './parts.ts';

/** The report as a short table for the terminal. */
export function terminal(report: Report): string {
  const { waste, clientRules, gates, receipt } = report;
  return [
    `creator-sandbox: ${headLine(report)}`,
    `Coverage: ${coverageLine(report)}`,
    ...operationTable(report),
    ...(receipt.byPrices ?? []).map(
      (row) =>
        `Prices ${pricesName(row)}: ${formatCount(row.calls, 'call')}, ${formatCount(row.credits, 'credit')}`,
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
