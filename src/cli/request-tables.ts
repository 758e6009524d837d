import type { RequestView } from '../client/types.ts';
import { formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { shortLine } from '../core/plain-text.ts';
import { pathAndQuery } from '../core/request-subject.ts';
import { misleads, noteLines, statusOf } from './request-lines.ts';
import { type Column, formatCredits, formatInstant, formatSheet, formatValue, printTable } from './table.ts';
import type { Display } from './verb.ts';

/** A page of the journal. */
export interface JournalPage<Request = RequestView> {
  requests: readonly Request[];
  forgotten: number;
}

const requestColumns = ({ nameOf }: Display): Column<RequestView>[] => [
  { head: 'request', text: ({ id }) => String(id), isFigure: true },
  { head: 'time', text: ({ at }) => formatInstant(at), goes: 4 },
  { head: 'key', text: ({ key }) => nameOf(key), goes: 2 },
  { head: 'operation', text: ({ operation, method, path }) => operation ?? shortLine(`${method} ${path}`) },
  { head: 'status', text: (request) => shortLine(statusOf(request)) },
  { head: 'credits', text: ({ credits }) => formatCredits(credits), isFigure: true },
  { head: 'took', text: ({ durationMs }) => `${durationMs.toFixed(1)} ms`, isFigure: true, goes: 3 },
  {
    head: '',
    text: (request) =>
      [
        ...(request.injected === null ? [] : [shortLine(`[injected by ${request.injected}]`)]),
        ...(misleads(request) ? ['[assumption]'] : []),
        ...(request.callSite ? [shortLine(formatCallSite(request.callSite))] : []),
      ].join(' '),
    goes: 1,
  },
];

export function requestTable({ requests, forgotten }: JournalPage, display: Display): string[] {
  const none = 'No requests.';
  const [head = '', ...rows] = printTable(requestColumns(display), requests, { ...display, none });
  const withNotes = rows.flatMap((row, n) => [row, ...noteLines(requests[n]?.notes ?? [], display.paint)]);
  return [head, ...withNotes, ...droppedLine(forgotten)];
}

/** All about one request. */
export function requestSheet(request: RequestView, { nameOf, paint }: Display): string[] {
  const { id, at, key, method, path, query, body, injected, callSite, notes } = request;
  const entries: (readonly [string, string])[] = [
    ['request', String(id)],
    ['time', formatInstant(at)],
    ['key', nameOf(key)],
    ['call', `${method} ${pathAndQuery(path, query)}`],
    ...(body === null ? [] : [['body', formatValue(body)] as const]),
    ['status', statusOf(request)],
    ['credits', formatCredits(request.credits)],
    ['took', `${request.durationMs.toFixed(1)} ms`],
    ...(injected === null ? [] : [['injected by', injected] as const]),
    ...(callSite ? [['line', formatCallSite(callSite)] as const] : []),
    ...notes.map((note, n) => [n === 0 ? 'notes' : '', note] as const),
  ];
  return formatSheet(
    entries.map(([name, value]) => [name, shortLine(value)] as const),
    paint,
  );
}

export type UnmatchedRequest = RequestView & { nearest: string | null };

const unmatchedColumns = ({ nameOf }: Display): Column<UnmatchedRequest>[] => [
  { head: 'request', text: ({ id }) => String(id), isFigure: true },
  { head: 'time', text: ({ at }) => formatInstant(at), goes: 2 },
  { head: 'key', text: ({ key }) => nameOf(key), goes: 1 },
  { head: 'path', text: ({ method, path }) => shortLine(`${method} ${path}`) },
  { head: 'nearest path', text: (request) => request.nearest ?? '' },
];

export const unmatchedTable = (
  { requests, forgotten }: JournalPage<UnmatchedRequest>,
  display: Display,
): string[] => [
  ...printTable(unmatchedColumns(display), requests, { ...display, none: 'No requests to unknown paths.' }),
  ...droppedLine(forgotten),
];

const droppedLine = (forgotten: number): string[] =>
  forgotten === 0
    ? []
    : [`The journal has dropped ${formatCount(forgotten, 'older request')} because of its size.`];
