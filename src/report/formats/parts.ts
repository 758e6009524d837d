import { type CallSite, formatCallSite } from '../../core/call-site.ts';
import { formatCount } from '../../core/count.ts';
import { shortLine } from '../../core/plain-text.ts';
import { paidBy } from '../by-test.ts';
import type { Report, ReportCell, ReportedRequest, Sums } from '../model.ts';

/** The run in one sentence: the head line of every format. */
export const headLine = ({ receipt }: Report): string => {
  const { calls, refusals, injectedRefusals, changed, failedMidway, credits, billedFailures } = receipt;
  const parts = [
    formatCount(calls, 'request'),
    `${refusals} refused (${injectedRefusals} of them injected)`,
    ...(failedMidway > 0 ? [`${failedMidway} failed midway`] : []),
    ...(changed > 0 ? [`${changed} delayed or changed`] : []),
    `${formatCount(credits, 'credit')}${billedFailures > 0 ? ` (${billedFailures} of them for failures)` : ''}`,
  ];
  return `${parts.join(', ')}.`;
};

/** `31 of 80 outcomes of the called operations (38 %), 31 of 782 of all.` */
export const coverageLine = ({ coverage: { met, total, called } }: Report): string =>
  `${called.met} of ${called.total} outcomes of the called operations (${percentOf(called)} %), ${met} of ${total} of all.`;

export const percentOf = ({ met, total }: { met: number; total: number }): number =>
  total === 0 ? 0 : Math.floor((met / total) * 100);

export const isMet = ({ earned, injected }: ReportCell): boolean => earned + injected > 0;
/** `unknown-parameter (feilds)` */
export const brokenRuleName = ({ rule, parameters }: Report['clientRules'][number]): string =>
  parameters ? `${rule} (${parameters.join(', ')})` : rule;
/** ` (src/client.ts:41:12 fetchProfile)`; empty where the call site is not known. */
export const atCallSite = ({ callSite }: { callSite?: CallSite }): string =>
  callSite ? ` (${formatCallSite(callSite)})` : '';
export const cellName = ({ status, code }: ReportCell): string =>
  status === 200 ? code : `${status}/${code}`;

/** An operation that was called, with its cells. */
export interface OperationPart {
  operation: string;
  sums: Report['receipt']['byOperation'][number];
  cells: readonly ReportCell[];
  met: readonly ReportCell[];
  neverMet: readonly ReportCell[];
}

export const calledOperations = ({ coverage, receipt }: Report): OperationPart[] =>
  receipt.byOperation.flatMap((sums) => {
    const { operation } = sums;
    if (operation === null) return [];
    const cells = coverage.cells.filter((cell) => cell.operation === operation);
    const neverMet = cells.filter((cell) => !isMet(cell));
    return [{ operation, sums, cells, met: cells.filter(isMet), neverMet }];
  });

/** What the client did after the reply of a cell, in words; empty if nothing is known. */
export function nextLine({ next }: ReportCell): string {
  const { retried, waited, gaveUp, wentOn, askedElse } = next;
  const parts: [number, string][] = [
    [retried, `retried ${retried}×${waited > 0 ? ` (${waited}× after a wait)` : ''}`],
    [wentOn, `went on spending ${wentOn}×`],
    [askedElse, `asked something else ${askedElse}×`],
    [gaveUp, `asked no more ${gaveUp}×`],
  ];
  return parts.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(', ');
}

/** Sums by test; empty where no request named one. */
export function namedTests({ receipt: { byTest } }: Report): TestSums[] {
  if (!byTest.some(({ test }) => test !== null)) return [];
  return byTest.map((row) => ({ ...row, test: row.test ?? 'no test named' }));
}

type TestSums = Sums & { test: string };

/** Sums by call site, the dearest first; empty where no request named one. */
export function callSiteSums({ receipt: { byTest } }: Report): LineSums[] {
  const sites = byTest.flatMap(({ callSites }) => callSites);
  if (!sites.some(({ callSite }) => callSite)) return [];
  const rows = Map.groupBy(sites, ({ callSite }) => (callSite ? formatCallSite(callSite) : 'no line known'));
  return [...rows].map(([line, same]) => ({ line, ...paidBy(same) })).sort(dearestFirst);
}

export const dearestFirst = (a: Paid, b: Paid): number => b.credits - a.credits || b.calls - a.calls;
export type Paid = Pick<LineSums, 'calls' | 'credits'>;

export interface LineSums {
  line: string;
  calls: number;
  credits: number;
}

/** `key 1a2b… (label)`, or that there was none. */
export const keyName = ({ key, label }: Report['receipt']['byKey'][number]): string =>
  label ?? (key === null ? 'no key' : key);

/** `request 8: GET /clip/profile uniqueId=a, 404 NOT_FOUND, 0 credits, key checkout, test a.test.ts > pays` */
function requestLine(request: ReportedRequest): string {
  const { id, method, path, parameters, status, code, credits, key, test, callSite } = request;
  const given = Object.entries(parameters).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const parts = [
    [method, path, shortened(given.join(' '))].filter((part) => part !== '').join(' '),
    code === undefined ? String(status) : `${status} ${code}`,
    formatCount(credits, 'credit'),
    key === null ? 'no key' : `key ${key}`,
    ...(callSite === undefined ? [] : [`at ${formatCallSite(callSite)}`]),
    ...(test === undefined ? [] : [`test ${test}`]),
  ];
  return shortLine(`request ${id}: ${parts.join(', ')}`);
}

/** The parameters of a line; JSON has all that are known. */
const shortened = (text: string): string =>
  text.length > maxLineCharacters ? `${text.slice(0, maxLineCharacters).toWellFormed()}…` : text;
const maxLineCharacters = 120;

/** The lines of the first requests of a finding, and how many more there are. */
export function requestLines(
  { requests = [], requestCount = 0 }: { requests?: readonly ReportedRequest[]; requestCount?: number },
  max = 3,
): string[] {
  const shown = requests.slice(0, max).map(requestLine);
  return [...shown, ...(requestCount > shown.length ? [`${requestCount - shown.length} more`] : [])];
}
