import { Refusal } from '../../core/errors.ts';
import { type Filter, operatorsOf } from '../../core/filters.ts';
import type { Search } from '../../core/search-body.ts';
import { isObject } from '../../core/values.ts';
import type { SearchName } from '../../creators/search/names.ts';

export type Names = readonly Pick<SearchName<never>, 'name' | 'type' | 'sortable' | 'list'>[];

/** The published limit of `maxResults`. */
export const maxResultsPerSearch = 200;

/** Limits on the size of a search (assumed: v2-search-size). */
export const maxFilters = 100;
export const maxFilterValues = 100;
export const maxValueCharacters = 1_000;

/**
 * Reads the body of a generation 2 search. All five fields are required (observed). The first mistake refuses it; the
 * checks run in this order.
 * @throws Refusal `unreadableBody`, `invalid`, `invalidSort`, `invalidFilter` or `invalidFilterValue`
 */
export function parseAdvancedSearch(names: Names, raw: unknown): Search {
  if (!isObject(raw)) throw new Refusal('unreadableBody');
  const { maxResults, offset, desc, filters, sortBy } = raw;
  if (!isWhole(maxResults) || maxResults < 1 || maxResults > maxResultsPerSearch)
    throw new Refusal('invalid');
  if (!isWhole(offset) || offset < 0 || typeof desc !== 'boolean') throw new Refusal('invalid');
  if (!Array.isArray(filters) || filters.length === 0) throw new Refusal('invalid');
  if (!names.some(({ name, type }) => name === sortBy && type === 'number')) throw new Refusal('invalidSort');
  if (filters.length > maxFilters) throw new Refusal('invalidFilter');
  const named = filters.map((filter) => namedFilter(names, filter));
  return {
    filters: distinct(named.flatMap(parseFilter)),
    sortBy: sortBy as string,
    desc,
    offset,
    pageSize: maxResults,
  };
}

/** A condition that is given twice costs only once. */
const distinct = (filters: readonly Filter[]): Filter[] => [
  ...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values(),
];

const isWhole = (value: unknown): value is number => Number.isInteger(value);

interface NamedFilter {
  known: Names[number];
  op: string;
  value: unknown;
}

function namedFilter(names: Names, raw: unknown): NamedFilter {
  const { filterKey, op, value } = isObject(raw) ? raw : {};
  const known = names.find(({ name }) => name === filterKey);
  const taken: readonly unknown[] = known ? operatorsOf[known.type] : [];
  if (!known || !taken.includes(op)) throw new Refusal('invalidFilter');
  return { known, op: op as string, value };
}

/** On a list, `=` matches if it contains the text, or all of several texts, and `in` if it contains any (observed). */
function parseFilter({ known: { name, type, list }, op, value }: NamedFilter): Filter[] {
  if (type === 'number' && Number.isFinite(value))
    return [{ name, type, op: op as '>' | '=' | '<', value: value as number }];
  if (type === 'boolean' && typeof value === 'boolean') return [{ name, type, value }];
  if (type === 'string') {
    if (op === 'in' && isTexts(value)) return [text(name, value)];
    if (op === '=' && isText(value)) return [text(name, [value])];
    if (op === '=' && list && isTexts(value)) return value.map((one) => text(name, [one]));
  }
  throw new Refusal('invalidFilterValue');
}

const text = (name: string, anyOf: readonly string[]): Filter => ({
  name,
  type: 'string',
  anyOf,
  contains: false,
});

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxValueCharacters;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= maxFilterValues && value.every(isText);
