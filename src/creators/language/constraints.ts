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

/** Takes what it understands of a passage and leaves the rest. */
export type PassageReader = (passage: Passage) => Constraint[];

/** The conditions themselves, or their exclusion. */
export const constrained = (refused: boolean, conditions: QueryCondition[]): Constraint[] =>
  refused && conditions.length > 0 ? [{ without: conditions }] : conditions;

/** A condition for any of several texts; no condition without texts. */
export function anyOfTexts(filterName: string, values: Iterable<string>): QueryCondition[] {
  const all = [...new Set(values)].slice(0, maxFilterValues);
  const [only] = all;
  if (only === undefined) return [];
  return all.length === 1 ? [{ filterName, op: '=', value: only }] : [{ filterName, op: 'in', value: all }];
}

/** Any of the texts of the wanted items, and none of those of the refused ones. */
export function textConstraints(
  { items, refused }: Pick<Passage, 'items' | 'refused'>,
  filterName: string,
  read: (item: Item, at: number) => Iterable<string>,
): Constraint[] {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [at, item] of items.entries()) (refused.has(at) ? unwanted : wanted).push(...read(item, at));
  return [...anyOfTexts(filterName, wanted), ...constrained(true, anyOfTexts(filterName, unwanted))];
}
