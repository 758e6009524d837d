import { epochAt, type GramAccount, type GramContent } from '../src/creators/world/account.ts';
import { appealOf, earlierOf, everyDaysOf, type Profile, profileOf, responseOf } from './account.ts';
import type { BrandBook } from './brands.ts';
import { type Figures, figuresOf, manners } from './figures.ts';
import { followersAt } from './growth.ts';
import type { Handles } from './handles.ts';
import { shortId } from './ids.ts';
import { type NicheTraits, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { type Random, randomFor } from './random.ts';
import { rhythmOf } from './rhythm.ts';
import { soundOf } from './sounds.ts';
import { voiceOf } from './voices.ts';
import { speakerFor } from './words.ts';

/** @param friends gram handles that this person knows and tags */
export function gramAccount(
  seed: number,
  person: Person,
  handles: Handles,
  friends: readonly string[],
  brands: BrandBook,
): GramAccount {
  const random = randomFor(seed, 'gram', person.index);
  const profile = profileOf(random, seed, person, handles, {
    platform: 'gram',
    olderBy: 1,
  });
  const followers = profile.followerWeeks[0] as number;
  const isPrivate = followers < 1000 && person.index > 0 && random.chance(0.05);
  const isBusiness = random.chance(followers > 20_000 ? 0.55 : 0.22);
  const traits = traitsOf(person.niche);
  const rhythm = rhythmOf(random, {
    epochAt,
    createdAt: profile.createdAt,
    everyDays: everyDaysOf(person, followers) * random.between(0.8, 1.8),
    silentDays: person.silentDays,
    seenAt: profile.updatedAt,
    utc: person.country.utc,
    listed: random.int(36, 60),
  });
  const contents = isPrivate
    ? []
    : postsOf(random, person, handles.gram, friends, rhythm.publishedAt, profile, brands);
  return {
    platform: 'gram',
    handle: handles.gram,
    ...profile,
    category: random.chance(0.8) ? random.pick(traits.gramCategories) : '',
    categoryBusiness: isBusiness ? traits.gramBusiness : '',
    isBusiness,
    isPrivate,
    older: isPrivate ? [] : earlierOf(rhythm, contents, ['image', 'reel']),
    contents,
  };
}

function postsOf(
  random: Random,
  person: Person,
  handle: string,
  friends: readonly string[],
  publishedAt: readonly number[],
  profile: Profile,
  brands: BrandBook,
): GramContent[] {
  const weeks = profile.followerWeeks;
  const speaker = speakerFor(random, person, { platform: 'gram', ...profile });
  const appeal = appealOf(random, person, 'gram');
  const response = responseOf(random, person, weeks[0] as number);
  const reelShare = random.between(0.2, 0.8);
  const typicalLength = random.between(9, 40);
  const voice = voiceOf(person.languages[0] ?? 'eng');
  const traits = traitsOf(person.niche);
  const partners = brands
    .partnersOf(random, person, weeks[0] as number)
    .filter((brand) => brand.gramHandles.length > 0);
  return publishedAt.map((at) => {
    const isReel = random.chance(reelShare);
    const sponsors =
      partners.length > 0 && random.chance(0.1)
        ? random.shuffled(partners).slice(0, random.chance(0.12) ? 2 : 1)
        : [];
    const mention = sponsors.map((brand) => `@${brand.gramHandles[0]}`).join(' x ');
    const { text, hashtags } = speaker.caption({ brand: mention, tagsAtEnd: random.chance(0.85) });
    const known = friends.filter(() => random.chance(0.06));
    const figures = figuresOf(
      random,
      isReel ? manners.reel : manners.image,
      followersAt(weeks, epochAt - at),
      appeal,
      response,
      epochAt - at,
    );
    return {
      kind: isReel ? 'reel' : 'image',
      id: shortId(random),
      publishedAt: at,
      lengthSec: isReel ? Math.round(Math.max(4, random.longTail(typicalLength, 0.45)) * 1000) / 1000 : 0,
      text,
      hashtags,
      ...figuresFor(figures, isReel),
      brands: sponsors.map(({ key }) => key),
      carousel: !isReel && random.chance(0.42) ? random.int(2, 10) : 0,
      contains: containsOf(random, traits),
      tagged: [...sponsors.map((brand) => brand.gramHandles[0] ?? ''), ...known],
      place: random.chance(0.28) ? placeOf(random, person) : null,
      audio: isReel ? soundOf(random, voice, handle, person) : null,
      filter: isReel && random.chance(0.12) ? random.pick(filters) : '',
      sticker: isReel && random.chance(0.08) ? random.pick(stickers) : '',
    };
  });
}

/** Views of a picture are not public. */
const figuresFor = (
  { views, likes, comments }: Figures,
  isReel: boolean,
): Pick<GramContent, 'views' | 'likes' | 'comments'> => ({ views: isReel ? views : 0, likes, comments });

const containsOf = (random: Random, traits: NicheTraits): string[] =>
  random.shuffled(traits.contains).slice(0, random.int(0, 3));

/** Usually a place in the person's town. */
function placeOf(random: Random, person: Person): GramContent['place'] {
  const city = random.chance(0.7) ? person.city : random.pick(person.country.cities);
  const near = (degrees: number): number =>
    Math.round((degrees + random.between(-0.04, 0.04)) * 10_000) / 10_000;
  return { name: city.name, lat: near(city.lat), lng: near(city.lng) };
}

const filters = ['Golden Hour', 'Soft Grain', 'Dusty Film', 'Blue Noon', 'Warm Paper', 'Night Lamp'];
const stickers = ['Show your desk', 'Before and after', 'This or that', 'Weekend mood', 'Add yours'];
