import { UsageError } from '../../core/errors.ts';
import { FilterError, type ListFilter, parseListFilter } from '../../core/list-filter.ts';
import type { Flags } from '../flags.ts';
import { type AdminCall, getCall, parseJson } from '../verb.ts';

/** @param terms the words of a line */
export const listRequests = (terms: readonly string[]): AdminCall =>
  getCall(`/requests?${filterQuery(terms)}cursor=0&limit=1000`);

export const listUnmatched = (terms: readonly string[]): AdminCall =>
  getCall(`/requests/unmatched?${filterQuery(terms)}cursor=0&limit=1000`);

export const countRequests = (terms: readonly string[]): AdminCall =>
  getCall(`/requests/count?${new URLSearchParams({ filter: conditionsOf(terms) })}`);

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
  if (text === 'list') throw new UsageError('creator-sandbox requests alone lists.');
  if (/^\d+$/.test(text)) throw new UsageError(`One request alone: creator-sandbox requests show ${text}`);
  try {
    return { text, filter: parseListFilter(text) };
  } catch (error) {
    if (error instanceof FilterError) throw new UsageError(error.message);
    throw error;
  }
}

/** The check of `verify`: JSON, or terms with bounds. @throws UsageError */
export function checkOf(words: readonly string[], flags: Flags): unknown {
  const bounds = Object.fromEntries(
    ['exactly', 'atLeast', 'atMost'].flatMap((name) =>
      flags[name] === undefined ? [] : [[name, flags[name]]],
    ),
  );
  const [first = ''] = words;
  if (first.trimStart().startsWith('{')) {
    if (words.length > 1) throw new UsageError('A check in JSON is one argument.');
    return { ...(parseJson(first) as object), ...bounds };
  }
  const filter = conditionsOf(words);
  if (Object.keys(bounds).length === 0)
    throw new UsageError('Say how many: --exactly, --at-least or --at-most.');
  return { filter, ...bounds };
}
