import type { Platform } from '../../core/platforms.ts';
import type { Account, Brand, ClipContent, Content, GramContent, TubeContent } from './account.ts';

/** A stored content: figures in columns, texts in one JSON array without names. */
export type ContentRow = [
  id: string,
  kind: string,
  publishedAt: number,
  lengthSec: number,
  views: number,
  likes: number,
  comments: number,
  shares: number,
  words: string,
];

/** A stored account and its rows in other tables. */
export interface WorldAccountRow {
  platform: Platform;
  id: string;
  handle: string;
  /** The number of the person, from 0; null for an account that belongs to no numbered person. */
  person: number | null;
  /** JSON of the fields that no other column or table holds. */
  truth: string;
  niches: string[];
  topics: string[];
  contents: ContentRow[];
  /** Key of the brand and position of the sponsored content. */
  sponsorships: [brand: string, n: number][];
  standing: Standing | null;
}

/** The related accounts and ranks of an account. They are known after all accounts are made. */
export interface Standing {
  related: string;
  ranks: string;
}

export function accountRow(
  account: Account,
  person: number | null,
  standing: Standing | null = standingOf(account),
): WorldAccountRow {
  const { platform, contents, related: _related, ranks: _ranks, ...rest } = account;
  const sponsorships: [string, number][] = [];
  contents.forEach((content, n) => {
    if ('brands' in content) for (const brand of content.brands) sponsorships.push([brand, n]);
  });
  return {
    platform,
    id: accountId(account),
    handle: account.handle,
    person,
    truth: JSON.stringify(rest),
    niches: account.niches,
    topics: account.platform === 'tube' ? account.topics : [],
    contents: contents.map((content) => contentRow(platform, content)),
    sponsorships,
    standing,
  };
}

export const accountId = (account: Account): string =>
  account.platform === 'tube' ? account.channelId : account.handle;

/** A row of the tables of accounts and standings. */
export type StoredAccount = [number: number, truth: string, related: string, ranks: string];

/** An account without its contents. */
export const readHead = (
  platform: Platform,
  [, truth, related, ranks]: StoredAccount,
): Omit<Account, 'contents'> =>
  ({
    platform,
    ...parseStored<object>(truth),
    related: parseStored<string[]>(related),
    ranks: parseStored<Account['ranks']>(ranks),
  }) as Omit<Account, 'contents'>;

export function contentRow(platform: Platform, content: Content): ContentRow {
  const { id, kind, publishedAt, lengthSec, views, likes, comments } = content;
  const shares = 'shares' in content ? content.shares : 0;
  const { text, hashtags } = content;
  const tail = hashtags.length > 0 ? ` ${hashtags.join(' ')}` : '';
  const tagged = tail !== '' && text.endsWith(tail);
  const words: unknown[] = [tagged ? text.slice(0, -tail.length) : text, tagged ? 1 : 0, hashtags];
  for (const name of wordFields[platform]) words.push(content[name as keyof Content]);
  return [id, kind, publishedAt, lengthSec, views, likes, comments, shares, JSON.stringify(words)];
}

export const readContent = (platform: Platform, row: ContentRow): Content => contentFrom[platform](row);

/** Each platform has its own object literal, because look-ups spend much of their time here. */
const contentFrom: Record<Platform, (row: ContentRow) => Content> = {
  clip([id, kind, publishedAt, lengthSec, views, likes, comments, shares, words]) {
    const [text, tagged, hashtags, commerceHashtags, audio, isAd, isDuetEnabled] =
      parseStored<Words<[string[], ClipContent['audio'], boolean, boolean]>>(words);
    return {
      kind: kind as ClipContent['kind'],
      id,
      publishedAt,
      lengthSec,
      text: wholeText(text, tagged, hashtags),
      hashtags,
      views,
      likes,
      comments,
      shares,
      commerceHashtags,
      audio,
      isAd,
      isDuetEnabled,
    };
  },
  gram([id, kind, publishedAt, lengthSec, views, likes, comments, , words]) {
    const [text, tagged, hashtags, brands, carousel, contains, ...rest] =
      parseStored<Words<GramWords>>(words);
    const [mentions, place, audio, filter, sticker] = rest;
    return {
      kind: kind as GramContent['kind'],
      id,
      publishedAt,
      lengthSec,
      text: wholeText(text, tagged, hashtags),
      hashtags,
      views,
      likes,
      comments,
      brands,
      carousel,
      contains,
      tagged: mentions,
      place,
      audio,
      filter,
      sticker,
    };
  },
  tube([id, kind, publishedAt, lengthSec, views, likes, comments, , words]) {
    const [text, tagged, hashtags, isStream, title, topic, brands, ...rest] =
      parseStored<Words<TubeWords>>(words);
    const [isMemberOnly, language, category, subtitles, subtitleRepeat] = rest;
    return {
      kind: kind as TubeContent['kind'],
      id,
      publishedAt,
      lengthSec,
      text: wholeText(text, tagged, hashtags),
      hashtags,
      views,
      likes,
      comments,
      isStream,
      title,
      topic,
      brands,
      isMemberOnly,
      language,
      category,
      subtitles,
      subtitleRepeat,
    };
  },
};

/** `words` as `contentRow` writes them: three entries, then those of `wordFields`. */
type Words<Rest extends unknown[]> = [text: string, tagged: number, hashtags: string[], ...Rest];
type GramWords = [
  brands: string[],
  carousel: number,
  contains: string[],
  tagged: string[],
  place: GramContent['place'],
  audio: GramContent['audio'],
  filter: string,
  sticker: string,
];
type TubeWords = [
  isStream: boolean,
  title: string,
  topic: string,
  brands: string[],
  isMemberOnly: boolean,
  language: string,
  category: string,
  subtitles: string[],
  subtitleRepeat: number,
];

const wholeText = (text: string, tagged: number, hashtags: readonly string[]): string =>
  tagged ? `${text} ${hashtags.join(' ')}` : text;

export const readBrand = (json: string): Brand => parseStored<Brand>(json);

/** The fields in `words` after the text, the mark for hashtags at its end, and the hashtags. */
const wordFields = {
  clip: ['commerceHashtags', 'audio', 'isAd', 'isDuetEnabled'] satisfies (keyof ClipContent)[],
  gram: [
    'brands',
    'carousel',
    'contains',
    'tagged',
    'place',
    'audio',
    'filter',
    'sticker',
  ] satisfies (keyof GramContent)[],
  tube: [
    'isStream',
    'title',
    'topic',
    'brands',
    'isMemberOnly',
    'language',
    'category',
    'subtitles',
    'subtitleRepeat',
  ] satisfies (keyof TubeContent)[],
};

const standingOf = (account: Account): Standing => ({
  related: JSON.stringify(account.related),
  ranks: JSON.stringify(account.ranks),
});

/** Only this function parses stored JSON; only the writers above produce it. */
const parseStored = <T>(json: string): T => JSON.parse(json) as T;
