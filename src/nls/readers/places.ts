import type { Item } from '../items.ts';
import { near, negated, oneOf, type Reader } from '../passage.ts';
import { countries } from '../words/countries.ts';

/** Countries of creators and of their audiences, and languages. */
export const readPlaces: Reader = ({ items, claimed }) => {
  const asLanguage = languageItems(items);
  const found = { country: new Set<string>(), audience: new Set<string>(), language: new Set<string>() };
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'place') continue;
    const excluded = negated(items, at);
    if (asLanguage.has(at)) {
      if (!excluded) for (const language of item.languages) found.language.add(language);
      continue;
    }
    const codes = excluded ? elsewhere(item.countries) : item.countries;
    const list = ofAudience(items, at, claimed) ? found.audience : found.country;
    for (const code of codes) list.add(code);
  }
  return [
    ...oneOf('country', found.country),
    ...oneOf('mainLanguage', found.language),
    ...oneOf('mainAudienceLocation', found.audience),
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
      near(items, at, -1, { of: ['speaking'], across: ['glue'], most: 2 }) !== undefined ||
      near(items, at, 1, { of: ['speaking', 'content'], across: ['joint'], most: 2 }) !== undefined;
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
    isAudience(
      near(items, at, 1, { of: ['audience', 'measure'], across: ['joint', 'place', 'gender'], most: 4 }),
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
          'outside',
          'not',
          'activity',
        ],
        most: 8,
      }),
    )
  );
}

/** All countries of the world except the excluded ones. */
const elsewhere = (codes: readonly string[]): string[] =>
  countries.map(({ code }) => code).filter((code) => !codes.includes(code));
