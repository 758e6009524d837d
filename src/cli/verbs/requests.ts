import { Option } from 'commander';
import type { RequestView } from '../../client/types.ts';
import { termsOf } from '../arguments.ts';
import type { Page } from '../request-tables.ts';
import { type AdminVerb, get, verb } from './verb.ts';

/** The tables read the register of decisions, which no other verb needs. */
const tables = () => import('../request-tables.ts');

export const requestVerbs: readonly [list: AdminVerb, ...others: AdminVerb[]] = [
  verb('requests', 'List the requests that clients made.', {
    takes: ['[terms...]'],
    options: [new Option('--follow', 'Then show further requests as they come, one line each.')],
    call: (terms) => get(`/requests?${queryOf(terms)}&limit=1000`),
    pages: 'requests',
    show: async (page: Page, look) => (await tables()).requestTable(page, look),
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
    show: async (page: Page<RequestView & { nearest: string | null }>, look) =>
      (await tables()).unmatchedTable(page, look),
  }),
];

export const queryOf = (terms: readonly string[]): string => new URLSearchParams(termsOf(terms)).toString();
