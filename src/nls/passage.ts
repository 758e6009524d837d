import { mostValues } from '../core/filters.ts';
import type { Platform } from '../core/platforms.ts';
import type { Item } from './items.ts';
import type { Lexicon } from './lexicon.ts';

/** What readers look at. Each takes what it understands and leaves the rest to the others. */
export interface Passage {
  readonly items: readonly Item[];
  readonly lexicon: Lexicon;
  readonly platform: Platform;
  /** The short videos of tube are meant. */
  readonly shorts: boolean;
  readonly now: number;
  /** Items that stand for something already: a figure belongs to one number only. */
  readonly claimed: Set<number>;
}

/** One condition in the form in which `/{platform}/search` takes it. */
export interface Condition {
  filterName: string;
  op: '=' | 'in' | '>' | '<';
  value: string | number | boolean | string[];
  isFuzzySearch?: true;
}

export type Reader = (passage: Passage) => Condition[];

type Kind = Item['kind'];

/**
 * The nearest item of some kinds on one side, as long as only items of other given kinds lie between.
 * @param most items to look at, so that a passage is read in linear time
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

/** Whether a `not` or its like stands right before. */
export const negated = (items: readonly Item[], at: number): boolean =>
  near(items, at, -1, { of: ['not', 'outside'], across: ['glue', 'aged', 'mostly'], most: 3 }) !== undefined;

/** One text, or any of several; none is no condition. */
export function oneOf(filterName: string, values: Iterable<string>): Condition[] {
  const all = [...new Set(values)].slice(0, mostValues);
  const [only] = all;
  if (only === undefined) return [];
  return all.length === 1 ? [{ filterName, op: '=', value: only }] : [{ filterName, op: 'in', value: all }];
}
