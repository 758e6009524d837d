import { type Static, Type } from '@sinclair/typebox';
import type { ClipAccount, ClipContent } from '../world/account.ts';
import { count, flag, rate, record, text } from './atoms.ts';
import { item, newestFirst, rateByViews } from './content-item.ts';
import { coverUrl } from './urls.ts';

export const ClipItem = record('ClipItem', 'A clip video (contract 2.7).', {
  publishTime: item.publishTime,
  contentId: item.contentId,
  description: item.description,
  coverImageUrl: item.coverImageUrl,
  isAd: flag('Marked as an advertisement.'),
  length: count('Seconds; 0 for a photo-mode post.'),
  likes: item.likes,
  comments: item.comments,
  views: item.views,
  shares: count('Shares.'),
  engagementRate: rate('(likes + comments + shares) divided by views.'),
  hashtags: item.hashtags,
  audioId: text('Id of the sound.'),
  audioTitle: text('Title of the sound.'),
  audioAuthor: text('Author of the sound.'),
  audioAlbum: text('Album of the sound; may be empty.'),
  isDuetEnabled: flag('Others may make a duet with it.'),
});
export type ClipItem = Static<typeof ClipItem>;

export const ClipContentDetail = record(
  'ClipContentDetail',
  'Recent contents of a clip creator (contract 2.7).',
  {
    recentVideos: Type.Array(ClipItem, newestFirst),
  },
);
export type ClipContentDetail = Static<typeof ClipContentDetail>;

export const clipContentDetail = (account: ClipAccount, shiftMs: number): ClipContentDetail => ({
  recentVideos: account.contents.map((content) => clipItem(content, shiftMs)),
});

const clipItem = (content: ClipContent, shiftMs: number): ClipItem => ({
  publishTime: content.publishedAt + shiftMs,
  contentId: content.id,
  description: content.text,
  coverImageUrl: coverUrl(content.id),
  isAd: content.isAd,
  length: content.lengthSec,
  likes: content.likes,
  comments: content.comments,
  views: content.views,
  shares: content.shares,
  engagementRate: rateByViews(content),
  hashtags: content.hashtags,
  audioId: content.audio.id,
  audioTitle: content.audio.title,
  audioAuthor: content.audio.author,
  audioAlbum: content.audio.album,
  isDuetEnabled: content.isDuetEnabled,
});
