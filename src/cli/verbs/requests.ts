import { Option } from 'commander';
import type { RequestView } from '../../client/types.ts';
import { parseFilters } from '../arguments.ts';
import type { JournalPage } from '../request-tables.ts';
import { type AdminVerb, getCall, verb } from './verb.ts';

/** The tables read the register of decisions, which no other verb needs. */
const loadTables = () => import('../request-tables.ts');

export const requestVerbs: readonly [list: AdminVerb, ...others: AdminVerb[]] = [
  verb('requests', 'List the requests that clients made.', {
    argumentNames: ['[terms...]'],
    options: [new Option('--follow', 'Then show further requests as they come, one line each.')],
    call: (terms) => getCall(`/requests?${filterQuery(terms)}&limit=1000`),
    pages: 'requests',
    show: async (page: JournalPage, display) => (await loadTables()).requestTable(page, display),
  }),
  verb('requests count', 'Count the requests that clients made.', {
    argumentNames: ['[terms...]'],
    call: (terms) => getCall(`/requests/count?${filterQuery(terms)}`),
    show: ({ count, forgotten }: { count: number; forgotten: number }) => [
      `${count}${forgotten === 0 ? '' : ` (the journal has dropped ${forgotten} older ones)`}`,
    ],
  }),
  verb('requests unmatched', 'List the requests to paths that do not exist.', {
    call: () => getCall('/requests/unmatched?limit=1000'),
    pages: 'requests',
    show: async (page: JournalPage<RequestView & { nearest: string | null }>, display) =>
      (await loadTables()).unmatchedTable(page, display),
  }),
];

export const filterQuery = (terms: readonly string[]): string =>
  new URLSearchParams(parseFilters(terms)).toString();
