import { type Platform, platformsByName } from '../src/core/platforms.ts';
import { clamp } from './exact.ts';
import { fameOf } from './fame.ts';
import type { GrowthStory } from './growth.ts';
import { type NicheSlug, nicheSlugs, niches, traitsOf } from './niches.ts';
import { nameFor, type PersonName } from './person-name.ts';
import { type City, type Country, countries } from './places.ts';
import { type Random, randomFor } from './random.ts';

/** The parts that the accounts of a person share. They depend only on the seed of the world and the index. */
export interface Person {
  index: number;
  name: PersonName;
  gender: 'female' | 'male';
  country: Country;
  city: City;
  /** Main language first. */
  languages: string[];
  niche: NicheSlug;
  /** Index of one of the three sub-niches of the niche. */
  sub: number;
  /** Followers on each platform, if the account is old enough for them. */
  fame: Readonly<Record<Platform, number>>;
  story: GrowthStory;
  /** Typical days between two posts. */
  everyDays: number;
  /** How many views the contents get for the number of followers; 1 is average. `appealOf` adds each account's own. */
  appeal: number;
  /** Years by which the audience is older than that of the niche. */
  audienceOlderBy: number;
  /** Weeks since the first account. */
  ageWeeks: number;
  /** Days since the latest post; 0 if the person is still active. */
  silentDays: number;
  on: { clip: boolean; gram: boolean; tube: boolean };
}

/** The parts of a person that texts show. */
export type Spoken = Pick<Person, 'languages' | 'niche' | 'sub'> & { city: Pick<City, 'name'> };

/** The sandbox prints this person as an example when it starts: typical and with all accounts. */
const exampleIndex = 0;

export function personAt(seed: number, index: number): Person {
  const random = randomFor(seed, 'person', index);
  const niche = random.weighted(nicheWeights).slug;
  const country = random.weighted(countries);
  const gender = random.chance(traitsOf(niche).male * 0.8 + 0.1) ? 'male' : 'female';
  const story = random.weighted(stories).story;
  const ageWeeks =
    story === 'newborn' ? random.int(2, 40) : Math.round(clamp(random.longTail(190, 0.55), 30, 620));
  const person: Person = {
    index,
    name: nameFor(random, country.names, gender),
    gender,
    country,
    city: random.pick(country.cities),
    languages: languagesOf(random, country),
    niche,
    sub: random.int(0, 2),
    fame: fameOf(random, story === 'newborn'),
    story,
    everyDays: clamp(random.longTail(2.6, 0.75), 0.35, 16),
    appeal: random.longTail(1, 0.45),
    audienceOlderBy: 5 * random.normal(),
    ageWeeks,
    silentDays: story !== 'newborn' && random.chance(0.05) ? random.int(35, 420) : 0,
    on: platformsOf(random),
  };
  return index === exampleIndex ? example(person, random) : person;
}

const nicheWeights = nicheSlugs.map((slug) => ({ slug, weight: niches[slug].weight }));

const stories: { story: GrowthStory; weight: number }[] = [
  { story: 'steady', weight: 38 },
  { story: 'rising', weight: 16 },
  { story: 'viral', weight: 12 },
  { story: 'stalled', weight: 18 },
  { story: 'fading', weight: 10 },
  { story: 'newborn', weight: 6 },
];

function languagesOf(random: Random, country: Country): string[] {
  const main = random.weighted(country.languages).code;
  const otherLanguages = country.languages.map(({ code }) => code).filter((code) => code !== main);
  const second = otherLanguages[0] ?? (main === 'eng' ? undefined : 'eng');
  return second !== undefined && random.chance(0.3) ? [main, second] : [main];
}

/** Most people are on two of the three platforms; everybody is on at least one. */
function platformsOf(random: Random): Person['on'] {
  const on = { clip: random.chance(0.745), gram: random.chance(0.645), tube: random.chance(0.595) };
  if (!on.clip && !on.gram && !on.tube) on[random.pick(platformsByName)] = true;
  return on;
}

function example(person: Person, random: Random): Person {
  const country = countries[random.int(0, 3)] ?? person.country;
  return {
    ...person,
    name: nameFor(random, country.names, person.gender),
    country,
    city: random.pick(country.cities),
    languages: ['eng'],
    fame: {
      clip: random.int(140_000, 420_000),
      gram: random.int(90_000, 260_000),
      tube: random.int(100_000, 290_000),
    },
    story: 'steady',
    everyDays: 1.4,
    appeal: 1.2,
    ageWeeks: random.int(160, 260),
    silentDays: 0,
    on: { clip: true, gram: true, tube: true },
  };
}
