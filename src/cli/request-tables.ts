import type { RequestView } from '../client/types.ts';
import { misleads, noteLines, printable, statusOf } from './request-lines.ts';
import type { Look } from './verbs/verb.ts';
import { credits, date, table } from './verbs/words.ts';

/** A page of the journal. */
export interface Page<Request = RequestView> {
  requests: readonly Request[];
  forgotten: number;
}

export function requestTable({ requests, forgotten }: Page, { paint, nameOf }: Look): string[] {
  const [head = '', ...rows] = table(
    ['request', 'time', 'key', 'operation', 'status', 'credits', 'took', ''],
    requests.map((request) => [
      String(request.id),
      date(request.at),
      nameOf(request.key),
      request.operation ?? printable(`${request.method} ${request.path}`),
      printable(statusOf(request)),
      credits(request.credits),
      `${request.durationMs.toFixed(1)} ms`,
      [
        ...(request.injected === null ? [] : ['[injected]']),
        ...(misleads(request) ? ['[assumption]'] : []),
      ].join(' '),
    ]),
    { paint, none: 'No requests.', right: [0, 5, 6] },
  );
  const withNotes = rows.flatMap((row, n) => [row, ...noteLines(requests[n]?.notes ?? [], paint)]);
  return [head, ...withNotes, ...droppedLine(forgotten)];
}

export const unmatchedTable = (
  { requests, forgotten }: Page<RequestView & { nearest: string | null }>,
  { paint, nameOf }: Look,
): string[] => [
  ...table(
    ['request', 'time', 'key', 'path', 'nearest path'],
    requests.map(({ id, at, key, method, path, nearest }) => [
      String(id),
      date(at),
      nameOf(key),
      printable(`${method} ${path}`),
      nearest ?? '',
    ]),
    { paint, none: 'No requests to unknown paths.', right: [0] },
  ),
  ...droppedLine(forgotten),
];

const droppedLine = (forgotten: number): string[] =>
  forgotten === 0 ? [] : [`The journal has dropped ${forgotten} older requests because of its size.`];
