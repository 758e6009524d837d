import type { Platform } from '../../core/platforms.ts';
import type { Item, ItemKind } from './items.ts';
import type { Lexicon } from './lexicon.ts';

/** What all readers get: the description as items, and the world and instant it is read for. */
export interface Passage {
  readonly items: readonly Item[];
  /** The positions of the items that the text excludes (`negatedItems`). */
  readonly negated: ReadonlySet<number>;
  readonly lexicon: Lexicon;
  readonly platform: Platform;
  /** The description means the short videos of tube. */
  readonly shorts: boolean;
  readonly now: number;
  /** The positions of items that a reader has used. A figure belongs to one number only. */
  readonly claimed: Set<number>;
}

/**
 * The nearest item of one of some kinds on one side, if only items of other given kinds are between.
 * @param maxSteps how many items to test, so that reading takes linear time
 */
export function near(
  items: readonly Item[],
  from: number,
  direction: 1 | -1,
  { of, across, maxSteps = 6 }: { of: readonly ItemKind[]; across: readonly ItemKind[]; maxSteps?: number },
): number | undefined {
  for (let step = 1; step <= maxSteps; step++) {
    const at = from + step * direction;
    const kind = items[at]?.kind;
    if (kind === undefined) return undefined;
    if (of.includes(kind)) return at;
    if (!across.includes(kind)) return undefined;
  }
  return undefined;
}

/** Whether an item is in a list about audiences: `audience: 60% female, 18-24, USA`. */
export function underHeading(items: readonly Item[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 12); before--) {
    const item = items[before];
    if (item?.kind === 'audience' && items[before + 1]?.text === ':') return true;
    if (item?.kind === 'creator' || /^[.;!?]$/.test(item?.text ?? '')) return false;
  }
  return false;
}
