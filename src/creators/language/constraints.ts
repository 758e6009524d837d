import { maxFilterValues } from '../../core/filters.ts';
import type { Item } from './items.ts';
import type { Passage } from './passage.ts';

/** One filter of `/{platform}/search`. */
export interface Condition {
  filterName: string;
  op: '=' | 'in' | '>' | '<';
  value: string | number | boolean | string[];
  isFuzzySearch?: true;
}

/** Creators that meet all these conditions are left out (assumed: nls-negation). */
export interface Exclusion {
  without: Condition[];
}

export type Constraint = Condition | Exclusion;

/** Takes what it understands of a passage and leaves the rest. */
export type Reader = (passage: Passage) => Constraint[];

/** The conditions themselves, or their exclusion. */
export const constrained = (refused: boolean, conditions: Condition[]): Constraint[] =>
  refused && conditions.length > 0 ? [{ without: conditions }] : conditions;

/** A condition for any of several texts; no condition without texts. */
export function oneOf(filterName: string, values: Iterable<string>): Condition[] {
  const all = [...new Set(values)].slice(0, maxFilterValues);
  const [only] = all;
  if (only === undefined) return [];
  return all.length === 1 ? [{ filterName, op: '=', value: only }] : [{ filterName, op: 'in', value: all }];
}

/** Any of the texts of the wanted items, and none of those of the refused ones. */
export function textsOf(
  { items, refused }: Pick<Passage, 'items' | 'refused'>,
  filterName: string,
  read: (item: Item, at: number) => Iterable<string>,
): Constraint[] {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [at, item] of items.entries()) (refused.has(at) ? unwanted : wanted).push(...read(item, at));
  return [...oneOf(filterName, wanted), ...constrained(true, oneOf(filterName, unwanted))];
}
