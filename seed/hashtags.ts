import type { Platform } from '../src/core/platforms.ts';
import { power } from './exact.ts';
import { traitsOf } from './niches.ts';
import type { Spoken } from './person.ts';
import type { Random } from './random.ts';
import type { Voice } from './voice.ts';

/** The hashtags of a content, without `#`. */
export type Tagger = (isAd: boolean) => string[];

/**
 * One person in ten uses no hashtags, others up to eight on a content. Which they are follows Zipf's law: a few that
 * everybody of the niche writes, then those that its creators have in common, then a long tail of rare ones.
 */
export function taggerFor(
  random: Random,
  habits: Random,
  voice: Voice,
  person: Spoken,
  platform: Platform,
): Tagger {
  const own = ownTags(habits, voice, person);
  const general = generalTags(habits, voice, platform);
  const most = habits.chance(0.1) ? 0 : habits.int(1, 6);
  return (isAd) => {
    const tags = new Set(isAd ? [random.pick(voice.adTags)] : []);
    if (most > 0 && random.chance(0.9)) {
      for (let count = random.int(1, most); count > 0; count -= 1) tags.add(byRank(random, own));
      if (random.chance(generalShares[platform])) tags.add(byRank(random, general));
    }
    return [...tags];
  };
}

/** Draws the first most often, the second half as often, the third a third as often and so on. */
function byRank(random: Random, ranked: readonly string[]): string {
  const rank = Math.floor(power(ranked.length + 1, random.unit()));
  return ranked[Math.min(rank, ranked.length) - 1] as string;
}

/** The hashtags of a person's subject, the usual ones first. */
function ownTags(habits: Random, { language, niches }: Voice, { niche, sub, city }: Spoken): string[] {
  const { name, tags, items } = niches[niche];
  const plain = (text: string): string => hashtag(text, language);
  const names = [plain(name), niche];
  const narrow = (traitsOf(niche).subs[sub]?.slug ?? '').replaceAll('-', '');
  const local = [name, ...tags.slice(0, 3)].map((tag) => `${tag} ${city.name}`);
  const rare = [...(items[sub] ?? []), ...local].map(plain).filter((tag) => [...tag].length <= maxLength);
  return [
    ...new Set([
      ...(language === 'eng' ? [...names.reverse(), narrow] : names),
      ...leaning(habits, language === 'eng' ? tags : [...tags, narrow]).slice(0, 6),
      ...habits.shuffled(rare).slice(0, habits.int(2, 7)),
    ]),
  ];
}

/** Longer ones are not written. */
const maxLength = 24;

/** `a lemon drizzle cake` → `lemondrizzlecake`. Arabic joins words by a line. */
const hashtag = (text: string, language: string): string =>
  text
    .replace(/^(an?|the|my) /, '')
    .toLowerCase()
    .replaceAll('i̇', 'i')
    .replace(/[\s-]+/gu, language === 'ara' ? '_' : '')
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '');

/** Mostly in their order: each is moved a little. */
const leaning = (habits: Random, tags: readonly string[]): string[] =>
  tags
    .map((tag, index) => ({ tag, at: (index + 1) * habits.longTail(1, 0.6) }))
    .sort((a, b) => a.at - b.at)
    .map(({ tag }) => tag);

/** Hashtags that people of all languages use on a platform. */
const platformTags: Readonly<Record<Platform, readonly string[]>> = {
  clip: ['fyp', 'foryou', 'foryoupage', 'viral', 'duet', 'trending'],
  gram: ['love', 'photooftheday', 'reels', 'picoftheday', 'explorepage', 'weekend'],
  tube: ['shorts', 'vlog', 'howto', 'tutorial', 'review', 'subscribe'],
};

/** The share of tagged contents that also have a general hashtag. */
const generalShares: Readonly<Record<Platform, number>> = { clip: 0.6, gram: 0.4, tube: 0.3 };

/** The first general tags of a language call for the feed of clip. */
const feedTags = 3;

function generalTags(habits: Random, voice: Voice, platform: Platform): string[] {
  const ofLanguage = platform === 'clip' ? voice.tags : voice.tags.slice(feedTags);
  // a leading tag of the platform is a favourite of many
  return [...new Set([...platformTags[platform].slice(0, habits.int(1, 6)), ...habits.shuffled(ofLanguage)])];
}
