import type { Static } from '@sinclair/typebox';
import { choice, nullable } from '../../core/schema.ts';
import type {
  ClipAccount,
  ClipContent,
  GramAccount,
  GramContent,
  TubeAccount,
  TubeContent,
} from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { count, languageCode, pageUrl, rate, record, text, texts } from './atoms.ts';
import { engagementRate, item, rateByViews } from './content-item.ts';
import { ChannelItem, CreatorItem, channelItem, creatorItem } from './creator-item.ts';
import type { BrandOf } from './sponsored.ts';
import { clipUrl, coverUrl, gramUrl, tubeUrl } from './urls.ts';

/** A content in a content search, together with its creator. */

const thumbnail = text('URL of the cover picture.');
const url = pageUrl('URL of the page of the content.');
const lengthSec = count('Seconds.');
const partneredBrands = texts('Ids of the sponsors; the name of one without an id.');

export const ClipContentItem = record('ClipContentItem', 'A clip video (contract 2.6).', {
  contentId: item.contentId,
  description: item.description,
  thumbnail,
  url,
  publishTime: item.publishTime,
  lengthSec,
  plays: count('Plays.'),
  likes: item.likes,
  comments: item.comments,
  shares: count('Shares.'),
  engagementRate: rate('(likes + comments + shares) divided by plays.'),
  hashtags: item.hashtags,
  audioTitle: text('Title of the sound.'),
  audioAuthor: text('Author of the sound.'),
  creator: CreatorItem,
});
export type ClipContentItem = Static<typeof ClipContentItem>;

/** The content types of a content search on tube. Filters write the second one as `short`. */
const tubeTypes = ['video', 'shorts', 'stream'] as const;
/** A single picture has no type (assumed: gram-content-type). */
const gramTypes = ['slideshow', 'reel', 'video'] as const;

export const GramContentItem = record('GramContentItem', 'A gram image or reel.', {
  contentId: item.contentId,
  contentType: nullable(choice(gramTypes, 'A carousel is a slideshow; null for a single picture.')),
  description: item.description,
  thumbnail,
  url,
  publishTime: item.publishTime,
  isSponsored: item.isSponsored,
  partneredBrands,
  likes: item.likes,
  comments: item.comments,
  engagementRate: rate('(likes + comments) divided by views; of an image divided by followers.'),
  hashtags: item.hashtags,
  creator: CreatorItem,
});
export type GramContentItem = Static<typeof GramContentItem>;

export const TubeContentItem = record('TubeContentItem', 'A tube video, short or stream.', {
  contentId: item.contentId,
  contentType: choice(tubeTypes, 'A finished live stream is a stream.'),
  title: text('Title.'),
  description: item.description,
  thumbnail,
  url,
  publishTime: item.publishTime,
  lengthSec,
  isSponsored: item.isSponsored,
  partneredBrands,
  views: item.views,
  likes: item.likes,
  comments: item.comments,
  engagementRate: item.byViews,
  hashtags: item.hashtags,
  language: languageCode('Spoken language.'),
  category: text('Category.'),
  creator: ChannelItem,
});
export type TubeContentItem = Static<typeof TubeContentItem>;

export const clipContentItem = (
  account: ClipAccount,
  content: ClipContent,
  shiftMs: number,
): ClipContentItem => ({
  contentId: content.id,
  description: content.text,
  thumbnail: coverUrl(content.id),
  url: clipUrl(account.handle, content.id),
  publishTime: content.publishedAt + shiftMs,
  lengthSec: content.lengthSec,
  plays: content.views,
  likes: content.likes,
  comments: content.comments,
  shares: content.shares,
  engagementRate: rateByViews(content),
  hashtags: content.hashtags,
  audioTitle: content.audio.title,
  audioAuthor: content.audio.author,
  creator: creatorItem(account),
});

export const gramContentItem = (
  account: GramAccount,
  content: GramContent,
  shiftMs: number,
  brandOf: BrandOf,
): GramContentItem => ({
  contentId: content.id,
  contentType: gramContentType(content),
  description: content.text,
  thumbnail: coverUrl(content.id),
  url: gramUrl(content.id),
  publishTime: content.publishedAt + shiftMs,
  isSponsored: content.brands.length > 0,
  partneredBrands: partneredBrandsOf(content, brandOf),
  likes: content.likes,
  comments: content.comments,
  engagementRate: engagementRate(content, followersOn(account, 0)),
  hashtags: content.hashtags,
  creator: creatorItem(account),
});

export const tubeContentItem = (
  account: TubeAccount,
  content: TubeContent,
  shiftMs: number,
  brandOf: BrandOf,
): TubeContentItem => ({
  contentId: content.id,
  contentType: tubeContentType(content),
  title: content.title,
  description: content.text,
  thumbnail: coverUrl(content.id),
  url: tubeUrl(content.id),
  publishTime: content.publishedAt + shiftMs,
  lengthSec: content.lengthSec,
  isSponsored: content.brands.length > 0,
  partneredBrands: partneredBrandsOf(content, brandOf),
  views: content.views,
  likes: content.likes,
  comments: content.comments,
  engagementRate: rateByViews(content),
  hashtags: content.hashtags,
  language: content.language,
  category: content.category,
  creator: channelItem(account),
});

export function gramContentType(content: GramContent): GramContentItem['contentType'] {
  if (content.kind === 'reel') return 'reel';
  return content.carousel > 0 ? 'slideshow' : null;
}

export function tubeContentType(content: TubeContent): TubeContentItem['contentType'] {
  if (content.isStream) return 'stream';
  return content.kind === 'short' ? 'shorts' : 'video';
}

export const partneredBrandsOf = (content: { brands: readonly string[] }, brandOf: BrandOf): string[] =>
  content.brands.flatMap((key) => {
    const brand = brandOf(key);
    return brand ? [brand.brandId || brand.name] : [];
  });
