import { allNiches, type Niche, type Platform } from '../src/creators/world/account.ts';

/**
 * The properties of a niche, except for its words (`words/`). Sub-niches are in the order of the items there.
 */
export interface NicheTraits {
  weight: number;
  name: string;
  subs: readonly [Sub, Sub, Sub];
  emoji: readonly string[];
  /** Typical share of men among the audience. */
  male: number;
  /** Typical age of the audience in years. */
  age: number;
  /** How active the audience is; 1 is average. */
  lively: number;
  clipCategory: string;
  gramCategories: readonly string[];
  gramBusiness: string;
  tubeCategory: string;
  tubeAside: string;
  /** Labels of an image recogniser. */
  contains: readonly string[];
  /** Latin words for handles. */
  handles: readonly string[];
}

interface Sub {
  slug: string;
  name: string;
}

const sub = (slug: string, name: string): Sub => ({ slug, name });
const splitWords = (text: string): string[] => text.split(' ');
const parts = (text: string): string[] => text.split('|');

export const niches = {
  food: {
    weight: 12,
    name: 'Food',
    subs: [sub('baking', 'Baking'), sub('home-cooking', 'Home cooking'), sub('street-food', 'Street food')],
    emoji: splitWords('🍞 🍜 🍋 🧄 🔥 😋 🍅 🥐 👩‍🍳'),
    male: 0.38,
    age: 33,
    lively: 1.05,
    clipCategory: 'Food & Drink',
    gramCategories: parts('Chef|Food blogger|Recipe creator|Digital creator'),
    gramBusiness: 'Food & beverage',
    tubeCategory: 'Howto & Style',
    tubeAside: 'People & Blogs',
    contains: parts('food|plate|table|indoor|drink|fruit|bread|kitchen'),
    handles: splitWords('cooks eats kitchen bakes table plate pantry oven'),
  },
  fashion: {
    weight: 9,
    name: 'Fashion',
    subs: [sub('everyday-style', 'Everyday style'), sub('thrift', 'Thrift'), sub('streetwear', 'Streetwear')],
    emoji: splitWords('👗 🧥 👟 🖤 ✨ 👜 🧵 🤍'),
    male: 0.27,
    age: 26,
    lively: 1,
    clipCategory: 'Fashion',
    gramCategories: parts('Fashion stylist|Digital creator|Fashion blogger|Model'),
    gramBusiness: 'Clothing & accessories',
    tubeCategory: 'Howto & Style',
    tubeAside: 'People & Blogs',
    contains: parts('one person|standing|outdoor|jacket|bag|shoes|street|mirror'),
    handles: splitWords('wears wardrobe closet styled looks threads hanger outfit'),
  },
  beauty: {
    weight: 9,
    name: 'Beauty',
    subs: [sub('makeup', 'Makeup'), sub('skincare', 'Skincare'), sub('hair', 'Hair')],
    emoji: splitWords('💄 ✨ 🧴 🌸 💅 💆‍♀️ 🤍 🫧'),
    male: 0.14,
    age: 26,
    lively: 1.05,
    clipCategory: 'Beauty',
    gramCategories: parts('Makeup artist|Beauty creator|Digital creator|Skin care enthusiast'),
    gramBusiness: 'Beauty, cosmetic & personal care',
    tubeCategory: 'Howto & Style',
    tubeAside: 'Entertainment',
    contains: parts('one person|close-up|cosmetics|indoor|lipstick|hair|mirror|bottle'),
    handles: splitWords('glow beauty skin brushes glam curls blush'),
  },
  fitness: {
    weight: 8,
    name: 'Fitness',
    subs: [sub('strength', 'Strength training'), sub('yoga', 'Yoga'), sub('running', 'Running')],
    emoji: splitWords('💪 🏃 🧘 🔥 🏋️ 🥇 ⏱️ 👟'),
    male: 0.52,
    age: 29,
    lively: 0.95,
    clipCategory: 'Sports & Fitness',
    gramCategories: parts('Fitness trainer|Athlete|Coach|Digital creator'),
    gramBusiness: 'Sports & recreation',
    tubeCategory: 'Sports',
    tubeAside: 'Howto & Style',
    contains: parts('one person|gym|outdoor|exercise|shoes|mat|sky|track'),
    handles: splitWords('moves lifts runs strong fit trains miles flow'),
  },
  travel: {
    weight: 8,
    name: 'Travel',
    subs: [sub('city-trips', 'City trips'), sub('hiking', 'Hiking'), sub('budget-travel', 'Budget travel')],
    emoji: splitWords('✈️ 🌍 🏔️ 🌊 🧳 🗺️ 🌅 🚂'),
    male: 0.48,
    age: 32,
    lively: 0.95,
    clipCategory: 'Travel',
    gramCategories: parts('Travel blogger|Photographer|Digital creator|Tour guide'),
    gramBusiness: 'Travel & transportation',
    tubeCategory: 'Travel & Events',
    tubeAside: 'People & Blogs',
    contains: parts('outdoor|sky|mountain|sea|street|building|sunset|backpack'),
    handles: splitWords('wanders roams travels away onfoot maps detours trails'),
  },
  gaming: {
    weight: 8,
    name: 'Gaming',
    subs: [sub('cozy-games', 'Cozy games'), sub('shooters', 'Shooters'), sub('retro-games', 'Retro games')],
    emoji: splitWords('🎮 🕹️ 👾 😂 🔥 🏆 💀 🌱'),
    male: 0.74,
    age: 22,
    lively: 1.1,
    clipCategory: 'Gaming',
    gramCategories: parts('Gaming video creator|Video creator|Gamer'),
    gramBusiness: 'Media & entertainment',
    tubeCategory: 'Gaming',
    tubeAside: 'Entertainment',
    contains: parts('screen|indoor|headphones|keyboard|text|monitor|cartoon|one person'),
    handles: splitWords('plays pixels respawn quest joystick games lobby'),
  },
  tech: {
    weight: 6,
    name: 'Tech',
    subs: [sub('gadgets', 'Gadgets'), sub('coding', 'Coding'), sub('desk-setups', 'Desk setups')],
    emoji: splitWords('💻 📱 🔋 🤖 ⌨️ 🎧 💡 🛠️'),
    male: 0.76,
    age: 28,
    lively: 0.8,
    clipCategory: 'Technology',
    gramCategories: parts('Digital creator|Software developer|Science & technology creator'),
    gramBusiness: 'Science, technology & engineering',
    tubeCategory: 'Science & Technology',
    tubeAside: 'Howto & Style',
    contains: parts('phone|laptop|desk|screen|indoor|cable|keyboard|text'),
    handles: splitWords('bytes tech codes unboxed builds desk circuit'),
  },
  comedy: {
    weight: 8,
    name: 'Comedy',
    subs: [
      sub('sketches', 'Sketches'),
      sub('office-humor', 'Office humor'),
      sub('family-humor', 'Family humor'),
    ],
    emoji: splitWords('😂 😭 💀 🤣 🙃 😅 🤡 🎭'),
    male: 0.53,
    age: 25,
    lively: 1.3,
    clipCategory: 'Comedy',
    gramCategories: parts('Comedian|Video creator|Actor|Entertainer'),
    gramBusiness: 'Media & entertainment',
    tubeCategory: 'Comedy',
    tubeAside: 'Entertainment',
    contains: parts('one person|two people|indoor|text|sofa|office|smiling|microphone'),
    handles: splitWords('laughs jokes notserious sketchy giggles punchline'),
  },
  music: {
    weight: 6,
    name: 'Music',
    subs: [sub('guitar', 'Guitar'), sub('singing', 'Singing'), sub('music-production', 'Music production')],
    emoji: splitWords('🎶 🎸 🎤 🎹 🎧 🥁 💿 🖤'),
    male: 0.56,
    age: 26,
    lively: 1.1,
    clipCategory: 'Music',
    gramCategories: parts('Musician|Singer|Artist|Music producer'),
    gramBusiness: 'Musician or band',
    tubeCategory: 'Music',
    tubeAside: 'Entertainment',
    contains: parts('guitar|microphone|one person|stage|indoor|piano|headphones|light'),
    handles: splitWords('sings plays beats strings sounds music chords'),
  },
  dance: {
    weight: 5,
    name: 'Dance',
    subs: [sub('choreography', 'Choreography'), sub('hip-hop', 'Hip-hop'), sub('latin-dance', 'Latin dance')],
    emoji: splitWords('💃 🕺 🔥 🎶 🩰 ✨ 👯 🖤'),
    male: 0.32,
    age: 22,
    lively: 1.25,
    clipCategory: 'Dance',
    gramCategories: parts('Dancer|Choreographer|Artist|Performer'),
    gramBusiness: 'Dance studio',
    tubeCategory: 'Entertainment',
    tubeAside: 'Music',
    contains: parts('dancing|one person|studio|mirror|floor|shoes|group|stage'),
    handles: splitWords('dances moves steps choreo rhythm spins'),
  },
  parenting: {
    weight: 6,
    name: 'Parenting',
    subs: [sub('newborns', 'Newborns'), sub('toddlers', 'Toddlers'), sub('school-kids', 'School kids')],
    emoji: splitWords('👶 🍼 🧸 💛 😴 🎒 🖍️ 🥣'),
    male: 0.18,
    age: 34,
    lively: 1.05,
    clipCategory: 'Family',
    gramCategories: parts('Family blogger|Digital creator|Parenting coach'),
    gramBusiness: 'Personal blog',
    tubeCategory: 'People & Blogs',
    tubeAside: 'Howto & Style',
    contains: parts('child|baby|toy|indoor|sofa|book|table|stroller'),
    handles: splitWords('family mama kids athome littles nest'),
  },
  pets: {
    weight: 6,
    name: 'Pets',
    subs: [sub('dogs', 'Dogs'), sub('cats', 'Cats'), sub('aquariums', 'Aquariums')],
    emoji: splitWords('🐶 🐱 🐾 🐠 🦴 🥹 😹 💛'),
    male: 0.37,
    age: 30,
    lively: 1.25,
    clipCategory: 'Animals',
    gramCategories: parts('Pet owner|Dog trainer|Digital creator|Pet blogger'),
    gramBusiness: 'Pet service',
    tubeCategory: 'Pets & Animals',
    tubeAside: 'People & Blogs',
    contains: parts('dog|cat|grass|sofa|aquarium|fish|outdoor|indoor'),
    handles: splitWords('paws tails whiskers pets fins woofs'),
  },
  home: {
    weight: 6,
    name: 'Home',
    subs: [sub('interiors', 'Interiors'), sub('diy', 'DIY'), sub('plants', 'Plants')],
    emoji: splitWords('🏡 🪴 🔨 🪑 🎨 🛋️ 🌿 🕯️'),
    male: 0.3,
    age: 36,
    lively: 0.95,
    clipCategory: 'Home & Garden',
    gramCategories: parts('Interior designer|Home decor creator|Gardener|Digital creator'),
    gramBusiness: 'Home goods & decor',
    tubeCategory: 'Howto & Style',
    tubeAside: 'People & Blogs',
    contains: parts('room|sofa|plant|wall|lamp|wood|indoor|window'),
    handles: splitWords('home builds nook plants diy rooms workshop'),
  },
  finance: {
    weight: 4,
    name: 'Finance',
    subs: [sub('saving', 'Saving'), sub('investing', 'Investing'), sub('freelancing', 'Freelancing')],
    emoji: splitWords('💸 📈 🧾 🪙 📊 🏦 ✅ 💡'),
    male: 0.62,
    age: 32,
    lively: 0.75,
    clipCategory: 'Finance',
    gramCategories: parts('Financial coach|Entrepreneur|Educator|Digital creator'),
    gramBusiness: 'Financial service',
    tubeCategory: 'Education',
    tubeAside: 'Howto & Style',
    contains: parts('text|chart|desk|laptop|one person|paper|coins|indoor'),
    handles: splitWords('money budget saves invests pennies ledger'),
  },
  books: {
    weight: 4,
    name: 'Books',
    subs: [sub('romance-books', 'Romance'), sub('fantasy-books', 'Fantasy'), sub('crime-books', 'Crime')],
    emoji: splitWords('📚 📖 ☕ 🕯️ 🔪 🐉 💔 🤓'),
    male: 0.2,
    age: 28,
    lively: 1,
    clipCategory: 'Books',
    gramCategories: parts('Book blogger|Writer|Reader|Digital creator'),
    gramBusiness: 'Book & magazine',
    tubeCategory: 'Entertainment',
    tubeAside: 'Education',
    contains: parts('book|coffee|table|shelf|indoor|blanket|candle|hand'),
    handles: splitWords('reads pages shelf chapters booked papercuts'),
  },
  art: {
    weight: 5,
    name: 'Art',
    subs: [sub('watercolor', 'Watercolor'), sub('digital-art', 'Digital art'), sub('pottery', 'Pottery')],
    emoji: splitWords('🎨 🖌️ 🏺 ✏️ 🖼️ 💙 🌀 ✨'),
    male: 0.4,
    age: 27,
    lively: 1.1,
    clipCategory: 'Art',
    gramCategories: parts('Artist|Illustrator|Potter|Digital creator'),
    gramBusiness: 'Art gallery',
    tubeCategory: 'Howto & Style',
    tubeAside: 'Education',
    contains: parts('drawing|painting|hand|paper|clay|table|tablet|brush'),
    handles: splitWords('draws paints clay ink studio sketches'),
  },
} satisfies Record<string, NicheTraits>;

export type NicheSlug = keyof typeof niches;

export const nicheSlugs = Object.keys(niches) as NicheSlug[];

export const traitsOf = (slug: NicheSlug): NicheTraits => niches[slug];

/** `id_homecooking_HowtoStyle`: slugs have no hyphens, categories no spaces (observed). */
export const nicheId = (slug: string, category: string): string =>
  `id_${slug.replaceAll('-', '')}_${category.replaceAll(' ', '')}`;

/** On clip and gram all niches have one category; on tube they have that of their channels, in words (observed). */
export const nicheCategoryOn = (platform: Platform, { tubeCategory }: NicheTraits): string =>
  platform === 'tube' ? tubeCategory.replace(' & ', ' ') : allNiches;

/** Every niche and sub-niche of a platform. */
export const nicheList = (platform: Platform): Niche[] =>
  nicheSlugs.flatMap((slug) => {
    const traits = traitsOf(slug);
    const category = nicheCategoryOn(platform, traits);
    return [sub(slug, traits.name), ...traits.subs].map((each) => nicheOf(each, category));
  });

/** Every topic of tube: a sub-niche within its niche, `id_baking_Food`, and the whole niche, `id_food_All`. */
export const topicList = (): Niche[] =>
  nicheSlugs.flatMap((slug) => {
    const { name, subs } = traitsOf(slug);
    return [nicheOf(sub(slug, name), allNiches), ...subs.map((each) => nicheOf(each, name))];
  });

const nicheOf = ({ slug, name }: Sub, category: string): Niche => ({
  id: nicheId(slug, category),
  name,
  category,
});
