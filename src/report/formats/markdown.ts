import { plainText } from '../../core/plain-text.ts';
import type { Report, ReportCell } from '../model.ts';
import {
  atCallSite,
  brokenRuleName,
  calledOperations,
  callSiteSums,
  cellName,
  coverageLine,
  headLine,
  keyName,
  namedTests,
  nextLine,
  requestLines,
} from './parts.ts';

/** For the summary of a CI job. */
export function markdown(report: Report): string {
  const { receipt, waste, clientRules, gates, assumptions } = report;
  return [
    '## creator-sandbox',
    `${headLine(report)} ${coverageLine(report)}`,
    markdownTable(
      'Gates',
      ['gate', 'wanted', 'found', ''],
      gates.map(({ gate, wanted, found, holds, advice }) => [
        gate,
        wanted,
        found,
        holds ? '✅' : `❌ ${advice}`,
      ]),
    ),
    markdownTable(
      'Coverage',
      ['operation', 'met', 'what came, and what the client did next', 'never met'],
      calledOperations(report).map(({ operation, cells, met, neverMet }) => [
        operation,
        `${met.length} of ${cells.length}`,
        met.map((cell) => `${cellName(cell)}: ${nextLine(cell)}${firstRequest(cell)}`).join('<br>'),
        neverMet.map(cellName).join(', '),
      ]),
    ),
    markdownTable(
      'Receipt',
      ['operation', 'calls', 'credits', 'refused', 'paid twice'],
      receipt.byOperation.map(({ operation, ...sums }) => [operation ?? 'unknown paths', ...sumTexts(sums)]),
    ),
    markdownTable(
      'Keys',
      ['key', 'calls', 'credits', 'refused', 'paid twice'],
      receipt.byKey.map((row) => [keyName(row), ...sumTexts(row)]),
    ),
    markdownTable(
      'Tests',
      ['test', 'calls', 'credits', 'refused', 'paid twice'],
      namedTests(report).map((row) => [row.test, ...sumTexts(row)]),
    ),
    markdownTable(
      'Lines',
      ['line', 'calls', 'credits'],
      callSiteSums(report).map(({ line, calls, credits }) => [line, String(calls), String(credits)]),
    ),
    markdownTable(
      'Waste',
      ['rule', 'operation', 'credits', 'how often', 'requests'],
      waste.map((each) => [
        `${each.rule}${atCallSite(each)}`,
        each.operation,
        String(each.credits),
        String(each.requestCount),
        requestLines(each).join('<br>'),
      ]),
    ),
    markdownTable(
      'Client rules',
      ['rule', 'severity', 'how often', 'requests', 'contract'],
      clientRules.map((broken) => {
        const { severity, requestCount, sentence, ignored } = broken;
        return [
          `${brokenRuleName(broken)}${atCallSite(broken)}`,
          ignored === undefined ? severity : `ignored: ${ignored}`,
          String(requestCount),
          requestLines(broken).join('<br>'),
          sentence,
        ];
      }),
    ),
    markdownTable(
      'Assumptions',
      ['assumption', 'requests'],
      assumptions.map(({ id, requests, strict }) => [strict ? `${id} (!)` : id, String(requests)]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Of a cell, where the next step is told already. */
const firstRequest = (cell: ReportCell): string => {
  const [first] = requestLines(cell, 1);
  return first === undefined ? '' : ` (${first})`;
};

const sumTexts = ({
  calls,
  credits,
  refusals,
  paidTwice,
}:
  | Report['receipt']['byOperation'][number]
  | Omit<Report['receipt']['byOperation'][number], 'operation'>): string[] =>
  [calls, credits, refusals, paidTwice].map(String);

/** A table under its title; empty without rows. */
export function markdownTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const line = (texts: readonly string[]): string => `| ${texts.map(cell).join(' | ')} |`;

/** A name from a client must not end the cell or begin markup. */
const cell = (text: string): string =>
  plainText(text)
    .replaceAll('<br>', '\n')
    .replace(/[\\|`*_[\]<>&]/g, (character) =>
      character === '<'
        ? '&lt;'
        : character === '>'
          ? '&gt;'
          : character === '&'
            ? '&amp;'
            : `\\${character}`,
    )
    .replace(/[\r\n]+/g, '<br>');
