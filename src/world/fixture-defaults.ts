import { shares } from '../core/statistics.ts';
import {
  ageMs,
  type BrandGiven,
  type ClipContentGiven,
  type ClipGiven,
  type GramContentGiven,
  type GramGiven,
  type TubeContentGiven,
  type TubeGiven,
} from './fixture-shape.ts';
import { chance, dayMs } from './older.ts';
import {
  type Account,
  type Brand,
  type ClipAccount,
  type ClipContent,
  epochAt,
  type GramAccount,
  type GramContent,
  type TubeAccount,
  type TubeContent,
} from './truth.ts';

/**
 * From what a user writes to a whole truth. What is left out comes from the account that the world has
 * already under that id, else from here: derived from what is given, or empty, or zero.
 */

export function clipAccount(given: ClipGiven, known?: ClipAccount): ClipAccount {
  const base: ClipAccount = known ?? {
    platform: 'clip',
    category: '',
    isBusiness: false,
    isPrivate: false,
    contents: [],
    ...plain('clip', given.handle),
    handle: given.handle,
  };
  const account: ClipAccount = { ...base, ...plainFields(given) };
  if (given.contents)
    account.contents = newestFirst(given.contents.map((one, index) => clipContent(one, index, account)));
  return settled(account, given, known);
}

export function gramAccount(given: GramGiven, known?: GramAccount): GramAccount {
  const base: GramAccount = known ?? {
    platform: 'gram',
    category: '',
    categoryBusiness: '',
    isBusiness: false,
    isPrivate: false,
    contents: [],
    ...plain('gram', given.handle),
    handle: given.handle,
  };
  const account: GramAccount = { ...base, ...plainFields(given) };
  if (given.contents)
    account.contents = newestFirst(given.contents.map((one, index) => gramContent(one, index, account)));
  return settled(account, given, known);
}

export function tubeAccount(given: TubeGiven, known?: TubeAccount): TubeAccount {
  const base: TubeAccount = known ?? {
    platform: 'tube',
    channelId: channelIdOf(given.handle),
    categories: [],
    topics: [],
    contents: [],
    ...plain('tube', given.handle),
    handle: given.handle,
  };
  const account: TubeAccount = { ...base, ...plainFields(given) };
  if (given.contents) {
    account.contents = newestFirst(given.contents.map((one, index) => tubeContent(one, index, account)));
    account.categories = given.categories ?? categoriesOf(account.contents);
  }
  return settled(account, given, known);
}

export const brandOf = (key: string, given: BrandGiven, known?: Brand): Brand => ({
  key,
  brandId: '',
  aliases: [],
  description: '',
  companySize: '',
  keyPeople: [],
  industries: [],
  country: '',
  location: '',
  website: '',
  socialMedia: [],
  competitors: [],
  gramHandles: [],
  ...known,
  ...given,
});

/** The channel id of a channel whose id is not given. */
export const channelIdOf = (handle: string): string => `UC${idOf(`channel ${handle}`, 22)}`;

interface Differently {
  followers?: number;
  createdAt?: string;
  updatedAt?: string;
  linked?: unknown;
  contents?: unknown;
}

/** The fields that are written as they are stored. */
function plainFields<T extends Differently>(given: T): Omit<T, keyof Differently> {
  const { followers, createdAt, updatedAt, linked, contents, ...rest } = given;
  return rest;
}

function plain(platform: Account['platform'], handle: string) {
  return {
    displayName: handle,
    bio: '',
    country: '',
    languages: ['eng'],
    niches: [],
    links: [],
    emails: [],
    isVerified: false,
    createdAt: epochAt,
    updatedAt: epochAt,
    following: 0,
    followerWeeks: [0],
    audience: null,
    related: [],
    linked: { clip: '', gram: '', tube: '' },
    seed: Math.floor(chance(0, `${platform} ${handle}`, 0) * 2 ** 32),
    older: [],
    ranks: {},
  };
}

/** What depends on the contents: how old the account is, when it was looked at, how far its followers go back. */
function settled<T extends Account>(
  account: T,
  given: Differently & { older?: unknown; followerWeeks?: unknown },
  known: T | undefined,
): T {
  const done = { ...account };
  if (given.contents && !given.older) done.older = [];
  if (given.createdAt !== undefined) done.createdAt = epochAt - ageMs(given.createdAt);
  else done.createdAt = Math.min(known?.createdAt ?? epochAt - defaultAgeMs, firstPossible(done));
  const newest = done.contents[0];
  if (given.updatedAt !== undefined) done.updatedAt = epochAt - ageMs(given.updatedAt);
  else done.updatedAt = Math.max(known?.updatedAt ?? epochAt - dayMs / 24, newest?.publishedAt ?? 0);
  if (given.followers !== undefined) done.followerWeeks = unchanged(given.followers, done.createdAt);
  else if (!known && !given.followerWeeks) done.followerWeeks = unchanged(0, done.createdAt);
  return done;
}

const defaultAgeMs = 500 * dayMs;

/** The latest birth that leaves room for every content: a day before the oldest. */
function firstPossible(account: Account): number {
  const oldest = account.contents.at(-1)?.publishedAt ?? epochAt;
  const longest = Math.max(0, ...account.older.map((run) => run.count * run.everyMs));
  return oldest - longest - dayMs;
}

const unchanged = (followers: number, createdAt: number): number[] =>
  new Array<number>(Math.min(60, Math.floor((epochAt - createdAt) / (7 * dayMs)) + 1)).fill(followers);

function clipContent(given: ClipContentGiven, index: number, account: ClipAccount): ClipContent {
  return {
    kind: 'video',
    id: digits(`clip ${account.handle}`, index, 19),
    lengthSec: 15,
    ...common(given),
    shares: 0,
    commerceHashtags: [],
    isAd: false,
    isDuetEnabled: true,
    ...defined(given),
    publishedAt: publishedAt(given, index),
    audio: {
      id: digits(`audio ${account.handle}`, 0, 19),
      title: 'original sound',
      author: account.displayName,
      album: '',
      ...given.audio,
    },
  };
}

function gramContent(given: GramContentGiven, index: number, account: GramAccount): GramContent {
  return {
    kind: 'image',
    id: idOf(`gram ${account.handle} ${index}`, 11),
    lengthSec: given.kind === 'reel' ? 15 : 0,
    ...common(given),
    brands: [],
    carousel: 0,
    contains: [],
    tagged: [],
    place: null,
    audio: null,
    filter: '',
    sticker: '',
    ...defined(given),
    publishedAt: publishedAt(given, index),
  };
}

function tubeContent(given: TubeContentGiven, index: number, account: TubeAccount): TubeContent {
  return {
    kind: 'video',
    isStream: false,
    id: idOf(`tube ${account.channelId} ${index}`, 11),
    title: given.text?.split('\n')[0] ?? '',
    lengthSec: given.kind === 'short' ? 30 : 300,
    ...common(given),
    brands: [],
    isMemberOnly: false,
    language: account.languages[0] ?? 'eng',
    category: account.categories[0]?.category ?? '',
    subtitles: [],
    subtitleRepeat: 1,
    ...defined(given),
    publishedAt: publishedAt(given, index),
  };
}

/** Hashtags are those of the text. */
const common = (given: { text?: string }) => ({
  text: '',
  hashtags: [...new Set(given.text?.match(/#[^\s#]+/gu) ?? [])],
  views: 0,
  likes: 0,
  comments: 0,
});

/** Number 0 is a day old, each further one two days older. */
const publishedAt = (given: { publishedAt?: string }, index: number): number =>
  epochAt - (given.publishedAt === undefined ? (1 + 2 * index) * dayMs : ageMs(given.publishedAt));

/** Without the instant, which is written differently. */
function defined<T extends { publishedAt?: string }>(given: T): Omit<T, 'publishedAt'> {
  const { publishedAt, ...rest } = given;
  return rest;
}

const newestFirst = <T extends { publishedAt: number; id: string }>(contents: T[]): T[] =>
  contents.sort((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));

function categoriesOf(contents: readonly TubeContent[]): TubeAccount['categories'] {
  const counts = new Map<string, number>();
  for (const { category } of contents)
    if (category !== '') counts.set(category, (counts.get(category) ?? 0) + 1);
  const categories = [...counts].sort((a, b) => b[1] - a[1]);
  const parts = shares(categories.map(([, count]) => count));
  return categories.map(([category], index) => ({ category, share: parts[index] ?? 0 }));
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** An id that is always the same for the same words. */
const idOf = (words: string, length: number): string =>
  Array.from({ length }, (_, at) => alphabet[Math.floor(chance(0, words, at) * alphabet.length)] ?? '').join(
    '',
  );

/** A string of digits that begins with 7, as ids on clip do. */
const digits = (words: string, index: number, length: number): string =>
  `7${Array.from({ length: length - 1 }, (_, at) => Math.floor(chance(index, words, at) * 10)).join('')}`;
