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
import { isSpelled, type NameMaker, nameOf, spelledName } from './person-name.ts';
import { namesOfToday } from './words/given.ts';

/**
 * A name that is common in this country today. The family names are Faker's, which is seeded for each call, so that the
 * name does not depend on earlier calls.
 */
export const nameFor: NameMaker = (random, source, gender) => {
  if (isSpelled(source)) return spelledName(random, source, gender);
  const faker = fakers[source];
  faker.seed(random.uint32());
  const names = namesOfToday[source];
  const given = random.pick(names[gender]);
  const family = 'family' in names ? random.pick(names.family) : oneFamily(faker.person.lastName());
  return nameOf(given, family);
};

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

/** The first of two family names, with or without a hyphen; `de Jesús` counts as one name. */
const oneFamily = (family: string): string => {
  const [first = ''] = family.split(/[ -]/);
  return first.length > 3 ? first : family;
};
