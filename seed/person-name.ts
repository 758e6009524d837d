import type { NameSource } from './places.ts';
import type { Random } from './random.ts';
import { familyNames } from './words/family.ts';
import { namesOfToday } from './words/given.ts';
import { spelledNames } from './words/names.ts';

export interface PersonName {
  /** In the script of the person. */
  full: string;
  given: string;
  /** Lower-case Latin letters only. */
  latinGiven: string;
  latinFamily: string;
}

/** A name that is common in this place today. */
export function nameFor(random: Random, source: NameSource, gender: 'female' | 'male'): PersonName {
  if (isSpelled(source)) return spelledName(random, source, gender);
  const names = namesOfToday[source];
  return nameOf(random.pick(names[gender]), random.pick(familyNames[source]));
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

type SpelledSource = keyof typeof spelledNames;

const isSpelled = (source: NameSource): source is SpelledSource => source in spelledNames;

function spelledName(random: Random, source: SpelledSource, gender: 'female' | 'male'): PersonName {
  const names = spelledNames[source];
  const given = random.pick(names[gender]);
  const family = random.pick(names.family);
  return {
    full: names.familyFirst ? family.native + given.native : `${given.native} ${family.native}`,
    given: given.native,
    latinGiven: given.latin,
    latinFamily: family.latin,
  };
}
