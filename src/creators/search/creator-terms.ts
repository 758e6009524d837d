import { nearestHint } from '../../core/nearest.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { plainWords } from '../language/lexicon.ts';
import { countryTable } from '../language/words/places.ts';
import { edgeCaseWords } from '../world/edge-cases.ts';

const threeLetters = /^[a-z]{3}$/i;

/** The terms by which users find creators to test with, and what each means. */
export const creatorTerms = {
  platform: `${platformsByName.join(', ')}; all when absent.`,
  name: 'Part of the handle, of the id or of the displayed name.',
  niche: 'Name, slug or id of a niche: Food, home-cooking, id_yoga_All.',
  country: 'Its name, or two or three letters: Italy, IT, ITA.',
  language: 'Main language, three letters: ita.',
  minFollowers: 'At least so many followers: 10000, 10k, 1.5M.',
  maxFollowers: 'At most so many followers.',
  edge: `true for anything rare, or one of ${edgeCaseWords.join(', ')}.`,
  limit: '1 to 1,000; 20 when absent.',
} as const;

export interface CreatorTerms {
  platforms: readonly Platform[];
  name?: string;
  niche?: string;
  country?: string;
  language?: string;
  minFollowers?: number;
  maxFollowers?: number;
  /** A word, or `true` for any. */
  edge?: string;
  limit: number;
}

/** @throws RangeError one sentence about a wrong term */
export function readCreatorTerms(given: Readonly<Record<string, string>>): CreatorTerms {
  const names = Object.keys(creatorTerms);
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw new RangeError(`There is no term '${name}'${nearestHint(name, names)}.`);
  const { platform, name, niche, country, language, edge, limit = '20' } = given;
  return {
    platforms: platform === undefined ? platformsByName : [readChoice('platform', platform, platformsByName)],
    ...(name !== undefined && { name }),
    ...(niche !== undefined && { niche }),
    ...(country !== undefined && { country: readCountry(country) }),
    ...(language !== undefined && { language: readLanguage(language) }),
    ...readCount('minFollowers', given),
    ...readCount('maxFollowers', given),
    ...(edge !== undefined && { edge: readChoice('edge', edge, ['true', ...edgeCaseWords]) }),
    limit: /^([1-9]\d{0,2}|1000)$/.test(limit)
      ? Number(limit)
      : refuseTerm('limit', limit, 'a number from 1 to 1000'),
  };
}

function readChoice<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === given);
  // no neutral platform is spelt like a published one, so a distant match would mislead
  return word ?? refuseTerm(name, given, `one of ${words.join(', ')}${nearestHint(given, words, 2)}`);
}

/** Codes of countries and their English names, each to the code of three letters. */
const countries: ReadonlyMap<string, string> = new Map(
  countryTable
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, alpha3 = '', alpha2 = '', names = ''] = /^(\w+) (\w+): ([^;]*)/.exec(line) ?? [];
      return [alpha2, ...names.split(',')].map((each) => [plainWords(each), alpha3] as const);
    }),
);

function readCountry(given: string): string {
  const text = plainWords(given.replaceAll('&', ' and ').replaceAll('’', "'"));
  const known = countries.get(text) ?? (threeLetters.test(text) ? text.toUpperCase() : undefined);
  if (known !== undefined) return known;
  // A name is misspelt by a letter or two; codes are near to everything.
  const names = [...countries.keys()].filter((name) => name.length > 3);
  return refuseTerm('country', given, `a name, or two or three letters${nearestHint(text, names, 2)}`);
}

const readLanguage = (given: string): string =>
  threeLetters.test(given.trim())
    ? given.trim().toLowerCase()
    : refuseTerm('language', given, 'three letters');

const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

function readCount<Name extends string>(
  name: Name,
  { [name]: given }: Readonly<Record<string, string>>,
): { [K in Name]?: number } {
  if (given === undefined) return {};
  const [, digits = '', unit = ''] =
    /^(\d{1,15}(?:,\d{3})*(?:\.\d{1,3})?) ?([kmb]?)$/i.exec(given.trim()) ?? [];
  const count = Number(digits.replaceAll(',', '')) * (factors[unit.toLowerCase()] ?? Number.NaN);
  if (digits === '' || !Number.isSafeInteger(Math.round(count)))
    return refuseTerm(name, given, 'a number, such as 10000, 10k or 1.5M');
  return { [name]: Math.round(count) } as { [K in Name]?: number };
}

function refuseTerm(name: string, given: string, expected: string): never {
  throw new RangeError(`'${name}' cannot be '${given.slice(0, 60)}': it takes ${expected}.`);
}
