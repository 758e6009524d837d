import { Option } from 'commander';
import type { RequestView } from '../../client/types.ts';
import { UsageError } from '../../core/errors.ts';
import { FilterError, type ListFilter, parseListFilter } from '../../core/list-filter.ts';
import type { JournalPage } from '../request-tables.ts';
import { type AdminVerb, getCall, verb } from './verb.ts';

/** The tables read the register of decisions, which no other verb needs. */
const loadTables = () => import('../request-tables.ts');

export const requestVerbs: readonly [list: AdminVerb, ...others: AdminVerb[]] = [
  verb('requests', 'List the requests that clients made.', {
    argumentNames: ['[terms...]'],
    options: [new Option('--follow', 'Then show further requests as they come, one line each.')],
    call: (terms) => getCall(`/requests?${filterQuery(terms)}cursor=0&limit=1000`),
    pages: 'requests',
    show: async (page: JournalPage, display) => (await loadTables()).requestTable(page, display),
  }),
  verb('requests count', 'Count the requests that clients made.', {
    argumentNames: ['[terms...]'],
    call: (terms) => getCall(`/requests/count?${new URLSearchParams({ filter: conditionsOf(terms) })}`),
    show: ({ count, forgotten }: { count: number; forgotten: number }) => [
      `${count}${forgotten === 0 ? '' : ` (the journal has dropped ${forgotten} older ones)`}`,
    ],
  }),
  verb('requests unmatched', 'List the requests to paths that do not exist.', {
    argumentNames: ['[terms...]'],
    call: (terms) => getCall(`/requests/unmatched?${filterQuery(terms)}cursor=0&limit=1000`),
    pages: 'requests',
    show: async (page: JournalPage<RequestView & { nearest: string | null }>, display) =>
      (await loadTables()).unmatchedTable(page, display),
  }),
];

/** The filter of a line as the beginning of a query. @throws UsageError */
function filterQuery(terms: readonly string[]): string {
  const { text } = filterOf(terms);
  return text === '' ? '' : `${new URLSearchParams({ filter: text })}&`;
}

/** The filter of a line that does not show a list. @throws UsageError */
export function conditionsOf(terms: readonly string[]): string {
  const { text, filter } = filterOf(terms);
  if (filter.sort || filter.limit !== undefined)
    throw new UsageError(
      "'sort' and 'limit' are for the list: creator-sandbox requests 'sort=-credits limit=20'.",
    );
  return text;
}

/** Joins the terms of a line. They are checked here already: a mistake needs no sandbox. @throws UsageError */
function filterOf(terms: readonly string[]): { text: string; filter: ListFilter } {
  const text = terms.join(' ').trim();
  try {
    return { text, filter: parseListFilter(text) };
  } catch (error) {
    if (error instanceof FilterError) throw new UsageError(error.message);
    throw error;
  }
}
