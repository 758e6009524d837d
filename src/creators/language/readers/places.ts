import { type PassageReader, textConstraints } from '../constraints.ts';
import type { Item } from '../items.ts';
import { near, underHeading } from '../passage.ts';

/** Countries of creators and of their audiences, and languages. */
export const readPlaces: PassageReader = (passage) => {
  const { items, negated, claimed } = passage;
  const asLanguage = languageItems(items);
  const included = new Set(
    items.flatMap((item, at) => (item.kind === 'place' && !negated.has(at) ? item.countries : [])),
  );
  const countries = (audience: boolean) => (item: Item, at: number) => {
    if (item.kind !== 'place' || asLanguage.has(at) || ofAudience(items, at, claimed) !== audience) return [];
    // `in Spain, but not in Madrid`: the country of an excluded city stays if the text names it
    return item.city && negated.has(at)
      ? item.countries.filter((code) => !included.has(code))
      : item.countries;
  };
  return [
    ...textConstraints(passage, 'country', countries(false)),
    ...textConstraints(passage, 'mainLanguage', (item, at) =>
      item.kind === 'place' && asLanguage.has(at) ? item.languages : [],
    ),
    ...textConstraints(passage, 'mainAudienceLocation', countries(true)),
  ];
};

/** A language: `in Spanish`, `Spanish-speaking`, `Spanish videos`; in a row of such words, all of them. */
function languageItems(items: readonly Item[]): Set<number> {
  const found = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'place' || item.languages.length === 0) continue;
    const [before, next] = [items[at - 1], items[at + 1]];
    const isLanguage =
      item.countries.length === 0 ||
      (before?.kind === 'glue' && languageWords.has(before.text)) ||
      near(items, at, -1, { of: ['speaking'], across: ['glue'], maxSteps: 2 }) !== undefined ||
      near(items, at, 1, { of: ['speaking', 'content'], across: ['joint'], maxSteps: 2 }) !== undefined;
    if (isLanguage || (before?.kind === 'joint' && next?.kind !== 'audience' && found.has(at - 2)))
      found.add(at);
  }
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item?.kind === 'place' && item.languages.length > 0 && item.adjective)
      if (items[at + 1]?.kind === 'joint' && found.has(at + 2)) found.add(at);
  }
  return found;
}

const languageWords = new Set(['in', 'en', 'auf', 'em', 'into']);

/** `Japanese viewers`, `an audience in Japan`, `fans mostly from Brazil or Mexico`. */
function ofAudience(items: readonly Item[], at: number, claimed: ReadonlySet<number>): boolean {
  const isAudience = (place: number | undefined): boolean => {
    const item = place === undefined ? undefined : items[place];
    if (item?.kind === 'audience') return true;
    return item?.kind === 'measure' && item.measure === 'followers' && !claimed.has(place as number);
  };
  return (
    underHeading(items, at) ||
    isAudience(
      near(items, at, 1, { of: ['audience', 'measure'], across: ['joint', 'place', 'gender'], maxSteps: 4 }),
    ) ||
    isAudience(
      near(items, at, -1, {
        of: ['audience', 'measure'],
        across: [
          'glue',
          'mostly',
          'place',
          'joint',
          'gender',
          'age',
          'aged',
          'amount',
          'compare',
          'not',
          'activity',
        ],
        maxSteps: 8,
      }),
    )
  );
}
