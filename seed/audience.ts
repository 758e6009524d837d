import { round4, shares } from '../src/core/statistics.ts';
import type { Audience } from '../src/creators/world/account.ts';
import { clamp, exp } from './exact.ts';
import { traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { abroad } from './places.ts';
import type { Random } from './random.ts';

/**
 * The audience of an account. Its gender and age are those of the niche; most people are from the country of the
 * account or from countries where its language is spoken.
 */
export function audienceOf(random: Random, person: Person, olderBy: number): Audience {
  const traits = traitsOf(person.niche);
  const skew = person.gender === 'female' ? -0.05 : 0.08;
  const maleRatio = round4(clamp(traits.male + skew + 0.07 * random.normal(), 0.03, 0.97));
  return {
    locations: locationsOf(random, person),
    maleRatio,
    ages: agesOf(random, traits.age + olderBy),
  };
}

function locationsOf(random: Random, person: Person): Audience['locations'] {
  const { code } = person.country;
  const otherCountries = (abroad[person.languages[0] ?? 'eng'] ?? []).filter((other) => other !== code);
  const count = random.int(3, 5);
  const codes = [code, ...otherCountries.slice(0, 2), ...random.shuffled(otherCountries.slice(2))].slice(
    0,
    count + 1,
  );
  // creators of small countries, and some others, are known mostly abroad
  const isAtHome = random.chance(person.country.weight < 3 ? 0.62 : 0.84);
  const home = isAtHome ? random.int(420, 900) : random.int(40, 330);
  const favourite = isAtHome ? 0 : random.pick([1, 1, 2, 3]);
  const weights = codes.map((_, index) => {
    if (index === 0) return home;
    if (index === favourite) return random.int(340, 700);
    return random.int(10, 110) + (index < 3 ? 60 : 0);
  });
  // other countries are not listed
  const parts = shares([...weights, random.int(20, 180)]);
  return codes
    .map((country, index) => ({ country, share: parts[index] ?? 0 }))
    .sort((a, b) => b.share - a.share || (a.country < b.country ? -1 : 1));
}

const ageMiddles = [15.5, 21, 29.5, 39.5, 49.5, 59.5, 70];
const ageWidths = [4.5, 7, 9, 10, 10, 10, 9];

function agesOf(random: Random, typical: number): number[] {
  const mean = typical + 2.5 * random.normal();
  const spread = random.between(6, 12);
  const weights = ageMiddles.map((middle, index) => {
    const distance = (middle - mean) / spread;
    return (
      Math.round(100_000 * (ageWidths[index] ?? 1) * exp(-0.5 * distance * distance)) + random.int(200, 3000)
    );
  });
  return shares(weights);
}
