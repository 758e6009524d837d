import type { RequestView } from '../client/types.ts';
import { formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { shortLine } from '../core/plain-text.ts';
import { misleads, noteLines, statusOf } from './request-lines.ts';
import { type Column, formatCredits, formatInstant, printTable } from './table.ts';
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
        ...(request.injected === null ? [] : ['[injected]']),
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
