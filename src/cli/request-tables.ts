import type { RequestView } from '../client/types.ts';
import { formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { shortLine } from '../core/plain-text.ts';
import { misleads, noteLines, statusOf } from './request-lines.ts';
import type { Display } from './verbs/verb.ts';
import { formatCredits, formatInstant, formatTable } from './verbs/words.ts';

/** A page of the journal. */
export interface JournalPage<Request = RequestView> {
  requests: readonly Request[];
  forgotten: number;
}

export function requestTable({ requests, forgotten }: JournalPage, { paint, nameOf }: Display): string[] {
  const [head = '', ...rows] = formatTable(
    ['request', 'time', 'key', 'operation', 'status', 'credits', 'took', ''],
    requests.map((request) => [
      String(request.id),
      formatInstant(request.at),
      nameOf(request.key),
      request.operation ?? shortLine(`${request.method} ${request.path}`),
      shortLine(statusOf(request)),
      formatCredits(request.credits),
      `${request.durationMs.toFixed(1)} ms`,
      [
        ...(request.injected === null ? [] : ['[injected]']),
        ...(misleads(request) ? ['[assumption]'] : []),
        ...(request.callSite ? [shortLine(formatCallSite(request.callSite))] : []),
      ].join(' '),
    ]),
    { paint, none: 'No requests.', right: [0, 5, 6] },
  );
  const withNotes = rows.flatMap((row, n) => [row, ...noteLines(requests[n]?.notes ?? [], paint)]);
  return [head, ...withNotes, ...droppedLine(forgotten)];
}

export const unmatchedTable = (
  { requests, forgotten }: JournalPage<RequestView & { nearest: string | null }>,
  { paint, nameOf }: Display,
): string[] => [
  ...formatTable(
    ['request', 'time', 'key', 'path', 'nearest path'],
    requests.map(({ id, at, key, method, path, nearest }) => [
      String(id),
      formatInstant(at),
      nameOf(key),
      shortLine(`${method} ${path}`),
      nearest ?? '',
    ]),
    { paint, none: 'No requests to unknown paths.', right: [0] },
  ),
  ...droppedLine(forgotten),
];

const droppedLine = (forgotten: number): string[] =>
  forgotten === 0
    ? []
    : [`The journal has dropped ${formatCount(forgotten, 'older request')} because of its size.`];
