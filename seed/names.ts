import type { Faker } from '@faker-js/faker';
import { faker as de } from '@faker-js/faker/locale/de';
import { faker as de_AT } from '@faker-js/faker/locale/de_AT';
import { faker as de_CH } from '@faker-js/faker/locale/de_CH';
import { faker as en_AU } from '@faker-js/faker/locale/en_AU';
import { faker as en_CA } from '@faker-js/faker/locale/en_CA';
import { faker as en_GB } from '@faker-js/faker/locale/en_GB';
import { faker as en_IE } from '@faker-js/faker/locale/en_IE';
import { faker as en_IN } from '@faker-js/faker/locale/en_IN';
import { faker as en_NG } from '@faker-js/faker/locale/en_NG';
import { faker as en_US } from '@faker-js/faker/locale/en_US';
import { faker as en_ZA } from '@faker-js/faker/locale/en_ZA';
import { faker as es } from '@faker-js/faker/locale/es';
import { faker as es_MX } from '@faker-js/faker/locale/es_MX';
import { faker as fr } from '@faker-js/faker/locale/fr';
import { faker as fr_BE } from '@faker-js/faker/locale/fr_BE';
import { faker as id_ID } from '@faker-js/faker/locale/id_ID';
import { faker as it } from '@faker-js/faker/locale/it';
import { faker as pt_BR } from '@faker-js/faker/locale/pt_BR';
import { faker as pt_PT } from '@faker-js/faker/locale/pt_PT';
import { faker as tr } from '@faker-js/faker/locale/tr';
import type { NameSource } from './places.ts';
import type { Random } from './random.ts';
import { type NamesOfToday, namesOfToday } from './words/given.ts';
import { type SpelledNames, spelledNames } from './words/names.ts';

export interface PersonName {
  /** In the script of the person. */
  full: string;
  given: string;
  /** Lower-case Latin letters only. */
  latinGiven: string;
  latinFamily: string;
}

/**
 * A name that is common in this country today. The family names are Faker's, which is seeded for each call, so that the
 * name does not depend on earlier calls.
 */
export function nameFor(random: Random, source: NameSource, gender: 'female' | 'male'): PersonName {
  if (!(source in fakers)) return spelledName(random, spelledOf(source), gender);
  const place = source as keyof typeof fakers;
  return fakerName(random, fakers[place], namesOfToday[place], gender);
}

/** The lower-case Latin letters of a word; accents and other scripts are dropped. */
export const latin = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[ßøłđæœıþð]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');

const fakers = {
  en_US,
  en_GB,
  en_CA,
  en_AU,
  en_IE,
  en_NG,
  en_ZA,
  en_IN,
  es,
  es_MX,
  pt_BR,
  pt_PT,
  fr,
  fr_BE,
  de,
  de_AT,
  de_CH,
  it,
  id_ID,
  tr,
};

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

const spelledOf = (source: NameSource): SpelledNames => spelledNames[source as keyof typeof spelledNames];

function fakerName(random: Random, faker: Faker, names: NamesOfToday, gender: 'female' | 'male'): PersonName {
  faker.seed(random.uint32());
  const given = random.pick(names[gender]);
  const family = names.family ? random.pick(names.family) : oneFamily(faker.person.lastName());
  return {
    full: `${given} ${family}`,
    given,
    latinGiven: latin(given.split(/[ -]/)[0] ?? given),
    latinFamily: latin(family),
  };
}

/** The first of two family names, with or without a hyphen; `de Jesús` counts as one name. */
const oneFamily = (family: string): string => {
  const [first = ''] = family.split(/[ -]/);
  return first.length > 3 ? first : family;
};

function spelledName(random: Random, names: SpelledNames, gender: 'female' | 'male'): PersonName {
  const given = random.pick(names[gender]);
  const family = random.pick(names.family);
  return {
    full: names.familyFirst ? family.native + given.native : `${given.native} ${family.native}`,
    given: given.native,
    latinGiven: given.latin,
    latinFamily: family.latin,
  };
}
