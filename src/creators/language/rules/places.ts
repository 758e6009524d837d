import type { Item } from '../items.ts';
import { isUnderHeading, type Parts, type Rule } from '../parts.ts';
import type { Reading, TextFilter } from '../readings.ts';

/** Countries of creators and of their audiences, and languages. */
export const readPlaces: Rule = (parts) => {
  const languages = languageItems(parts);
  parts.replaceAll(
    parts.items.map((item, at): Item => {
      if (item.kind !== 'place') return item;
      const isLanguage = languages.has(at);
      const filter: TextFilter = isLanguage
        ? 'mainLanguage'
        : isOfAudience(parts, at)
          ? 'mainAudienceLocation'
          : 'country';
      const reading: Reading = {
        as: 'texts',
        filter,
        values: isLanguage ? item.languages : item.countries,
        ...(item.city && { city: true }),
      };
      return { kind: 'read', text: item.text, reading, ...(item.hint && { hint: item.hint }) };
    }),
  );
};

/** A language: `in Spanish`, `Spanish-speaking`, `Spanish videos`; in a row of such words, all of them. */
function languageItems(parts: Parts): ReadonlySet<number> {
  const { items } = parts;
  const found = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'place' || item.languages.length === 0) continue;
    const [before, after] = [parts.before(at), parts.after(at)];
    const previous = items[at - 1];
    const isLanguage =
      item.countries.length === 0 ||
      (previous?.kind === 'glue' && languageWords.has(previous.text)) ||
      /q[g:h]?$/.test(before) ||
      /^[j/]?g?q|^k/.test(after);
    if (isLanguage || (/[j,]$/.test(before) && !/^f/.test(after) && found.has(at - 2))) found.add(at);
  }
  for (let at = items.length - 1; at >= 0; at--)
    if (/P[j,/][PlK]/.test(parts.letters.slice(at, at + 3)) && found.has(at + 2)) found.add(at);
  return found;
}

const languageWords = new Set(['in', 'en', 'auf', 'em', 'into', 'na', 'op']);

/** `Japanese viewers`, `an audience in Japan`, `fans mostly from Brazil or Mexico`. */
function isOfAudience(parts: Parts, at: number): boolean {
  const [before, after] = [parts.before(at), parts.after(at)];
  // `mainly Brazil`: nobody lives mainly somewhere
  if (isUnderHeading(before) || (/m[gEh]{0,2}$/.test(before) && !/^[PptKg]{0,3}i/.test(after))) return true;
  const [following, preceding] = [
    /^(?:[j,/]+[pPG]|[pPG]){0,3}(?:g(?=f))?[fM]/.exec(after),
    /[fM][gmhpPjGA/Nn%cxzK_"E]{0,8}$/.exec(before),
  ];
  const isAudience = (item: Item | undefined): boolean =>
    item?.kind === 'audience' || (item?.kind === 'measure' && item.measure === 'followers');
  return (
    (following !== null && isAudience(parts.items[at + following[0].length])) ||
    // `sorted by followers and from Spain`: the place is not theirs
    (preceding !== null &&
      !/^[fM][^pPK]*j/.test(preceding[0]) &&
      isAudience(parts.items[at - preceding[0].length]))
  );
}
