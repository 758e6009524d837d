import { mostValues } from '../core/filters.ts';
import type { Platform } from '../core/platforms.ts';
import type { Item } from './items.ts';
import type { Lexicon } from './lexicon.ts';

/** The input of all readers. Each takes what it understands and leaves the rest. */
export interface Passage {
  readonly items: readonly Item[];
  readonly lexicon: Lexicon;
  readonly platform: Platform;
  /** The description means the short videos of tube. */
  readonly shorts: boolean;
  readonly now: number;
  /** Items that already have a meaning: a figure belongs to one number only. */
  readonly claimed: Set<number>;
}

/** One filter of `/{platform}/search`. */
export interface Condition {
  filterName: string;
  op: '=' | 'in' | '>' | '<';
  value: string | number | boolean | string[];
  isFuzzySearch?: true;
}

export type Reader = (passage: Passage) => Condition[];

type Kind = Item['kind'];

/**
 * The nearest item of one of some kinds on one side, if only items of other given kinds are between.
 * @param most how many items to test, so that reading takes linear time
 */
export function near(
  items: readonly Item[],
  from: number,
  direction: 1 | -1,
  { of, across, most = 6 }: { of: readonly Kind[]; across: readonly Kind[]; most?: number },
): number | undefined {
  for (let step = 1; step <= most; step++) {
    const at = from + step * direction;
    const kind = items[at]?.kind;
    if (kind === undefined) return undefined;
    if (of.includes(kind)) return at;
    if (!across.includes(kind)) return undefined;
  }
  return undefined;
}

/** Whether a word such as `not` comes right before. */
export const negated = (items: readonly Item[], at: number): boolean =>
  near(items, at, -1, { of: ['not', 'outside'], across: ['glue', 'aged', 'mostly'], most: 3 }) !== undefined;

/** A condition for any of several texts; no condition without texts. */
export function oneOf(filterName: string, values: Iterable<string>): Condition[] {
  const all = [...new Set(values)].slice(0, mostValues);
  const [only] = all;
  if (only === undefined) return [];
  return all.length === 1 ? [{ filterName, op: '=', value: only }] : [{ filterName, op: 'in', value: all }];
}
