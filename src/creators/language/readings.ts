import { maxFilterValues } from '../../core/filters.ts';
import type { Statistic } from './meanings.ts';

/** The filters whose texts a description lists; several mean any of them. */
export type TextFilter =
  | 'country'
  | 'mainLanguage'
  | 'mainAudienceLocation'
  | 'mainAudienceAge'
  | 'mainAudienceGender'
  | 'hashtags'
  | 'uniqueId';

/** How a part of a description was read. */
export type Reading = { negated?: Negation } & (
  | { as: 'texts'; filter: TextFilter; values: readonly string[]; city?: true }
  | { as: 'niches'; slugs: readonly string[]; alternative: boolean }
  | { as: 'bounds'; subject: string; conditions: QueryCondition[] }
  /** A yes or no, whose negation is the other one. */
  | { as: 'either'; subject: string; conditions: QueryCondition[]; otherwise: QueryCondition[] }
  | { as: 'size'; from: number; to: number }
  | { as: 'order'; sortBy: string; desc: boolean; isWeak: boolean }
  | { as: 'count'; count: number; asked: number }
);

/** Readings with the same negation are excluded together: creators that meet all of them. */
export type Negation = symbol;

/** One number or a range. */
export interface NumberRange {
  bounds: NumberBounds;
  /** Without a comparison. */
  bare: boolean;
  value: number;
  percent: boolean;
  /** Below 1000, which means nothing without a figure. */
  small: boolean;
  money: boolean;
  /** A single number that may be a year. */
  year: boolean;
  decade: boolean;
  /** Its comparison says that it is an age: `older than 30`. */
  aged: boolean;
  statistic?: Statistic;
}

export interface NumberBounds {
  from?: number;
  to?: number;
  /** The bound is exclusive: over 10k. */
  openFrom?: boolean;
  openTo?: boolean;
}

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
