import { round4, shares } from '../src/core/statistics.ts';
import type { Audience } from '../src/creators/world/account.ts';
import { clamp, exp, log10 } from './exact.ts';
import { traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { abroad } from './places.ts';
import type { Random } from './random.ts';

/**
 * The audience of an account. Its gender and age are those of the niche; most people are from the country of the
 * account or from countries where its language is spoken. The larger an account, the more of its audience is abroad.
 */
export function audienceOf(random: Random, person: Person, olderBy: number, followers: number): Audience {
  const traits = traitsOf(person.niche);
  const skew = person.gender === 'female' ? -0.05 : 0.08;
  const maleRatio = round4(clamp(traits.male + skew + 0.07 * random.normal(), 0.03, 0.97));
  return {
    locations: locationsOf(random, person, 1 - 0.35 * fameOf(followers)),
    maleRatio,
    ages: agesOf(random, traits.age + olderBy),
  };
}

/** 0 up to 10,000 followers, 1 from three millions on. */
const fameOf = (followers: number): number => clamp(log10(Math.max(1, followers) / 10_000) / 2.5, 0, 1);

/** @param closeness 1 for an account that is known at home; less for one that is known everywhere */
function locationsOf(random: Random, person: Person, closeness: number): Audience['locations'] {
  const { code } = person.country;
  const otherCountries = (abroad[person.languages[0] ?? 'eng'] ?? []).filter((other) => other !== code);
  const count = random.int(3, 5);
  const codes = [code, ...otherCountries.slice(0, 2), ...random.shuffled(otherCountries.slice(2))].slice(
    0,
    count + 1,
  );
  // creators of small countries, and some others, are known mostly abroad
  const isAtHome = random.chance(person.country.weight < 3 ? 0.62 : 0.84);
  const home = Math.round(closeness * (isAtHome ? random.int(420, 900) : random.int(40, 330)));
  const favourite = isAtHome ? 0 : random.pick([1, 1, 2, 3]);
  const weights = codes.map((_, index) => {
    if (index === 0) return home;
    if (index === favourite) return random.int(340, 700);
    return random.int(10, 110) + (index < 3 ? 60 : 0);
  });
  // other countries are not listed
  const parts = shares([...weights, Math.round(random.int(20, 180) / closeness)]);
  return codes
    .map((country, index) => ({ country, share: parts[index] as number }))
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
      Math.round(100_000 * (ageWidths[index] as number) * exp(-0.5 * distance * distance)) +
      random.int(200, 3000)
    );
  });
  return shares(weights);
}
