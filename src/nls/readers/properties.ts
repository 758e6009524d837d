import type { Item } from '../items.ts';
import { type Condition, near, negated, oneOf, type Passage, type Reader } from '../passage.ts';
import { figureName } from './figure-names.ts';
import { within } from './ranges.ts';

/** Verified or not, sponsored or not. Both at once match nobody. */
export const readProperties: Reader = ({ items }) => [
  ...flags(items, 'verified', 'isAccountVerified'),
  ...flags(items, 'sponsored', 'hasSponsors'),
];

function flags(items: readonly Item[], kind: 'verified' | 'sponsored', filterName: string): Condition[] {
  const wanted = items.flatMap((item, at) => (item.kind === kind ? [item.yes !== negated(items, at)] : []));
  return [...new Set(wanted)].map((value) => ({ filterName, op: '=', value }));
}

/** Growing without a number: two per cent in 30 days (assumed: nls-words). */
export const readGrowth: Reader = (passage) =>
  passage.items.some(
    (item, at) => item.kind === 'growing' && !passage.claimed.has(at) && !negated(passage.items, at),
  )
    ? within(figureName(passage, 'followerGrowth'), { from: 0.02, open: true })
    : [];

/** High engagement: above 3% (assumed: nls-words). */
export const readLiveliness: Reader = (passage) =>
  passage.items.some((item, at) => item.kind === 'lively' && !negated(passage.items, at))
    ? within(figureName(passage, 'engagement'), { from: 0.03, open: true })
    : [];

/** Hashtags with their sign (observed). */
export const readTags: Reader = ({ items }) =>
  oneOf(
    'hashtags',
    items.flatMap((item, at) => (item.kind === 'tag' && !negated(items, at) ? [item.text] : [])),
  );

/** A handle; in `like @someone` it is only a comparison. An explicit name is searched in display names. */
export const readNames: Reader = ({ items }: Passage) => [
  ...oneOf(
    'uniqueId',
    items.flatMap((item, at) => {
      if (item.kind !== 'handle') return [];
      const compared =
        near(items, at, -1, { of: ['similar'], across: ['glue', 'creator'], most: 3 }) !== undefined;
      const handle = item.text.slice(1).replace(/[.]+$/, '');
      return compared || handle === '' ? [] : [handle];
    }),
  ),
  ...items.flatMap((item, at): Condition[] => {
    const value = item.kind === 'named' ? nameAt(items, at + 1) : '';
    return value === '' ? [] : [{ filterName: 'displayName', op: '=', value, isFuzzySearch: true }];
  }),
];

/** The words in quotation marks, or one word. */
function nameAt(items: readonly Item[], at: number): string {
  const isQuote = (item: Item | undefined): boolean => /^["“”„«»]$/.test(item?.text ?? '');
  if (!isQuote(items[at])) return items[at]?.kind === 'word' ? (items[at]?.text ?? '') : '';
  const length = items.slice(at + 1, at + 1 + longestName).findIndex(isQuote);
  return items
    .slice(at + 1, at + 1 + Math.max(0, length))
    .map(({ text }) => text)
    .join(' ');
}

/** In items. */
const longestName = 9;
