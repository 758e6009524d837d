import { type FieldProblem, type ProblemReporter, problemList } from './errors.ts';
import { type Filter, type FilterName, parseFilters, reportWrongType } from './filters.ts';
import { isObject } from './values.ts';

/** A valid search. Without `sortBy` the operation has its own order. */
export interface Search {
  readonly filters: readonly Filter[];
  /** Rows that meet all filters of one of these lists are left out. Only /nls uses it; no body of a search can. */
  readonly without?: readonly (readonly Filter[])[];
  readonly sortBy: string | undefined;
  readonly desc: boolean | undefined;
  readonly offset: number;
  readonly pageSize: number;
}

export const maxPageSize = 100;

/**
 * Reads the body of a generation 3 search (contract 4.2, 8).
 * @param fewest the minimum number of filters of the operation
 * @returns the search, or every problem at once
 */
export function parseSearch(
  names: readonly FilterName[],
  raw: unknown,
  fewest: 0 | 1,
): { search: Search } | { problems: FieldProblem[] } {
  const { problems, report } = problemList();
  if (!isObject(raw)) {
    reportWrongType('body', raw ?? null, 'object', report);
    return { problems };
  }
  const filters = parseFilters(names, raw['filters'], fewest, report);
  const pageSize = wholeNumber('pageSize', raw['pageSize'], report);
  if (pageSize !== undefined && (pageSize < 1 || pageSize > maxPageSize))
    report(
      'pageSize',
      pageSize < 1
        ? `pageSize must be between 1 and ${maxPageSize}.`
        : `Exceeded max pageSize of ${maxPageSize}. Must be between 1 and ${maxPageSize}.`,
      pageSize < 1 ? 'too_small' : 'too_big',
    );
  const offset = wholeNumber('offset', raw['offset'], report);
  if (offset !== undefined && offset < 0) report('offset', "'offset' must be at least 0.", 'too_small');
  const sortBy = sortName(names, raw['sortBy'], report);
  const desc = raw['desc'];
  if (desc !== undefined && typeof desc !== 'boolean') reportWrongType('desc', desc, 'boolean', report);

  if (problems.length > 0) return { problems };
  return { search: { filters, sortBy, desc, offset, pageSize } as Search };
}

function wholeNumber(field: string, value: unknown, report: ProblemReporter): number | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  reportWrongType(field, value, 'integer', report);
  return undefined;
}

/** An unknown name is answered with the list of accepted ones (observed). */
function sortName(names: readonly FilterName[], value: unknown, report: ProblemReporter): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    reportWrongType('sortBy', value, 'string', report);
    return undefined;
  }
  const accepted = names.filter(({ sortable }) => sortable).map(({ name }) => name);
  if (accepted.includes(value)) return value;
  report('sortBy', `'sortBy' must be one of: ${accepted.join(', ')}.`, 'invalid_enum');
  return undefined;
}
