import { type Static, Type } from '@sinclair/typebox';
import familyNames from './data/family-names.json' with { type: 'json' };
import givenNames from './data/given-names.json' with { type: 'json' };
import spelledNames from './data/spelled-names.json' with { type: 'json' };
import type { Random } from './random.ts';

const Names = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });

/** The schema of `data/given-names.json`, by the keys that share a list: people who were born between about 1985 and 2007. */
export const GivenNames = Type.Record(
  Type.String(),
  Type.Object({ female: Names, male: Names }, { additionalProperties: false }),
);

/** The schema of `data/family-names.json`, by the keys that share a list. */
export const FamilyNames = Type.Record(Type.String(), Names);

const Spelled = Type.Array(
  Type.String({
    pattern: '^[^/]+/[a-z]+$',
    description: 'With its usual Latin spelling for handles: native/latin.',
  }),
  { minItems: 1 },
);

/** The schema of `data/spelled-names.json`: names in other scripts than Latin. */
export const SpelledNames = Type.Record(
  Type.String(),
  Type.Object(
    {
      familyFirst: Type.Boolean({ description: 'Family name first, without a space.' }),
      female: Spelled,
      male: Spelled,
      family: Spelled,
    },
    { additionalProperties: false },
  ),
);

/** By one key each, what several share. */
const byKey = <T>(shared: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(shared).flatMap(([keys, names]) => keys.split(' ').map((key) => [key, names])));

const given = byKey<Static<typeof GivenNames>[string]>(givenNames);
const family = byKey<Static<typeof FamilyNames>[string]>(familyNames);
const spelled = byKey<Static<typeof SpelledNames>[string]>(spelledNames);

export interface PersonName {
  /** In the script of the person. */
  full: string;
  given: string;
  /** Lower-case Latin letters only. */
  latinGiven: string;
  latinFamily: string;
}

/** A name that is common today in a place. @param source its key in the lists of names */
export function nameFor(random: Random, source: string, gender: 'female' | 'male'): PersonName {
  const spelledHere = spelled.get(source);
  if (spelledHere) return spelledName(random, spelledHere, gender);
  const [first, last] = [given.get(source), family.get(source)];
  if (!first || !last) throw new Error(`there are no names ${source}`);
  return nameOf(random.pick(first[gender]), random.pick(last));
}

/** The lower-case Latin letters of a word; accents and other scripts are dropped. */
export const latin = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[ßøłđæœıþð]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
};

const nameOf = (given: string, family: string): PersonName => ({
  full: `${given} ${family}`,
  given,
  latinGiven: latin(given.split(/[ -]/)[0] ?? given),
  latinFamily: latin(family),
});

function spelledName(
  random: Random,
  names: Static<typeof SpelledNames>[string],
  gender: 'female' | 'male',
): PersonName {
  const [given = '', latinGiven = ''] = random.pick(names[gender]).split('/');
  const [family = '', latinFamily = ''] = random.pick(names.family).split('/');
  return {
    full: names.familyFirst ? family + given : `${given} ${family}`,
    ...{ given, latinGiven, latinFamily },
  };
}
