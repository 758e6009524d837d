import type { Meaning } from './meanings.ts';
import { beginningOf, type ReadEntry } from './phrases.ts';
import type { Token } from './tokens.ts';

/** Tells the language of a text by its words: a word that fewer languages have says more. */
export interface Languages {
  of(tokens: readonly Token[]): string;
}

export function languagesOf(
  tongues: ReadonlyMap<string, readonly ReadEntry<Meaning>[]>,
  common: readonly ReadEntry<Meaning>[],
): Languages {
  const byKey = new Map<string, Set<string>>();
  const add = (key: string, language: string) => {
    const languages = byKey.get(key) ?? new Set();
    byKey.set(key, languages.add(language));
  };
  for (const word of english) add(`=${word}`, 'eng');
  for (const [language, entries] of tongues)
    for (const { phrases } of entries) for (const { key } of phrases.flat()) add(key, language);
  const stems = new Set(
    common.flatMap(({ phrases }) =>
      phrases.flat().flatMap(({ key }) => (/^[a-z]{3,}$/.test(key) ? [key] : [])),
    ),
  );
  const weights = new Map([...byKey].map(([key, languages]) => [key, 1 / languages.size ** 2]));
  /** Other languages have English words too, some of them all. */
  const minEnglish = (key: string): number => ((byKey.get(key)?.size ?? 0) > 3 ? 0.5 : 0.75);
  /** The votes of a word for each language. */
  const votesOf = ({ text, stem }: Token): readonly (readonly [string, number])[] => {
    if (/tiktok|instagram|youtub/.test(text)) return [];
    const key = `=${text}`;
    const beginning = beginningOf(text, byKey, minBeginning);
    const known = [key, byKey.get(key)?.has('eng') ? '' : (beginning ?? '')];
    const isLoan = beginning !== undefined || byKey.has(key);
    return [
      ...(swedish.test(text) ? [['swe', 0.75] as const] : []),
      ...(stems.has(stem) ? [['eng', isLoan ? 0.1 : 0.25] as const] : []),
      ...known.flatMap((each) =>
        [...(byKey.get(each) ?? [])].map(
          (language) =>
            [language, Math.max(weights.get(each) ?? 0, language === 'eng' ? minEnglish(each) : 0)] as const,
        ),
      ),
    ];
  };
  return {
    of(tokens) {
      const scores = new Map<string, number>();
      const votes = new Map<string, ReturnType<typeof votesOf>>();
      for (const token of tokens) {
        if (token.kind !== 'word') continue;
        const known = votes.get(token.text) ?? votesOf(token);
        votes.set(token.text, known);
        for (const [language, score] of known) scores.set(language, (scores.get(language) ?? 0) + score);
      }
      let [best, most] = ['eng', scores.get('eng') ?? 0];
      for (const [language, score] of scores) if (score > most) [best, most] = [language, score];
      return best;
    },
  };
}

/** Compounds, which no table has: `resekonton`. */
const swedish = /.(?:konton|bloggare|kreatorer|foljare|profilerna|kontona)$/;
const minBeginning = 4;

const english =
  'the and or with without who whose that which are is in from of for not no at least most more than less fewer over under above below between up to by on followers subscribers creators creator influencers accounts channels audience mostly mainly posted last week weeks month days year views average verified sponsored women men aged looking want need find show me give top best biggest first only but except outside based engagement rate speaking language median growing faster lost losing between followers likes comments please their has have been be into about around sorted sort by fewer larger smaller big small new newest people someone anyone nobody none excluding exclude without within this than per day each every all any also minute minutes hour hours long video videos post posts since uploaded uploads posted haven hasn don doesn i we our my you it if they ones least sum their anything something please looking exclude excl'.split(
    ' ',
  );
