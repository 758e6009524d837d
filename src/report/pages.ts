import { isObject } from '../core/values.ts';
import type { Call, Page } from './call.ts';
import { shortText } from './call-name.ts';

/** Searches that are watched, of all keys together. */
export const maxSearches = 200;

/** Parameters that may differ from page to page. */
const ofPage: ReadonlySet<string> = new Set(['offset', 'pageSize', 'maxResults', 'sortBy', 'desc', 'fields']);

/** @returns undefined for what is no page, and for one of a search that is too large to compare */
export function pageOf({ input, keyId, operation, changes, isRefused }: Call): Page | undefined {
  const { given, givenNames, body, test } = input;
  if (!operation.isPaged || isRefused || body === undefined || !isObject(given)) return undefined;
  const about = givenNames.flatMap((name) =>
    ofPage.has(name) ? [] : `${name} ${JSON.stringify(given[name])}`,
  );
  const search = shortText([keyId, operation.number, changes, test, ...about].join('\n'));
  const size = Number(given['pageSize'] ?? given['maxResults'] ?? Number.NaN);
  const order = `${given['sortBy'] ?? ''} ${given['desc'] ?? ''}`;
  const run = `${search} ${order} ${size}`;
  return { search, run, offset: Number(given['offset'] ?? 0), size, order };
}
