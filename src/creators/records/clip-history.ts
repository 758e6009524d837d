import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import { engagementByFollowers, growth, halfUp, mean, ratio } from '../../core/statistics.ts';
import { type ClipAccount, type ClipContent, epochAt } from '../world/account.ts';
import {
  countOn,
  existedOn,
  followerGrowth,
  followersOn,
  followingOn,
  listedOn,
  type Timeline,
  timeline,
  totalOn,
} from '../world/timeline.ts';
import {
  change,
  count,
  countryCode,
  flag,
  instant,
  languageCode,
  rate,
  record,
  text,
  texts,
} from './atoms.ts';
import { latest } from './shared.ts';
import { avatarUrl, coverUrl } from './urls.ts';
import { recentPosts, weeksOf } from './windows.ts';

const clipFigures = {
  followers: count('Followers.'),
  following: count('Accounts the creator follows.'),
  hearts: count('Likes of all videos together.'),
  videos: count('Videos on the page.'),
  avgLength: count('Average length of the latest 24 videos, seconds.'),
  avgHearts: count('Average likes of the latest 24 videos.'),
  avgShares: count('Average shares of the latest 24 videos.'),
  avgComments: count('Average comments of the latest 24 videos.'),
  avgPlays: count('Average plays of the latest 24 videos.'),
  engageRate: rate('(avgHearts + avgComments + avgShares) divided by followers.'),
};

export const BasicClipVideo = record('BasicClipVideo', 'One of the latest videos (contract 2.4).', {
  uploadDate: instant('Upload.'),
  videoId: text('Id, a string of digits.'),
  length: count('Seconds; 0 for a photo-mode post.'),
  cover: text('URL of the cover picture.'),
  audioId: text('Id of the sound.'),
  audioTitle: text('Title of the sound.'),
  audioAuthor: text('Author of the sound.'),
  audioAlbum: text('Album of the sound; may be empty.'),
  hearts: count('Likes.'),
  shares: count('Shares.'),
  comments: count('Comments.'),
  plays: count('Plays.'),
  engageRate: rate('(hearts + comments + shares) divided by followers.'),
  hashtags: texts('Hashtags of the caption, each with a leading #.'),
  commerceHashtags: texts('Hashtags of a campaign, each with a leading #.'),
  isAd: flag('Marked as an advertisement.'),
  isDuetEnabled: flag('Others may make a duet with it.'),
});
export type BasicClipVideo = Static<typeof BasicClipVideo>;

export const BasicClip = record(
  'BasicClip',
  'Basic metrics of a clip creator, generation 2 (contract 2.4).',
  {
    clipId: text('Handle.'),
    clipName: text('Display name.'),
    tubeId: text("The same creator's channel id; empty when none."),
    gramId: text("The same creator's gram handle; empty when none."),
    avatar: text('URL of the profile picture.'),
    description: text('Biography.'),
    relatedUsers: texts('Handles recommended by the platform.'),
    recentVideos: Type.Array(BasicClipVideo, {
      description: 'Latest 24 videos, newest first.',
      maxItems: 24,
    }),
    isVerified: flag('Verified by the platform.'),
    isPrivateAccount: flag('Contents are visible to approved followers only.'),
    hashtags: texts('Hashtags of the latest 24 videos, latest first, each with a leading #.'),
    commerceHashtags: texts(
      'Campaign hashtags of the latest 24 videos, latest first, each with a leading #.',
    ),
    country: countryCode('Calculated country of origin.'),
    lang: languageCode('Language the creator uses.'),
    ...clipFigures,
    gRateFollowers: change('Growth of followers over the last 30 days.'),
    gRateHearts: change('Growth of hearts over the last 30 days.'),
    gRateAvgHearts: change('Growth of avgHearts over the last 30 days.'),
    gRateAvgShares: change('Growth of avgShares over the last 30 days.'),
    gRateAvgComments: change('Growth of avgComments over the last 30 days.'),
    gRateAvgPlays: change('Growth of avgPlays over the last 30 days.'),
    gRateEngageRate: change('Growth of engageRate over the last 30 days.'),
  },
);
export type BasicClip = Static<typeof BasicClip>;

/** The reply of `GET /v2/clipBasic`. */
export const ClipBasic = record('ClipBasic', 'Basic metrics of a clip creator.', { basicClip: BasicClip });
export type ClipBasic = Static<typeof ClipBasic>;

const ClipHistoryEntry = record(
  'ClipHistoryEntry',
  'A clip account as it was at one instant (contract 2.4).',
  {
    timestamp: instant('00:00 UTC of a day.'),
    ...clipFigures,
  },
);
export type ClipHistoryEntry = Static<typeof ClipHistoryEntry>;

/** The reply of `GET /v2/clipHistory`. */
export const ClipHistory = record('ClipHistory', 'A clip creator and its weekly history (contract 2.4).', {
  basicClip: BasicClip,
  histories: Type.Array(ClipHistoryEntry, {
    description: 'Newest first, seven days apart, at most 53; the first is today and equals basicClip.',
  }),
});
export type ClipHistory = Static<typeof ClipHistory>;

export function clipHistory(account: ClipAccount, shiftMs: number): ClipHistory {
  const line = timeline(account);
  return {
    basicClip: basicClip(account, shiftMs, line),
    histories: weeksOf(account).map((daysAgo) => ({
      timestamp: epochAt - daysAgo * dayMs + shiftMs,
      ...clipFiguresOfDay(account, line, daysAgo),
    })),
  };
}

export const clipBasic = (account: ClipAccount, shiftMs: number): ClipBasic => ({
  basicClip: basicClip(account, shiftMs),
});

export function basicClip(account: ClipAccount, shiftMs: number, line = timeline(account)): BasicClip {
  const recent = account.contents.slice(0, recentPosts);
  const { clipId, clipName, tubeId, gramId, isVerified, isPrivateAccount, hashtags, ...figures } =
    clipSearchFigures(account, line);
  return {
    clipId,
    clipName,
    tubeId,
    gramId,
    avatar: avatarUrl(account.handle),
    description: account.bio,
    relatedUsers: account.related,
    recentVideos: recent.map((content) => basicClipVideo(content, figures.followers, shiftMs)),
    isVerified,
    isPrivateAccount,
    hashtags,
    commerceHashtags: latest(recent.map((content) => content.commerceHashtags)),
    ...figures,
  };
}

/** The fields by which a generation 2 search of clip creators filters and sorts. */
export function clipSearchFigures(account: ClipAccount, line = timeline(account)) {
  const now = clipFiguresOfDay(account, line, 0);
  const then = existedOn(account, 30) ? clipFiguresOfDay(account, line, 30) : now;
  return {
    clipId: account.handle,
    clipName: account.displayName,
    tubeId: account.linked.tube,
    gramId: account.linked.gram,
    isVerified: account.isVerified,
    isPrivateAccount: account.isPrivate,
    hashtags: latest(account.contents.slice(0, recentPosts).map((content) => content.hashtags)),
    country: account.country,
    lang: account.languages[0] ?? '',
    ...now,
    ...{
      gRateFollowers: followerGrowth(account, 30),
      gRateHearts: growth(now.hearts, then.hearts),
      gRateAvgHearts: growth(now.avgHearts, then.avgHearts),
      gRateAvgShares: growth(now.avgShares, then.avgShares),
      gRateAvgComments: growth(now.avgComments, then.avgComments),
      gRateAvgPlays: growth(now.avgPlays, then.avgPlays),
      gRateEngageRate: growth(now.engageRate, then.engageRate),
    },
  };
}

export const basicClipVideo = (content: ClipContent, followers: number, shiftMs: number): BasicClipVideo => ({
  uploadDate: content.publishedAt + shiftMs,
  videoId: content.id,
  length: content.lengthSec,
  cover: coverUrl(content.id),
  audioId: content.audio.id,
  audioTitle: content.audio.title,
  audioAuthor: content.audio.author,
  audioAlbum: content.audio.album,
  hearts: content.likes,
  shares: content.shares,
  comments: content.comments,
  plays: content.views,
  engageRate: engagementByFollowers(content, followers),
  hashtags: content.hashtags,
  commerceHashtags: content.commerceHashtags,
  isAd: content.isAd,
  isDuetEnabled: content.isDuetEnabled,
});

/** Averages cover exactly the videos that the record of that day lists. */
function clipFiguresOfDay(account: ClipAccount, line: Timeline, daysAgo: number) {
  const recent = listedOn(line, daysAgo).slice(0, recentPosts);
  const followers = followersOn(account, daysAgo);
  const avgHearts = halfUp(mean(recent.map((content) => content.likes)));
  const avgShares = halfUp(mean(recent.map((content) => content.shares)));
  const avgComments = halfUp(mean(recent.map((content) => content.comments)));
  return {
    followers,
    following: followingOn(account, daysAgo),
    hearts: totalOn(line, daysAgo, 'likes'),
    videos: countOn(line, daysAgo),
    avgLength: halfUp(mean(recent.map((content) => content.lengthSec))),
    avgHearts,
    avgShares,
    avgComments,
    avgPlays: halfUp(mean(recent.map((content) => content.views))),
    engageRate: ratio(avgHearts + avgComments + avgShares, followers),
  };
}
