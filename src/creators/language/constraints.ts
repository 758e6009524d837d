import { maxFilterValues } from '../../core/filters.ts';

/** One filter of `/{platform}/search`. */
export interface QueryCondition {
  filterName: string;
  op: '=' | 'in' | '>' | '<';
  value: string | number | boolean | string[];
  isFuzzySearch?: true;
}

/** Creators that meet all these conditions are left out (assumed: nls-negation). */
export interface Exclusion {
  without: QueryCondition[];
}

export type Constraint = QueryCondition | Exclusion;

/** A condition that any of several texts meets; none without texts. */
export function anyOfTexts(filterName: string, values: Iterable<string>): QueryCondition[] {
  const all = [...new Set(values)].slice(0, maxFilterValues);
  const [only] = all;
  if (only === undefined) return [];
  return all.length === 1 ? [{ filterName, op: '=', value: only }] : [{ filterName, op: 'in', value: all }];
}
