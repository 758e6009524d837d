import { nearest, nearestHint } from '../../core/nearest.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { oddityWords } from '../world/oddities.ts';

/** The terms by which users find creators to test with, and what each means. */
export const creatorTerms = {
  platform: `${platformsByName.join(', ')}; all when absent.`,
  name: 'Part of the handle, of the id or of the displayed name.',
  niche: 'Name, slug or id of a niche: Food, home-cooking, id_yoga_All.',
  country: 'Three letters: ITA.',
  language: 'Main language, three letters: ita.',
  minFollowers: 'At least so many followers.',
  maxFollowers: 'At most so many followers.',
  odd: `true for anything rare, or one of ${oddityWords.join(', ')}.`,
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
  odd?: string;
  limit: number;
}

/** @throws RangeError one sentence about a wrong term */
export function readCreatorTerms(given: Readonly<Record<string, string>>): CreatorTerms {
  const names = Object.keys(creatorTerms);
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw new RangeError(`There is no term '${name}'${nearestHint(name, names)}.`);
  const { platform, name, niche, country, language, odd, limit = '20' } = given;
  return {
    platforms: platform === undefined ? platformsByName : [readChoice('platform', platform, platformsByName)],
    ...(name !== undefined && { name }),
    ...(niche !== undefined && { niche }),
    ...(country !== undefined && { country: readCode('country', country).toUpperCase() }),
    ...(language !== undefined && { language: readCode('language', language).toLowerCase() }),
    ...readWholeNumber('minFollowers', given),
    ...readWholeNumber('maxFollowers', given),
    ...(odd !== undefined && { odd: readChoice('odd', odd, ['true', ...oddityWords]) }),
    limit: /^([1-9]\d{0,2}|1000)$/.test(limit)
      ? Number(limit)
      : refuseTerm('limit', limit, 'a number from 1 to 1000'),
  };
}

function readChoice<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === given);
  // no neutral platform is spelt like a published one, so a distant match would mislead
  const near = nearest(given, words, 2);
  const hint = near === undefined ? '' : `; the nearest valid one is ${near}`;
  return word ?? refuseTerm(name, given, `one of ${words.join(', ')}${hint}`);
}

const readCode = (name: string, given: string): string =>
  /^[a-z]{3}$/i.test(given) ? given : refuseTerm(name, given, 'three letters');

function readWholeNumber<Name extends string>(
  name: Name,
  { [name]: given }: Readonly<Record<string, string>>,
): { [K in Name]?: number } {
  if (given === undefined) return {};
  if (!/^\d{1,15}$/.test(given)) return refuseTerm(name, given, 'a whole number');
  return { [name]: Number(given) } as { [K in Name]?: number };
}

function refuseTerm(name: string, given: string, expected: string): never {
  throw new RangeError(`'${name}' cannot be '${given.slice(0, 60)}': it takes ${expected}.`);
}
