import type { Platform } from '../../core/platforms.ts';
import type { Item } from './items.ts';
import type { Lexicon } from './lexicon.ts';

/** The input of all readers. */
export interface Passage {
  readonly items: readonly Item[];
  /** The items that the text excludes; see `refusedIn`. */
  readonly refused: ReadonlySet<number>;
  readonly lexicon: Lexicon;
  readonly platform: Platform;
  /** The description means the short videos of tube. */
  readonly shorts: boolean;
  readonly now: number;
  /** Items that already have a meaning: a figure belongs to one number only. */
  readonly claimed: Set<number>;
}

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

/** Whether an item is in a list about audiences: `audience: 60% female, 18-24, USA`. */
export function underHeading(items: readonly Item[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 12); before--) {
    const item = items[before];
    if (item?.kind === 'audience' && items[before + 1]?.text === ':') return true;
    if (item?.kind === 'creator' || /^[.;!?]$/.test(item?.text ?? '')) return false;
  }
  return false;
}
