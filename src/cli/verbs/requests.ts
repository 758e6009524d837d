import { Option } from 'commander';
import type { RequestView } from '../../admin/types.ts';
import { termsOf } from '../arguments.ts';
import { misleads, noteLines, printable, statusOf } from '../request-lines.ts';
import { type AdminVerb, get, type Look, verb } from './verb.ts';
import { credits, date, table } from './words.ts';

/** A page of the journal. */
interface Page<Request = RequestView> {
  requests: readonly Request[];
  forgotten: number;
}

export const requestVerbs: readonly [list: AdminVerb, ...others: AdminVerb[]] = [
  verb('requests', 'List the requests that clients made.', {
    takes: ['[terms...]'],
    options: [new Option('--follow', 'Then show further requests as they come, one line each.')],
    call: (terms) => get(`/requests?${queryOf(terms)}&limit=1000`),
    pages: 'requests',
    show: requestTable,
  }),
  verb('requests count', 'Count the requests that clients made.', {
    takes: ['[terms...]'],
    call: (terms) => get(`/requests/count?${queryOf(terms)}`),
    show: ({ count, forgotten }: { count: number; forgotten: number }) => [
      `${count}${forgotten === 0 ? '' : ` (the journal has dropped ${forgotten} older ones)`}`,
    ],
  }),
  verb('requests unmatched', 'List the requests to paths that do not exist.', {
    call: () => get('/requests/unmatched?limit=1000'),
    pages: 'requests',
    show: ({ requests, forgotten }: Page<RequestView & { nearest: string | null }>, { paint, nameOf }) => [
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
    ],
  }),
];

export const queryOf = (terms: readonly string[]): string => new URLSearchParams(termsOf(terms)).toString();

function requestTable({ requests, forgotten }: Page, { paint, nameOf }: Look): string[] {
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

const droppedLine = (forgotten: number): string[] =>
  forgotten === 0 ? [] : [`The journal has dropped ${forgotten} older requests because of its size.`];
