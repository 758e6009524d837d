import { type ClipAccount, type ClipContent, epochAt } from '../src/creators/world/account.ts';
import { appealOf, earlierOf, everyDaysOf, type Profile, profileOf, responseOf } from './account.ts';
import type { BrandBook } from './brands.ts';
import { figuresOf, manners } from './figures.ts';
import { followersAt } from './growth.ts';
import type { Handles } from './handles.ts';
import { longId } from './ids.ts';
import { traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { type Random, randomFor } from './random.ts';
import { rhythmOf } from './rhythm.ts';
import { soundOf } from './sounds.ts';
import { voiceOf } from './voices.ts';
import { speakerFor } from './words.ts';

export function clipAccount(seed: number, person: Person, handles: Handles, brands: BrandBook): ClipAccount {
  const random = randomFor(seed, 'clip', person.index);
  const profile = profileOf(random, seed, person, handles, { platform: 'clip', olderBy: -5 });
  const followers = profile.followerWeeks[0] as number;
  const isPrivate = followers < 1000 && person.index > 0 && random.chance(0.03);
  const rhythm = rhythmOf(random, {
    epochAt,
    createdAt: profile.createdAt,
    everyDays: everyDaysOf(person, followers),
    silentDays: person.silentDays,
    seenAt: profile.updatedAt,
    utc: person.country.utc,
    listed: random.int(28, 40),
  });
  const contents = isPrivate
    ? []
    : clipsOf(random, person, handles.clip, rhythm.publishedAt, profile, brands);
  return {
    platform: 'clip',
    handle: handles.clip,
    ...profile,
    category: random.chance(0.85) ? traitsOf(person.niche).clipCategory : '',
    isBusiness: random.chance(followers > 50_000 ? 0.4 : 0.12),
    isPrivate,
    older: isPrivate ? [] : earlierOf(rhythm, contents, ['video']),
    contents,
  };
}

function clipsOf(
  random: Random,
  person: Person,
  handle: string,
  publishedAt: readonly number[],
  profile: Profile,
  brands: BrandBook,
): ClipContent[] {
  const weeks = profile.followerWeeks;
  const speaker = speakerFor(random, person, { platform: 'clip', ...profile });
  const appeal = appealOf(random, person, 'clip');
  const response = responseOf(random, person, weeks[0] as number);
  const openToDuets = random.chance(0.85);
  const typicalLength = random.int(12, 55);
  const voice = voiceOf(person.languages[0] ?? 'eng');
  const partners = brands.partnersOf(random, person, weeks[0] as number);
  return publishedAt.map((at) => {
    const isAd = partners.length > 0 && random.chance(0.07);
    const brand = isAd ? random.pick(partners) : undefined;
    const { text, hashtags } = speaker.caption({ brand: brand?.name ?? '', tagsAtEnd: true });
    const lengthSec = random.chance(0.04) ? 0 : Math.max(5, Math.round(random.longTail(typicalLength, 0.5)));
    return {
      kind: 'video',
      id: longId(random, at),
      publishedAt: at,
      lengthSec,
      text,
      hashtags,
      ...figuresOf(random, manners.clip, followersAt(weeks, epochAt - at), appeal, response, epochAt - at),
      commerceHashtags: brand ? [`#${brand.key.replaceAll('-', '')}partner`] : [],
      audio: soundOf(random, voice, handle, person),
      isAd,
      isDuetEnabled: openToDuets && !isAd,
    };
  });
}
