import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '../../core/schema.ts';
import type { GramAccount, GramContent } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { object, rate, record, text, texts } from './atoms.ts';
import { engagementRate, item, newestFirst, rateByViews } from './content-item.ts';
import { carouselUrls, coverUrl } from './urls.ts';

const gramGeoTaggedLocation = nullable(
  object('The place of the post; null when it names none.', {
    lat: Type.Number({ description: 'Degrees north.' }),
    lng: Type.Number({ description: 'Degrees east.' }),
    name: text('Name of the place.'),
  }),
);
const creatorFields = {
  taggedCreators: texts('Handles tagged in the post.'),
  mentionedCreators: texts('Handles that the caption names after `@`.'),
};

export const GramImage = record('GramImage', 'A gram post of one or several pictures.', {
  publishTime: item.publishTime,
  contentId: item.contentId,
  isSponsored: item.isSponsored,
  description: item.description,
  coverImageUrl: item.coverImageUrl,
  carouselImageUrls: texts('URLs of the pictures of a carousel; empty for a single picture.'),
  gramGeoTaggedLocation,
  likes: item.likes,
  comments: item.comments,
  engagementRate: rate('(likes + comments) divided by followers.'),
  hashtags: item.hashtags,
  ...creatorFields,
});
export type GramImage = Static<typeof GramImage>;

export const GramReel = record('GramReel', 'A gram reel.', {
  publishTime: item.publishTime,
  contentId: item.contentId,
  isSponsored: item.isSponsored,
  description: item.description,
  coverImageUrl: item.coverImageUrl,
  gramGeoTaggedLocation,
  likes: item.likes,
  comments: item.comments,
  views: item.views,
  engagementRate: item.byViews,
  hashtags: item.hashtags,
  ...creatorFields,
});
export type GramReel = Static<typeof GramReel>;

export const GramContentDetail = record('GramContentDetail', 'Recent contents of a gram creator.', {
  recentImages: Type.Array(GramImage, newestFirst),
  recentReels: Type.Array(GramReel, newestFirst),
});
export type GramContentDetail = Static<typeof GramContentDetail>;

export function gramContentDetail(account: GramAccount, shiftMs: number): GramContentDetail {
  const followers = followersOn(account, 0);
  return {
    recentImages: account.contents
      .filter((content) => content.kind === 'image')
      .map((content) => gramImage(content, followers, shiftMs)),
    recentReels: account.contents
      .filter((content) => content.kind === 'reel')
      .map((content) => gramReel(content, shiftMs)),
  };
}

export const gramImage = (content: GramContent, followers: number, shiftMs: number): GramImage => ({
  publishTime: content.publishedAt + shiftMs,
  contentId: content.id,
  isSponsored: content.brands.length > 0,
  description: content.text,
  coverImageUrl: coverUrl(content.id),
  carouselImageUrls: carouselUrls(content.id, content.carousel),
  gramGeoTaggedLocation: geoTag(content),
  likes: content.likes,
  comments: content.comments,
  engagementRate: engagementRate(content, followers),
  hashtags: content.hashtags,
  taggedCreators: content.tagged,
  mentionedCreators: mentionsIn(content.text),
});

export const gramReel = (content: GramContent, shiftMs: number): GramReel => ({
  publishTime: content.publishedAt + shiftMs,
  contentId: content.id,
  isSponsored: content.brands.length > 0,
  description: content.text,
  coverImageUrl: coverUrl(content.id),
  gramGeoTaggedLocation: geoTag(content),
  likes: content.likes,
  comments: content.comments,
  views: content.views,
  engagementRate: rateByViews(content),
  hashtags: content.hashtags,
  taggedCreators: content.tagged,
  mentionedCreators: mentionsIn(content.text),
});

/** A place always has a name (observed). */
const geoTag = ({ place }: GramContent): GramImage['gramGeoTaggedLocation'] =>
  place && { lat: place.lat, lng: place.lng, name: place.name };

/** The handles in a caption, each once (assumed: mentioned-creators). An e-mail address names nobody. */
const mentionsIn = (caption: string): string[] => [
  ...new Set(
    [...caption.matchAll(/(?<![\w.@])@([a-zA-Z0-9._]*[a-zA-Z0-9_])(?![a-zA-Z0-9_@-])/g)].flatMap(
      ([, handle = '']) => (handle.length <= 30 ? [handle] : []),
    ),
  ),
];
