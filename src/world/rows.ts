import type { Platform } from '../core/platforms.ts';
import type {
  Account,
  Brand,
  ClipAccount,
  ClipContent,
  Content,
  GramAccount,
  GramContent,
  TubeAccount,
  TubeContent,
} from './account.ts';

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
export interface AccountRow {
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
): AccountRow {
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

/** The columns that both readers of an account select. */
export interface StoredAccount {
  platform: Platform;
  truth: string;
  related: string;
  ranks: string;
}

export function readAccount(stored: StoredAccount, contents: readonly ContentRow[]): Account {
  const { platform } = stored;
  return {
    platform,
    ...parsed<Omit<ClipAccount, 'platform' | 'contents' | 'related' | 'ranks'>>(stored.truth),
    related: parsed<string[]>(stored.related),
    ranks: parsed<Account['ranks']>(stored.ranks),
    contents: contents.map((row) => readContent(platform, row)),
  } as ClipAccount | GramAccount | TubeAccount;
}

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

export function readContent(platform: Platform, row: ContentRow): Content {
  const [id, kind, publishedAt, lengthSec, views, likes, comments, shares, words] = row;
  const [text, tagged, hashtags, ...rest] = parsed<[string, number, string[], ...unknown[]]>(words);
  const content: Record<string, unknown> = { kind, id, publishedAt, lengthSec };
  content['text'] = tagged ? `${text} ${hashtags.join(' ')}` : text;
  content['hashtags'] = hashtags;
  content['views'] = views;
  content['likes'] = likes;
  content['comments'] = comments;
  if (platform === 'clip') content['shares'] = shares;
  wordFields[platform].forEach((name, index) => {
    content[name] = rest[index];
  });
  return content as unknown as Content;
}

export const readBrand = (json: string): Brand => parsed<Brand>(json);

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
const parsed = <T>(json: string): T => JSON.parse(json) as T;
