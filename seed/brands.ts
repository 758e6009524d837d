import type { Platform } from '../src/core/platforms.ts';
import type { Brand } from '../src/creators/world/account.ts';
import { nameFor } from './names.ts';
import type { NicheSlug } from './niches.ts';
import { nicheSlugs } from './niches.ts';
import type { Person } from './person.ts';
import { countries } from './places.ts';
import { type Random, randomFor } from './random.ts';
import { capitalised } from './words.ts';

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
  const { kind, industry, goods } = random.pick(trades[niche]);
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

const firstSyllables =
  'vel,bra,nor,lum,kib,sor,tam,ori,pel,quin,rov,zel,mar,fin,hal,jun,del,cor,ves,ald,bri,sol,wen,tri,ko,mir,ely,dov,ras,ump'.split(
    ',',
  );
const innerSyllables = 'mo,la,ri,va,ni,do,le,ka,so,ti,bu,re,na,li,ro,pa'.split(',');
const lastSyllables = 'ra,lo,vi,que,nta,ssa,wick,dar,mio,zen,ble,ny,to,lin,rio,sk,gan,vo'.split(',');

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

const companySizes = [
  '1-10',
  '11-50',
  '11-50',
  '51-200',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '10001+',
];

const descriptions = [
  '{name}: {goods} from {city}.',
  'Founded in {city}, {name} is known for {goods}.',
  '{goods}, with care and without middlemen. {name} is at home in {city}.',
  '{goods} for everyday people. {name} works with creators in more than a dozen countries.',
  'From one room in {city}, {name} has grown into a trusted name for {goods}.',
];

/** The business of a brand: the word in its name, its industry and its goods agree. */
interface Trade {
  kind: string;
  industry: string;
  goods: string[];
}

const trade = (kind: string, industry: string, goods: string): Trade => ({
  kind,
  industry,
  goods: goods.split('|'),
});

const trades: Record<NicheSlug, readonly Trade[]> = {
  food: [
    trade('Foods', 'Food & Beverage', 'spices and sauces|lentil pasta|pickles and preserves'),
    trade('Kitchen', 'Cookware', 'cast iron pans|chef knives|enamel pots'),
    trade('Coffee', 'Coffee & Tea', 'small batch coffee|cold brew|single farm espresso'),
    trade('Pantry', 'Grocery', 'flour and grains|oat drinks|meal boxes'),
  ],
  fashion: [
    trade('Studio', 'Apparel & Fashion', 'tailored basics|linen sets|silk scarves'),
    trade('Denim', 'Apparel & Fashion', 'recycled denim|wide leg jeans|denim jackets'),
    trade('Bags', 'Accessories', 'canvas bags|leather belts|backpacks'),
    trade('Knit', 'Apparel & Fashion', 'knitwear|merino sweaters|wool socks'),
  ],
  beauty: [
    trade('Skin', 'Skincare', 'gentle skincare|mineral sunscreen|barrier creams'),
    trade('Beauty', 'Cosmetics', 'refillable lipsticks|cream blush|brow gels'),
    trade('Hair', 'Hair Care', 'curl creams|scalp oils|solid shampoo'),
    trade('Scents', 'Fragrance', 'solid perfumes|room sprays|scented candles'),
  ],
  fitness: [
    trade('Athletics', 'Sportswear', 'running belts|training shorts|sports bras'),
    trade('Nutrition', 'Sports Nutrition', 'plant protein|electrolyte drinks|energy bars'),
    trade('Fit', 'Fitness Equipment', 'resistance bands|kettlebells|folding benches'),
    trade('Yoga', 'Wellness', 'yoga mats|cork blocks|meditation cushions'),
  ],
  travel: [
    trade('Travel', 'Travel & Tourism', 'travel e-sims|small group tours|rail passes'),
    trade('Luggage', 'Luggage', 'carry-on luggage|packing cubes|garment bags'),
    trade('Stays', 'Hospitality', 'small hotels|forest cabins|city apartments'),
    trade('Outdoors', 'Outdoor Equipment', 'rain jackets|light tents|trekking poles'),
  ],
  gaming: [
    trade('Games', 'Computer Games', 'indie games|cozy games|puzzle games'),
    trade('Gaming', 'Computer Hardware', 'gaming headsets|controllers|quiet mice'),
    trade('Arcade', 'Entertainment', 'arcade evenings|pinball machines|retro cabinets'),
    trade('Chairs', 'Furniture', 'gaming chairs|lap desks|footrests'),
  ],
  tech: [
    trade('Labs', 'Software', 'password vaults|note apps|backup tools'),
    trade('Audio', 'Consumer Electronics', 'wireless earbuds|bookshelf speakers|desk microphones'),
    trade('Devices', 'Consumer Electronics', 'mechanical keyboards|phone cases|e-readers'),
    trade('Cloud', 'Cloud Services', 'web hosting|video calls|private storage'),
  ],
  comedy: [
    trade('Media', 'Entertainment', 'comedy podcasts|short films|streaming subscriptions'),
    trade('Snacks', 'Food & Beverage', 'crunchy snacks|popcorn|sour candy'),
    trade('Tickets', 'Events', 'comedy nights|festival passes|theater tickets'),
    trade('Play', 'Toys & Games', 'party games|card games|quiz boxes'),
  ],
  music: [
    trade('Sound', 'Music Technology', 'home studio microphones|audio interfaces|sample packs'),
    trade('Strings', 'Musical Instruments', 'guitar strings|bass strings|picks and straps'),
    trade('Amps', 'Musical Instruments', 'practice amps|pedals|pocket amplifiers'),
    trade('Records', 'Music', 'vinyl records|live sessions|sheet music'),
  ],
  dance: [
    trade('Dance', 'Performing Arts', 'online dance classes|summer workshops|studio passes'),
    trade('Stage', 'Apparel & Fashion', 'stage wear|rehearsal sets|costumes'),
    trade('Footwear', 'Footwear', 'dance shoes|canvas sneakers|heels for beginners'),
    trade('Speakers', 'Consumer Electronics', 'portable speakers|studio speakers|wireless microphones'),
  ],
  parenting: [
    trade('Baby', 'Baby Products', 'baby carriers|bottle warmers|cloth diapers'),
    trade('Kids', 'Apparel & Fashion', 'organic baby clothes|rain boots|school bags'),
    trade('Family', 'Consumer Goods', 'lunch boxes|reusable bottles|night lights'),
    trade('Toys', 'Toys & Games', 'wooden toys|building blocks|craft boxes'),
  ],
  pets: [
    trade('Pets', 'Pet Products', 'leashes|cat furniture|chew toys'),
    trade('Paws', 'Pet Food', 'fresh dog food|cat treats|grain-free kibble'),
    trade('Petcare', 'Veterinary Services', 'vet visits by video|pet insurance|dental care for dogs'),
    trade('Aqua', 'Pet Products', 'aquarium lights|planted tanks|fish food'),
  ],
  home: [
    trade('Home', 'Furniture & Home', 'modular shelves|linen bedding|reading lamps'),
    trade('Paint', 'Home Improvement', 'wall paint|peel-off wallpaper|wood oil'),
    trade('Tools', 'Home Improvement', 'cordless tools|measuring kits|workbenches'),
    trade('Garden', 'Gardening', 'plant pots|balcony planters|seeds'),
  ],
  finance: [
    trade('Pay', 'Financial Technology', 'a travel card|instant transfers|payment links'),
    trade('Money', 'Financial Services', 'a budgeting app|savings accounts|debt plans'),
    trade('Invest', 'Financial Services', 'index portfolios|savings plans|pension checks'),
    trade('Books', 'Software', 'invoicing software|tax returns by phone|bookkeeping for freelancers'),
  ],
  books: [
    trade('Press', 'Publishing', 'paperbacks|translated novels|poetry'),
    trade('Books', 'Book Trade', 'book boxes|used books|gift editions'),
    trade('Audio', 'Publishing', 'audiobooks|audio dramas|bedtime stories'),
    trade('Pages', 'Stationery', 'reading journals|bookmarks|notebooks'),
  ],
  art: [
    trade('Paper', 'Stationery', 'watercolor paper|sketchbooks|postcards'),
    trade('Pigments', 'Arts & Crafts', 'acrylic markers|watercolors|inks'),
    trade('Tablets', 'Consumer Electronics', 'drawing tablets|styluses|display stands'),
    trade('Clay', 'Arts & Crafts', 'pottery kits|air-dry clay|glazes'),
  ],
};
