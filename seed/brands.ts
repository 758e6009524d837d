import { type Static, Type } from '@sinclair/typebox';
import type { Platform } from '../src/core/platforms.ts';
import type { Brand } from '../src/creators/world/account.ts';
import data from './data/brands.json' with { type: 'json' };
import { type NicheSlug, nicheSlugs, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { nameFor } from './person-name.ts';
import { countries } from './places.ts';
import { type Random, randomFor } from './random.ts';
import { capitalised } from './words.ts';

const Texts = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });

/** The schema of `data/brands.json`. */
export const BrandWords = Type.Object(
  {
    firstSyllables: Texts,
    innerSyllables: Texts,
    lastSyllables: Texts,
    companySizes: Type.Array(Type.String(), { description: 'As often as they are usual.', minItems: 1 }),
    descriptions: Type.Array(Type.String(), {
      description: 'With `{name}`, `{goods}` and `{city}`.',
      minItems: 1,
    }),
  },
  { additionalProperties: false },
);

const {
  firstSyllables,
  innerSyllables,
  lastSyllables,
  companySizes,
  descriptions,
}: Static<typeof BrandWords> = data;

/** All brands of a world and their sponsorships. */
export interface BrandBook {
  brands: readonly Brand[];
  /** The brands that sponsor this person. Few people with fewer than 1,500 followers have any. */
  partnersOf(random: Random, person: Person, followers: number): Brand[];
}

const brandCount = (size: number): number => Math.max(40, Math.round(size / 12));

export interface BrandBookOptions {
  seed: number;
  /** Number of people. */
  size: number;
  /** Keys of hand-written brands. */
  reserved: readonly string[];
}

export function brandBook({ seed, size, reserved }: BrandBookOptions): BrandBook {
  const count = brandCount(size);
  const taken = new Set(reserved);
  const made = Array.from({ length: count }, (_, index) => brandAt(seed, index, taken));
  const byNiche = new Map<NicheSlug, Brand[]>();
  for (const { niche, brand } of made) byNiche.set(niche, [...(byNiche.get(niche) ?? []), brand]);
  for (const brands of byNiche.values()) {
    for (const [index, brand] of brands.entries()) {
      const rivals = [1, 2, 3].map((step) => (brands[(index + step) % brands.length] as Brand).name);
      brand.competitors = [...new Set(rivals)].filter((name) => name !== brand.name);
    }
  }
  const all = made.map(({ brand }) => brand);
  return {
    brands: all,
    partnersOf(random, person, followers) {
      const willing = followers < 1500 ? 0.02 : followers < 10_000 ? 0.25 : followers < 100_000 ? 0.55 : 0.8;
      if (!random.chance(willing)) return [];
      const ofNiche = byNiche.get(person.niche) as Brand[];
      const tries = random.int(1, followers > 100_000 ? 6 : 3);
      const found = new Set<Brand>();
      for (let n = 0; n < tries; n += 1) {
        const choice = random.chance(0.88) ? ofNiche : all;
        // the first brands of a niche spend most
        found.add(choice[Math.floor(random.unit() * random.unit() * choice.length)] as Brand);
      }
      return [...found];
    },
  };
}

function brandAt(seed: number, index: number, taken: Set<string>): { niche: NicheSlug; brand: Brand } {
  const random = randomFor(seed, 'brand', index);
  // every niche gets a brand before any gets a second
  const niche = nicheSlugs[(index * 7) % nicheSlugs.length] as NicheSlug;
  const { kind, industry, goods } = random.pick(traitsOf(niche).trades);
  const country = random.weighted(countries);
  const city = random.pick(country.cities);
  const word = coined(random, taken);
  const name = random.chance(0.55) ? `${word} ${kind}` : word;
  const key = word.toLowerCase();
  // small makers without a site have only gram handles
  const isGramOnly = index % 9 === 5;
  const domain = `${key}.example`;
  const second = random.chance(0.35) ? [`${key}.${country.code.toLowerCase()}`] : [];
  return {
    niche,
    brand: {
      key,
      brandId: isGramOnly ? '' : domain,
      name,
      aliases: random.chance(0.5) ? [word, `${word} ${country.code}`].filter((alias) => alias !== name) : [],
      description: capitalised(
        random
          .pick(descriptions)
          .replaceAll('{name}', name)
          .replaceAll('{goods}', random.pick(goods))
          .replaceAll('{city}', city.name),
      ),
      companySize: isGramOnly ? '1-10' : random.pick(companySizes),
      keyPeople: isGramOnly
        ? []
        : Array.from(
            { length: random.int(1, 3) },
            () => nameFor(random, country.names, random.chance(0.5) ? 'female' : 'male').full,
          ),
      industries: [industry, ...(random.chance(0.3) ? ['E-commerce'] : [])],
      country: country.code,
      location: `${city.name}, ${country.code}`,
      website: isGramOnly ? '' : `https://${domain}`,
      socialMedia: isGramOnly
        ? [{ platform: 'gram', url: `https://gram.example/${key}` }]
        : random
            .shuffled(socialPlatforms)
            .slice(0, random.int(1, 3))
            .map((platform) => ({ platform, url: `https://${platform}.example/${key}` })),
      competitors: [],
      gramHandles: isGramOnly || random.chance(0.9) ? [key, ...second] : [],
    },
  };
}

/** Another order would change the world of a seed. */
const socialPlatforms: readonly Platform[] = ['gram', 'tube', 'clip'];

/** An unused invented word. The more words were tried, the longer the next one may be. */
function coined(random: Random, taken: Set<string>): string {
  for (let round = 0; ; round += 1) {
    const inner = Array.from({ length: random.int(1, 1 + Math.ceil(round / 6)) }, () =>
      random.pick(innerSyllables),
    ).join('');
    const word = random.pick(firstSyllables) + inner + random.pick(lastSyllables);
    if (taken.has(word)) continue;
    taken.add(word);
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
}
