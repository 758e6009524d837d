import { maxFilterValues } from '../../core/filters.ts';
import type { Item } from './items.ts';
import type { Passage } from './passage.ts';

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

/** Turns the items that it understands into constraints and ignores the others. */
export type PassageReader = (passage: Passage) => Constraint[];

/** The conditions, or one exclusion of all of them if they are negated. */
export const constrained = (negated: boolean, conditions: QueryCondition[]): Constraint[] =>
  negated && conditions.length > 0 ? [{ without: conditions }] : conditions;

/** A condition that any of several texts meets; none without texts. */
export function anyOfTexts(filterName: string, values: Iterable<string>): QueryCondition[] {
  const all = [...new Set(values)].slice(0, maxFilterValues);
  const [only] = all;
  if (only === undefined) return [];
  return all.length === 1 ? [{ filterName, op: '=', value: only }] : [{ filterName, op: 'in', value: all }];
}

/** Requires any of the texts of the plain items, and excludes those of the negated ones. */
export function textConstraints(
  { items, negated }: Pick<Passage, 'items' | 'negated'>,
  filterName: string,
  read: (item: Item, at: number) => Iterable<string>,
): Constraint[] {
  const included: string[] = [];
  const excluded: string[] = [];
  for (const [at, item] of items.entries()) (negated.has(at) ? excluded : included).push(...read(item, at));
  return [...anyOfTexts(filterName, included), ...constrained(true, anyOfTexts(filterName, excluded))];
}
