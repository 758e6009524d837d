import { dayMs } from '../../src/core/durations.ts';
import { type ClipAccount, type ClipContent, epochAt } from '../../src/world/account.ts';

/** Numbers that look random and are the same in every run. */
export function randomNumbers(seed: number) {
  let state = seed;
  const unit = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(unit() * most);
  return {
    unit,
    below,
    /** Most stay near the typical figure, a few are fifty times as large. */
    longTail: (typical: number): number => Math.floor(typical / (0.02 + unit())),
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    /** The first ones far more often than the last ones. */
    pickEarly: <T>(of: readonly T[]): T => of[Math.floor(unit() * unit() * unit() * of.length)] as T,
  };
}
export type RandomNumbers = ReturnType<typeof randomNumbers>;

const syllables = 'ba be bi do da ka ki lo la ma mi no na pe ri ra sa so ta ti tu va wo za'.split(' ');
export const countries =
  'USA GBR DEU FRA ESP ITA BRA MEX IND IDN JPN KOR TUR NGA ZAF CAN AUS IRL CHE AUT'.split(' ');

/** As many words as the captions of a large world hold. */
export const lexicon: readonly string[] = (() => {
  const { below, pick } = randomNumbers(7);
  return Array.from({ length: 9000 }, () =>
    Array.from({ length: 1 + below(4) }, () => pick(syllables)).join(''),
  );
})();
export const hashtags: readonly string[] = lexicon.slice(0, 3000).map((word) => `#${word}`);

/** Clip creators with `wanted` contents between them, made one by one. */
export function* syntheticClips(wanted: number): Generator<ClipAccount> {
  const random = randomNumbers(1);
  for (let made = 0, number = 0; made < wanted; number++) {
    const listed = Math.min(wanted - made, 28 + random.below(12));
    const contents = Array.from({ length: listed }, (_, index) => content(random, made + index, index));
    made += listed;
    yield account(random, number, contents);
  }
}

function content(random: RandomNumbers, number: number, index: number): ClipContent {
  const tags = Array.from({ length: 1 + random.below(5) }, () => random.pickEarly(hashtags));
  const words = Array.from({ length: 7 + random.below(5) }, () => random.pickEarly(lexicon)).join(' ');
  const views = random.longTail(4000);
  const likes = Math.floor(views * random.unit() * 0.2);
  return {
    kind: 'video',
    id: String(7_000_000_000_000_000_000n + BigInt(number) * 7919n),
    publishedAt: epochAt - index * 3 * dayMs - random.below(2 * dayMs) - 1,
    lengthSec: random.below(120),
    text: `${words}${random.pick(['.', '!', ' 🔥', ' 😋', ', yes'])} ${tags.join(' ')}`,
    hashtags: tags,
    views,
    likes,
    comments: Math.floor(likes * random.unit() * 0.1),
    shares: Math.floor(likes * random.unit() * 0.1),
    commerceHashtags: [],
    audio: { id: '', title: '', author: '', album: '' },
    isAd: false,
    isDuetEnabled: true,
  };
}

const account = (random: RandomNumbers, number: number, contents: ClipContent[]): ClipAccount => ({
  platform: 'clip',
  handle: `${random.pick(lexicon)}.${number}`,
  displayName: `${random.pick(lexicon)} ${random.pick(lexicon)}`,
  category: '',
  bio: '',
  country: random.pick(countries),
  languages: ['eng'],
  niches: [`${random.pick(syllables)}_All`],
  links: [],
  emails: [],
  isBusiness: false,
  isPrivate: false,
  isVerified: false,
  createdAt: epochAt - 900 * dayMs,
  updatedAt: epochAt,
  following: 100,
  followerWeeks: [random.longTail(5000)],
  audience: {
    locations: [{ country: random.pick(countries), share: 0.5 }],
    maleRatio: 0.5,
    ages: [0, 1, 0, 0, 0, 0, 0],
  },
  related: [],
  linked: { clip: '', gram: '', tube: '' },
  seed: number,
  older: [],
  ranks: {},
  contents,
});
