import {
  type Constraint,
  constrained,
  type PassageReader,
  type QueryCondition,
  textConstraints,
} from '../constraints.ts';
import type { Item } from '../items.ts';
import { near, type Passage } from '../passage.ts';
import { figureName } from './figure-names.ts';
import { boundConditions } from './ranges.ts';

/** Verified or not, sponsored or not. A text that asks for both matches nobody. */
export const readProperties: PassageReader = (passage) => [
  ...flags(passage, 'verified', 'isAccountVerified'),
  ...flags(passage, 'sponsored', 'hasSponsors'),
];

function flags(
  { items, negated }: Passage,
  kind: 'verified' | 'sponsored',
  filterName: string,
): QueryCondition[] {
  const values = items.flatMap((item, at) => (item.kind === kind ? [item.yes !== negated.has(at)] : []));
  return [...new Set(values)].map((value) => ({ filterName, op: '=', value }));
}

/** `growing` without a number means two per cent in 30 days (assumed: nls-words). */
export const readGrowth: PassageReader = (passage) =>
  mentioned(
    passage,
    'growing',
    boundConditions(figureName(passage, 'followerGrowth'), { from: 0.02, open: true }),
  );

/** High engagement is above 3%, low engagement is not (assumed: nls-words). */
export const readLiveliness: PassageReader = (passage) =>
  mentioned(
    passage,
    'lively',
    boundConditions(figureName(passage, 'engagement'), { from: 0.03, open: true }),
  );

function mentioned(
  { items, negated, claimed }: Passage,
  kind: 'growing' | 'lively',
  conditions: QueryCondition[],
): Constraint[] {
  const at = items.findIndex((item, place) => item.kind === kind && !claimed.has(place));
  const item = items[at];
  if (!item) return [];
  const isLow = item.kind === 'lively' && !item.yes;
  return constrained(negated.has(at) !== isLow, conditions);
}

/** Hashtags with their sign (observed). */
export const readTags: PassageReader = (passage) =>
  textConstraints(passage, 'hashtags', (item) => (item.kind === 'tag' ? [item.text] : []));

/** A handle; in `like @someone` it is only a comparison. An explicit name is searched in display names. */
export const readNames: PassageReader = (passage) => [
  ...textConstraints(passage, 'uniqueId', (item, at) =>
    item.kind === 'handle' ? handleAt(passage.items, at) : [],
  ),
  ...passage.items.flatMap((item, at): Constraint[] => {
    const value = item.kind === 'named' ? nameAt(passage, at + 1) : '';
    if (value === '') return [];
    return constrained(passage.negated.has(at), [
      { filterName: 'displayName', op: '=', value, isFuzzySearch: true },
    ]);
  }),
];

function handleAt(items: readonly Item[], at: number): string[] {
  const compared =
    near(items, at, -1, { of: ['similar'], across: ['glue', 'creator'], maxSteps: 3 }) !== undefined;
  const handle = (items[at]?.text ?? '').slice(1).replace(/[.]+$/, '');
  return compared || handle === '' ? [] : [handle];
}

/** The words in quotation marks, or one word. */
function nameAt({ items, claimed }: Passage, at: number): string {
  const isQuote = (item: Item | undefined): boolean => /^["“”„«»]$/.test(item?.text ?? '');
  const quoted = isQuote(items[at]);
  const from = quoted ? at + 1 : at;
  const length = quoted
    ? items.slice(from, from + maxNameItems).findIndex(isQuote)
    : Number(items[at]?.kind === 'word');
  const words = items.slice(from, from + Math.max(0, length));
  for (const place of words.keys()) claimed.add(from + place);
  return words.map(({ text }) => text).join(' ');
}

/** In items. */
const maxNameItems = 9;
