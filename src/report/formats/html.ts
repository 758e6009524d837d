import { formatCount } from '../../core/count.ts';
import { type Html, html } from '../../core/html.ts';
import { maxEvidence } from '../evidence.ts';
import type { Report, ReportCell, ReportedRequest, Sums } from '../model.ts';
import { htmlPage, htmlTable as table } from './html-page.ts';
import {
  atCallSite,
  brokenRuleName,
  calledOperations,
  callSiteSums,
  cellName,
  coverageLine,
  dearestFirst,
  headLine,
  isMet,
  keyName,
  namedTests,
  nextLine,
  percentOf,
  requestLines,
} from './parts.ts';

/** One file without script and without network. */
export function htmlReport(report: Report): string {
  const { coverage, gates, clientRules, assumptions, receipt } = report;
  return htmlPage({
    title: 'creator-sandbox report',
    heading: 'The proof of the run',
    head: headLine(report),
    soft: runLine(report),
    body: html`<section class="figures">
${figure(`${percentOf(coverage.called)} %`, `${coverage.called.met} of ${coverage.called.total} outcomes of the called operations`)}
${figure(receipt.credits, 'credit', 'credits')}
${figure(receipt.paidTwice, 'credit paid twice', 'credits paid twice')}
${figure(sumOfBreaks(clientRules), 'break of a client rule', 'breaks of client rules')}
</section>
${gates.length > 0 && gateSection(report)}
${findings(report)}
<section>
<h2>Coverage</h2>
<p class="soft">${coverageLine(report)} An outcome is an answer that an operation can give. Open an operation to see what the client did next.</p>
${calledOperations(report)
  .sort((a, b) => a.met.length / a.cells.length - b.met.length / b.cells.length)
  .map(
    ({ operation, cells, met, neverMet }) => html`<details>
<summary><code>${operation}</code> <meter min="0" max="${cells.length}" value="${met.length}"></meter> ${met.length} of ${cells.length}</summary>
<ul class="cells">${[...met, ...neverMet].map(cellItem)}</ul>
</details>`,
  )}
</section>
${sumsTable('Receipt', 'operation', receipt.byOperation, ({ operation }) => operation ?? 'unknown paths')}
${sumsTable('Keys', 'key', receipt.byKey, keyName)}
${sumsTable('Tests', 'test', namedTests(report), ({ test }) => test)}
${table(
  'Lines',
  ['line', 'calls', 'credits'],
  callSiteSums(report).map(({ line, calls, credits }) => [line, calls, credits]),
)}
${table(
  'Assumptions',
  ['assumption', 'requests'],
  assumptions
    .toSorted((a, b) => Number(b.strict) - Number(a.strict) || b.requests - a.requests)
    .map(({ id, requests, strict }) => [strict ? `${id} (!)` : id, requests]),
)}
`,
  });
}

const runLine = ({ version, seed, clock, epoch }: Report): string =>
  [
    `creator-sandbox ${version}`,
    ...(seed === null ? [] : [`world ${seed}`]),
    `${clock} clock`,
    ...(epoch ? [`epoch ${epoch}`] : []),
  ].join(', ');

const figure = (value: number | string, about: string, plural = about): Html =>
  html`<div><strong>${value}</strong><span>${value === 1 ? about : plural}</span></div>`;

const sumOfBreaks = (rules: Report['clientRules']): number =>
  rules.reduce((sum, { ignored, requestCount }) => (ignored === undefined ? sum + requestCount : sum), 0);

/** The broken rules, errors first and ignored ones last, and the waste. */
const findings = ({ clientRules, waste }: Report): Html => html`${table(
  'Client rules',
  ['rule', 'severity', 'how often', 'requests', 'contract'],
  clientRules
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.requestCount - a.requestCount)
    .map((broken) => {
      const { severity, requestCount, sentence, ignored } = broken;
      return [
        `${brokenRuleName(broken)}${atCallSite(broken)}`,
        ignored === undefined ? severity : `ignored: ${ignored}`,
        requestCount,
        requestList(broken),
        sentence,
      ];
    }),
)}
${table(
  'Waste',
  ['rule', 'operation', 'credits', 'how often', 'requests'],
  waste
    .toSorted((a, b) => b.credits - a.credits || b.requestCount - a.requestCount)
    .map((each) => [
      `${each.rule}${atCallSite(each)}`,
      each.operation,
      each.credits,
      each.requestCount,
      requestList(each),
    ]),
)}`;

const rankOf = ({ severity, ignored }: Report['clientRules'][number]): number =>
  ignored !== undefined ? 2 : severity === 'error' ? 0 : 1;

/** The dearest first. */
const sumsTable = <Row extends Sums>(
  title: string,
  about: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Html =>
  table(
    title,
    [about, 'calls', 'credits', 'refused', 'paid twice'],
    rows
      .toSorted(dearestFirst)
      .map((row) => [nameOf(row), row.calls, row.credits, row.refusals, row.paidTwice]),
  );

const gateSection = ({ gates }: Report): Html => html`<section>
<h2>Gates</h2>
<ul class="gates">${gates
  .toSorted((a, b) => Number(a.holds) - Number(b.holds))
  .map(
    ({ gate, wanted, found, holds, advice }) =>
      html`<li class="${holds ? 'holds' : 'fails'}"><strong>${gate}</strong> ${holds ? 'holds' : 'does not hold'}: ${wanted}; ${found}.${advice && html`<br>${advice}`}</li>`,
  )}</ul>
</section>`;

function cellItem(cell: ReportCell): Html {
  if (!isMet(cell)) return html`<li class="never">${cellName(cell)}</li>`;
  const { earned, injected } = cell;
  const how = [earned > 0 && `earned ${earned}×`, injected > 0 && `injected ${injected}×`]
    .filter(Boolean)
    .join(', ');
  return html`<li class="met"><strong>${cellName(cell)}</strong> ${how}<br><span class="soft">${nextLine(cell)}</span>${requestList(cell)}</li>`;
}

/** The requests of a finding, folded. */
function requestList(of: { requests?: ReportedRequest[]; requestCount?: number }): Html {
  const lines = requestLines(of, maxEvidence);
  if (lines.length === 0) return html``;
  return html`<details><summary>${formatCount(of.requestCount as number, 'request')}</summary><ul class="requests">${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`;
}
