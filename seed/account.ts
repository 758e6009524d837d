import { dayMs, hourMs } from '../src/core/durations.ts';
import { type Account, type EarlierContents, epochAt, type Platform } from '../src/creators/world/account.ts';
import { daysBetweenUpdates } from '../src/creators/world/lifetime.ts';
import { audienceOf } from './audience.ts';
import { bioOf } from './bios.ts';
import { clamp, log10, power } from './exact.ts';
import { type Listed, type Response, typicalFigures } from './figures.ts';
import { followerWeeks, type GrowthStory } from './growth.ts';
import type { Handles } from './handles.ts';
import { nicheCategoryOn, nicheId, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { latin } from './person-name.ts';
import { type Random, randomFor } from './random.ts';
import type { Rhythm } from './rhythm.ts';
import { voiceOf } from './voices.ts';
import { capitalised } from './words.ts';

const weekMs = 7 * dayMs;

/** The fields that accounts of all platforms share, except for contents and those that depend on the whole world. */
export type Profile = Omit<
  Account,
  'platform' | 'handle' | 'contents' | 'older' | 'category' | 'isBusiness' | 'isPrivate'
>;

export interface ProfileTraits {
  platform: Platform;
  /** Years by which the audience of this platform is older than that of the niche. */
  olderBy: number;
}

export function profileOf(
  random: Random,
  seed: number,
  person: Person,
  handles: Handles,
  traits: ProfileTraits,
): Profile {
  const accountSeed = randomFor(seed, `account ${traits.platform}`, person.index).uint32();
  const ageWeeks = Math.max(2, Math.round(person.ageWeeks * random.between(0.45, 1)));
  // no account reaches a million within a month
  const followers = Math.min(person.fame[traits.platform], 900 + ageWeeks * ageWeeks * 6000);
  const { story } = person;
  return {
    displayName: displayNameOf(random, person),
    bio: random.chance(0.05) ? '' : bioOf(random, seed, person),
    country: random.chance(0.03) ? '' : person.country.code,
    languages: person.languages,
    niches: nicheIdsOf(random, person, traits.platform),
    ...contactsOf(random, person, followers),
    isVerified: random.chance(
      followers > 1_000_000 ? 0.75 : followers > 150_000 ? 0.25 : followers > 20_000 ? 0.03 : 0,
    ),
    createdAt: epochAt - ageWeeks * weekMs - random.int(0, weekMs - 1),
    updatedAt: epochAt - refreshedAgo(random, followers, accountSeed, ageWeeks),
    following: followingOf(random, followers),
    followerWeeks: followerWeeks(
      random,
      followers,
      story === 'newborn' && ageWeeks > 45 ? 'rising' : story,
      ageWeeks,
    ),
    audience:
      followers < 600 && random.chance(0.15)
        ? null
        : audienceOf(random, person, person.audienceOlderBy + traits.olderBy, followers),
    related: [],
    linked: { clip: handles.clip, gram: handles.gram, tube: handles.channelId },
    seed: accountSeed,
    ranks: {},
  };
}

/**
 * The age of the last update by the service: any part of the days between two, mostly hours where it comes daily. All
 * accounts are updated within 12 days, important ones sooner (observed). Listed contents are older, because the service
 * has not seen later ones.
 */
function refreshedAgo(random: Random, followers: number, accountSeed: number, ageWeeks: number): number {
  const days = daysBetweenUpdates(followers, accountSeed);
  const luck = random.unit();
  const agoMs = dayMs * (days === 1 ? luck * luck * luck : days * luck);
  return Math.round(Math.max(hourMs / 2, Math.min(agoMs, (ageWeeks * weekMs) / 4)));
}

/** The earlier contents of each kind, from between the first day of the account and its oldest listed content. */
export function earlierOf(
  rhythm: Rhythm,
  listed: readonly (Listed & { kind: string; lengthSec: number })[],
  kinds: readonly string[],
): EarlierContents[] {
  if (rhythm.earlierCount === 0) return [];
  return kinds.flatMap((kind) => {
    const same = listed.filter((content) => content.kind === kind);
    const count = Math.floor((rhythm.earlierCount * same.length) / Math.max(1, listed.length));
    if (count === 0) return [];
    const lengths = same.reduce((sum, content) => sum + content.lengthSec, 0);
    return [
      {
        kind,
        count,
        everyMs: Math.max(1, Math.floor((rhythm.everyMs * listed.length) / same.length)),
        lengthSec: Math.round(lengths / same.length),
        ...typicalFigures(same, epochAt),
      },
    ];
  });
}

/**
 * How many views an account gets for its followers. Followers of an account that grows watch it; those whom it gained
 * years ago often do not. Channels of a size differ most on tube.
 */
export const appealOf = (random: Random, person: Person, platform: Platform): number =>
  person.appeal * random.longTail(recencyOf[person.story], appealSpreads[platform]);

const recencyOf: Readonly<Record<GrowthStory, number>> = {
  newborn: 1.6,
  rising: 1.5,
  viral: 1.1,
  steady: 1,
  stalled: 0.75,
  fading: 0.5,
};

const appealSpreads: Readonly<Record<Platform, number>> = { clip: 0.9, gram: 0.6, tube: 1.25 };

/** Days between two posts: large accounts post several times a week, small ones once. */
export const everyDaysOf = (person: Person, followers: number): number =>
  clamp(person.everyDays * power(Math.max(300, followers) / 30_000, -0.15), 0.25, 24);

/** How an audience responds: less in a large account; how much and how evenly varies from account to account. */
export const responseOf = (random: Random, person: Person, followers: number): Response => ({
  lively:
    traitsOf(person.niche).lively *
    power(Math.max(100, followers) / 10_000, -0.04) *
    clamp(random.longTail(0.92, 0.55), 0.15, 4),
  moods: clamp(random.longTail(0.32, 0.6), 0.06, 1.15),
});

function displayNameOf(random: Random, person: Person): string {
  const { full, given } = person.name;
  const voice = voiceOf(person.languages[0] ?? 'eng');
  const name = capitalised(voice.niches[person.niche].name);
  const emoji = random.pick(traitsOf(person.niche).emoji);
  const style = random.unit();
  if (style < 0.52) return full;
  if (style < 0.66) return `${full} ${emoji}`;
  if (style < 0.8) return `${given} | ${name}`;
  if (style < 0.9) return given;
  return `${given} ${emoji} ${name}`;
}

export function nicheIdsOf(random: Random, person: Person, platform: Platform): string[] {
  const traits = traitsOf(person.niche);
  const category = nicheCategoryOn(platform, traits);
  const ids = [person.niche, traits.subs[person.sub]?.slug ?? ''].map((slug) => nicheId(slug, category));
  return random.chance(0.88) ? ids : ids.slice(0, 1);
}

const domainOf = (person: Person): string => {
  const { latinGiven, latinFamily } = person.name;
  return `${latinGiven}-${latin(latinFamily)}-${traitsOf(person.niche).handles[person.sub] ?? 'studio'}.example`;
};

/** Accounts follow up to 7,500 others; large ones follow fewer. */
const followingOf = (random: Random, followers: number): number =>
  Math.round(clamp(random.longTail(270 * power(Math.max(300, followers) / 10_000, -0.07), 0.95), 3, 7400));

/** Links of a third of the small accounts and of four in five large ones; who has a page of their own often has a mailbox. */
function contactsOf(random: Random, person: Person, followers: number): Pick<Account, 'links' | 'emails'> {
  const isLinked = random.chance(0.33 + 0.49 * clamp(log10(Math.max(1, followers) / 10_000) / 2, 0, 1));
  const links = isLinked ? linksOf(random, person) : [];
  return { links, emails: random.chance(isLinked ? 0.5 : 0.28) ? [emailOf(random, person)] : [] };
}

function linksOf(random: Random, person: Person): { title: string; url: string }[] {
  const voice = voiceOf(person.languages[0] ?? 'eng');
  const count = random.weighted([
    { count: 1, weight: 65 },
    { count: 2, weight: 26 },
    { count: 3, weight: 9 },
  ]).count;
  return random
    .shuffled(voice.links.map((title, index) => ({ title, path: linkPaths[index] ?? '' })))
    .slice(0, count)
    .map(({ title, path }) => ({ title, url: `https://${domainOf(person)}/${path}` }));
}

/** In the order of `links` of every voice. */
const linkPaths = ['shop', 'newsletter', 'work', 'favorites', 'portfolio', 'guide', 'call'];

const emailOf = (random: Random, person: Person): string => {
  const box = random.pick(['hello', 'hi', 'collabs', 'business', person.name.latinGiven || 'mail']);
  return `${box}@${domainOf(person)}`;
};
