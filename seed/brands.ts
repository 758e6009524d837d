import type { Platform } from '../src/core/platforms.ts';
import type { Brand } from '../src/world/account.ts';
import { nameFor } from './names.ts';
import type { NicheSlug } from './niches.ts';
import { nicheSlugs, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { countries } from './places.ts';
import { type Random, randomFor } from './random.ts';
import { capitalised } from './words.ts';

/** All brands of a world and their sponsorships. */
export interface BrandBook {
  brands: readonly Brand[];
  /** The brands that sponsor this person; few people below 3,000 followers have any. */
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
      const rivals = [1, 2, 3].map((step) => brands[(index + step) % brands.length]?.name ?? '');
      brand.competitors = [...new Set(rivals)].filter((name) => name !== '' && name !== brand.name);
    }
  }
  const all = made.map(({ brand }) => brand);
  return {
    brands: all,
    partnersOf(random, person, followers) {
      const willing = followers < 1500 ? 0.02 : followers < 10_000 ? 0.25 : followers < 100_000 ? 0.55 : 0.8;
      if (!random.chance(willing)) return [];
      const own = byNiche.get(person.niche) ?? [];
      const wanted = random.int(1, followers > 100_000 ? 6 : 3);
      const found = new Set<Brand>();
      for (let n = 0; n < wanted; n += 1) {
        const shelf = own.length > 0 && random.chance(0.88) ? own : all;
        // the first brands of a niche spend most
        found.add(shelf[Math.floor(random.unit() * random.unit() * shelf.length)] as Brand);
      }
      return [...found];
    },
  };
}

function brandAt(seed: number, index: number, taken: Set<string>): { niche: NicheSlug; brand: Brand } {
  const random = randomFor(seed, 'brand', index);
  // every niche gets a brand before any gets a second
  const niche = nicheSlugs[(index * 7) % nicheSlugs.length] as NicheSlug;
  const trade = trades[niche];
  const country = random.weighted(countries);
  const city = random.pick(country.cities);
  const word = coined(random, taken);
  const kind = random.pick(trade.kinds);
  const name = random.chance(0.55) ? `${word} ${kind}` : word;
  const key = word.toLowerCase();
  // with gram handles only: small makers without a site of their own
  const homeless = index % 9 === 5;
  const domain = `${key}.example`;
  const second = random.chance(0.35) ? [`${key}.${country.code.toLowerCase()}`] : [];
  return {
    niche,
    brand: {
      key,
      brandId: homeless ? '' : domain,
      name,
      aliases: random.chance(0.5) ? [word, `${word} ${country.code}`].filter((alias) => alias !== name) : [],
      description: capitalised(
        random
          .pick(descriptions)
          .replaceAll('{name}', name)
          .replaceAll('{goods}', random.pick(trade.goods))
          .replaceAll('{city}', city.name),
      ),
      companySize: homeless ? '1-10' : random.pick(sizes),
      keyPeople: homeless
        ? []
        : Array.from(
            { length: random.int(1, 3) },
            () => nameFor(random, country.names, random.chance(0.5) ? 'female' : 'male').full,
          ),
      industries: [trade.industry, ...(random.chance(0.4) ? [traitsOf(niche).name] : [])],
      country: country.code,
      location: `${city.name}, ${country.code}`,
      website: homeless ? '' : `https://${domain}`,
      socialMedia: homeless
        ? [{ platform: 'gram', url: `https://gram.example/${key}` }]
        : random
            .shuffled(socialPlatforms)
            .slice(0, random.int(1, 3))
            .map((platform) => ({ platform, url: `https://${platform}.example/${key}` })),
      competitors: [],
      gramHandles: homeless || random.chance(0.9) ? [key, ...second] : [],
    },
  };
}

/** The order is fixed: another one would make other worlds of the same seed. */
const socialPlatforms: readonly Platform[] = ['gram', 'tube', 'clip'];

const starts =
  'vel,bra,nor,lum,kib,sor,tam,ori,pel,quin,rov,zel,mar,fin,hal,jun,del,cor,ves,ald,bri,sol,wen,tri,ko,mir,ely,dov,ras,ump'.split(
    ',',
  );
const middles = 'mo,la,ri,va,ni,do,le,ka,so,ti,bu,re,na,li,ro,pa'.split(',');
const ends = 'ra,lo,vi,que,nta,ssa,wick,dar,mio,zen,ble,ny,to,lin,rio,sk,gan,vo'.split(',');

/** An invented word, longer each time all shorter ones are used. */
function coined(random: Random, taken: Set<string>): string {
  for (let round = 0; ; round += 1) {
    const inner = Array.from({ length: random.int(1, 1 + Math.ceil(round / 6)) }, () =>
      random.pick(middles),
    ).join('');
    const word = random.pick(starts) + inner + random.pick(ends);
    if (taken.has(word)) continue;
    taken.add(word);
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
}

const sizes = ['1-10', '11-50', '11-50', '51-200', '51-200', '201-500', '501-1000', '1001-5000', '10001+'];

const descriptions = [
  '{name} makes {goods} in {city} and ships them across the world.',
  'Founded in {city}, {name} is known for {goods}.',
  '{name}: {goods}, made with care and sold without middlemen.',
  '{goods} for everyday people. {name} works with creators in more than a dozen countries.',
  'From a workshop in {city}, {name} has grown into a trusted source of {goods}.',
];

const split = (text: string): string[] => text.split('|');

const trades: Record<NicheSlug, { industry: string; kinds: string[]; goods: string[] }> = {
  food: {
    industry: 'Food & Beverage',
    kinds: split('Foods|Kitchen|Coffee|Pantry'),
    goods: split('spices and sauces|oat drinks|cast iron pans|small batch coffee'),
  },
  fashion: {
    industry: 'Apparel & Fashion',
    kinds: split('Studio|Denim|Apparel|Wear'),
    goods: split('recycled denim|everyday basics|canvas bags|knitwear'),
  },
  beauty: {
    industry: 'Cosmetics',
    kinds: split('Skin|Beauty|Cosmetics|Hair'),
    goods: split('gentle skincare|refillable lipsticks|mineral sunscreen|curl creams'),
  },
  fitness: {
    industry: 'Health & Fitness',
    kinds: split('Athletics|Nutrition|Fit|Sport'),
    goods: split('resistance bands|plant protein|running belts|yoga mats'),
  },
  travel: {
    industry: 'Travel & Tourism',
    kinds: split('Travel|Luggage|Stays|Outdoors'),
    goods: split('carry-on luggage|travel e-sims|small hotels|rain jackets'),
  },
  gaming: {
    industry: 'Computer Games',
    kinds: split('Games|Interactive|Gaming|Arcade'),
    goods: split('gaming headsets|indie games|controllers|gaming chairs'),
  },
  tech: {
    industry: 'Consumer Electronics',
    kinds: split('Labs|Audio|Devices|Cloud'),
    goods: split('wireless earbuds|mechanical keyboards|password vaults|phone cases'),
  },
  comedy: {
    industry: 'Entertainment',
    kinds: split('Media|Snacks|Live|Tickets'),
    goods: split('comedy nights|party games|crunchy snacks|streaming subscriptions'),
  },
  music: {
    industry: 'Music',
    kinds: split('Sound|Strings|Instruments|Audio'),
    goods: split('guitar strings|home studio microphones|sample packs|practice amps'),
  },
  dance: {
    industry: 'Performing Arts',
    kinds: split('Dance|Movement|Stage|Footwear'),
    goods: split('dance shoes|online dance classes|stage wear|portable speakers'),
  },
  parenting: {
    industry: 'Consumer Goods',
    kinds: split('Baby|Kids|Family|Toys'),
    goods: split('wooden toys|baby carriers|lunch boxes|organic baby clothes'),
  },
  pets: {
    industry: 'Pet Products',
    kinds: split('Pets|Paws|Petcare|Aqua'),
    goods: split('fresh dog food|cat furniture|aquarium lights|leashes'),
  },
  home: {
    industry: 'Furniture & Home',
    kinds: split('Home|Living|Tools|Garden'),
    goods: split('modular shelves|wall paint|cordless tools|plant pots'),
  },
  finance: {
    industry: 'Financial Services',
    kinds: split('Pay|Money|Invest|Books'),
    goods: split('a budgeting app|invoicing software|savings accounts|index portfolios'),
  },
  books: {
    industry: 'Publishing',
    kinds: split('Press|Books|Audio|Stories'),
    goods: split('audiobooks|e-readers|book boxes|paperbacks'),
  },
  art: {
    industry: 'Arts & Crafts',
    kinds: split('Paper|Pigments|Arts|Clay'),
    goods: split('watercolor paper|drawing tablets|pottery kits|acrylic markers'),
  },
};
