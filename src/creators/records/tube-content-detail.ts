import { type Static, Type } from '@sinclair/typebox';
import type { TubeAccount, TubeContent } from '../world/account.ts';
import { count, flag, record, text } from './atoms.ts';
import { item, newestFirst, rateByViews } from './content-item.ts';

const videoTexts = {
  publishTime: item.publishTime,
  contentId: item.contentId,
  title: text('Title.'),
  description: item.description,
  length: count('Seconds.'),
};
const videoFigures = {
  likes: item.likes,
  comments: item.comments,
  views: item.views,
  engagementRate: item.byViews,
  hashtags: item.hashtags,
};

/** Recent videos and sponsored videos (contract 2.9) have the same form. */
export const TubeVideo = record('TubeVideo', 'A tube video (contract 2.9).', {
  ...videoTexts,
  isSponsored: item.isSponsored,
  isMemberOnly: flag('Only paying members of the channel see it.'),
  ...videoFigures,
});
export type TubeVideo = Static<typeof TubeVideo>;

export const TubeShort = record('TubeShort', 'A tube short.', { ...videoTexts, ...videoFigures });
export type TubeShort = Static<typeof TubeShort>;

export const TubeContentDetail = record('TubeContentDetail', 'Recent contents of a tube channel.', {
  recentVideos: Type.Array(TubeVideo, newestFirst),
  recentShorts: Type.Array(TubeShort, newestFirst),
});
export type TubeContentDetail = Static<typeof TubeContentDetail>;

export const tubeContentDetail = (account: TubeAccount, shiftMs: number): TubeContentDetail => ({
  recentVideos: account.contents
    .filter((content) => content.kind === 'video')
    .map((content) => tubeVideo(content, shiftMs)),
  recentShorts: account.contents
    .filter((content) => content.kind === 'short')
    .map((content) => tubeShort(content, shiftMs)),
});

export const tubeVideo = (content: TubeContent, shiftMs: number): TubeVideo => ({
  publishTime: content.publishedAt + shiftMs,
  contentId: content.id,
  title: content.title,
  description: content.text,
  length: content.lengthSec,
  isSponsored: content.brands.length > 0,
  isMemberOnly: content.isMemberOnly,
  likes: content.likes,
  comments: content.comments,
  views: content.views,
  engagementRate: rateByViews(content),
  hashtags: content.hashtags,
});

const tubeShort = (content: TubeContent, shiftMs: number): TubeShort => ({
  publishTime: content.publishedAt + shiftMs,
  contentId: content.id,
  title: content.title,
  description: content.text,
  length: content.lengthSec,
  likes: content.likes,
  comments: content.comments,
  views: content.views,
  engagementRate: rateByViews(content),
  hashtags: content.hashtags,
});
