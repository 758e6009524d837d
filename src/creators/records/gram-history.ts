import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import { choice } from '../../core/schema.ts';
import { engagementByFollowers, growth, halfUp, mean, ratio, round4, sum } from '../../core/statistics.ts';
import { epochAt, type GramAccount, type GramContent } from '../world/account.ts';
import { chance } from '../world/chance.ts';
import {
  countOn,
  existedOn,
  followerGrowth,
  followersOn,
  followingOn,
  listedOn,
  type Timeline,
  timeline,
} from '../world/timeline.ts';
import {
  change,
  count,
  countryCode,
  flag,
  instant,
  languageCode,
  object,
  pageUrl,
  rate,
  record,
  text,
  texts,
} from './atoms.ts';
import { lastPublishedAt, latest } from './shared.ts';
import { avatarUrl, carouselUrls, gramUrl } from './urls.ts';
import { recentPosts, weeksOf } from './windows.ts';

const gramFigures = {
  following: count('Accounts the creator follows.'),
  followers: count('Followers.'),
  posts: count('Posts on the page.'),
  engageRate: rate('(avgLikes + avgComments) divided by followers.'),
  avgLikes: count('Average likes of the latest 24 posts.'),
  avgComments: count('Average comments of the latest 24 posts.'),
};

const activeUserTypes = ['DAU', 'WAU', 'MAU', 'YAU'] as const;
type ActiveUserType = (typeof activeUserTypes)[number];

export const PostInfo = record('PostInfo', 'One of the latest posts (contract 2.3).', {
  shortcode: text('Short unique id of the post.'),
  isVideo: flag('A moving picture.'),
  videoViews: count('Plays of a reel; 0 for an image.'),
  isReels: flag('A reel.'),
  title: text("The creator's caption."),
  photoURL: pageUrl('URL of the post.'),
  carouselUrls: texts('URLs of the pictures of a carousel post.'),
  likes: count('Likes.'),
  comments: count('Comments.'),
  engageRate: rate("(likes + comments) divided by the account's followers."),
  updateDate: instant('Upload.'),
  hashtags: texts('Hashtags of the caption, each with a leading #.'),
  photoContains: texts('An automatic description of the picture.'),
  taggedUsers: texts('Handles tagged in the post.'),
  location: text('City, state or province; may be empty.'),
});
export type PostInfo = Static<typeof PostInfo>;

const ReelInfo = record('ReelInfo', 'A recent reel (contract 2.3).', {
  views: count('Total views.'),
  plays: count('Total plays.'),
  length: Type.Number({ minimum: 0, description: 'Seconds, with decimals.' }),
  promptStickerId: text('Id of the prompt sticker; may be empty.'),
  promptStickerLabel: text('Label of the prompt sticker; may be empty.'),
  filterId: text('Id of the filter; may be empty.'),
  filterLabel: text('Label of the filter; may be empty.'),
  musicId: text('Id of the music; may be empty.'),
  musicTitle: text('Title of the music; may be empty.'),
  musicDisplayArtist: text('Artist of the music; may be empty.'),
  shortcode: text('Short unique id of the reel.'),
  title: text("The creator's caption."),
  comments: count('Comments.'),
  likes: count('Likes.'),
  engageRate: rate("(likes + comments) divided by the account's followers."),
  updateDate: instant('Upload.'),
  hashtags: texts('Hashtags of the caption, each with a leading #.'),
  taggedUsers: texts('Handles tagged in the reel.'),
  location: text('City, state or province; may be empty.'),
});
export type ReelInfo = Static<typeof ReelInfo>;

/**
 * The contract does not explain the `bd` fields. Most repeat their plain counterparts (assumed: bd-fields).
 */
const unexplained = 'Its meaning is not documented.';

export const BasicGram = record(
  'BasicGram',
  'Basic metrics of a gram creator, generation 2 (contract 2.3).',
  {
    gramId: text('Handle.'),
    gramName: text('Editable display name.'),
    tubeId: text("The same creator's channel id; empty when none."),
    avatar: text('URL of the profile picture.'),
    description: text('Biography.'),
    category: text("Category that the creator chose from the platform's presets."),
    categoryBusiness: text('Description that the creator chose for a business account.'),
    lang: languageCode('Language the creator uses.'),
    isVerified: flag('Verified by the platform.'),
    isBusinessAccount: flag('A professional account.'),
    isPrivateAccount: flag('Contents are visible to approved followers only.'),
    hashtags: texts('Hashtags of the latest 24 posts, latest first, each with a leading #.'),
    nicheIds: texts('Niche ids of the account.'),
    ...gramFigures,
    avgPostsPerDay: rate('Latest 24 posts divided by the days since the oldest of them.'),
    activeUserType: choice(
      activeUserTypes,
      'By avgPostsPerDay: daily, weekly (at least 1/7), monthly (1/30), yearly active.',
    ),
    relatedUsers: texts('Handles recommended by the platform.'),
    recentPosts: Type.Array(PostInfo, { description: 'Latest 24 posts, newest first.', maxItems: 24 }),
    recentReels: Type.Array(ReelInfo, { description: 'Latest 24 reels, newest first.', maxItems: 24 }),
    country: countryCode('Calculated country of origin.'),
    clipId: text("The same creator's clip handle; empty when none."),
    lastPublishTime: instant('Last upload; 0 without posts.'),
    dbUpdateTime: instant('The last update of the data by the service.'),
    gRateFollowers: change('Growth of followers over the last 30 days.'),
    gRateLikes: change('Growth of all likes of the latest 24 posts over the last 30 days.'),
    gRateComments: change('Growth of all comments of the latest 24 posts over the last 30 days.'),
    gRateAvgLikes: change('Growth of avgLikes over the last 30 days.'),
    gRateAvgComments: change('Growth of avgComments over the last 30 days.'),
    gRateEngageRate: change('Growth of engageRate over the last 30 days.'),
    isBD: flag(unexplained),
    isBDDAU: flag(unexplained),
    bdDauCheckedTimestamps: Type.Array(Type.Integer(), { description: unexplained }),
    bdCountryCode: text(`Repeats country. ${unexplained}`),
    bdActiveUserType: choice(activeUserTypes, `Repeats activeUserType. ${unexplained}`),
    bdIsPrivate: flag(`Repeats isPrivateAccount. ${unexplained}`),
  },
);
export type BasicGram = Static<typeof BasicGram>;

/** The reply of `GET /v2/gramBasic`. */
export const GramBasic = record('GramBasic', 'Basic metrics of a gram creator.', { basicGram: BasicGram });
export type GramBasic = Static<typeof GramBasic>;

/** The reply of `GET /v2/gramHistory`. */
export const GramHistory = record('GramHistory', 'A gram creator and its weekly history.', {
  basicGram: BasicGram,
  histories: Type.Array(
    object('A gram account as it was at one instant.', {
      timestamp: instant('00:00 UTC of a day.'),
      ...gramFigures,
    }),
    { description: 'Newest first, seven days apart, at most 53; the first is today and equals basicGram.' },
  ),
});
export type GramHistory = Static<typeof GramHistory>;

export function gramHistory(account: GramAccount, shiftMs: number): GramHistory {
  const line = timeline(account);
  return {
    basicGram: basicGram(account, shiftMs, line),
    histories: weeksOf(account).map((daysAgo) => {
      const { totals: _, ...shown } = gramFiguresOfDay(account, line, daysAgo);
      return {
        timestamp: epochAt - daysAgo * dayMs + shiftMs,
        ...shown,
      };
    }),
  };
}

export const gramBasic = (account: GramAccount, shiftMs: number): GramBasic => ({
  basicGram: basicGram(account, shiftMs),
});

export function basicGram(account: GramAccount, shiftMs: number, line = timeline(account)): BasicGram {
  const recent = account.contents.slice(0, recentPosts);
  const reels = account.contents.filter((content) => content.kind === 'reel').slice(0, recentPosts);
  const { now, growths } = gramFiguresNow(account, line);
  const avgPostsPerDay = postsPerDay(recent);
  const activeUserType = activity(avgPostsPerDay);
  const isBD = isMarkedBD(account.seed);
  const checks = isBD && activeUserType === 'DAU' ? activityChecks(account) : [];
  return {
    gramId: account.handle,
    gramName: account.displayName,
    tubeId: account.linked.tube,
    avatar: avatarUrl(account.handle),
    description: account.bio,
    category: account.category,
    categoryBusiness: account.categoryBusiness,
    lang: account.languages[0] ?? '',
    isVerified: account.isVerified,
    isBusinessAccount: account.isBusiness,
    isPrivateAccount: account.isPrivate,
    hashtags: latest(recent.map((content) => content.hashtags)),
    nicheIds: account.niches,
    ...now,
    avgPostsPerDay,
    activeUserType,
    relatedUsers: account.related,
    recentPosts: recent.map((content) => postInfo(content, now.followers, shiftMs)),
    recentReels: reels.map((content) => reelInfo(content, now.followers, shiftMs)),
    country: account.country,
    clipId: account.linked.clip,
    lastPublishTime: lastPublishedAt(account, shiftMs),
    dbUpdateTime: account.updatedAt + shiftMs,
    ...growths,
    isBD,
    isBDDAU: checks.length > 0,
    bdDauCheckedTimestamps: checks.map((at) => at + shiftMs),
    bdCountryCode: account.country,
    bdActiveUserType: activeUserType,
    bdIsPrivate: account.isPrivate,
  };
}

function gramFiguresNow(account: GramAccount, line: Timeline) {
  const { totals, ...now } = gramFiguresOfDay(account, line, 0);
  const then = gramFiguresOfDay(account, line, existedOn(account, 30) ? 30 : 0);
  const growths = {
    gRateFollowers: followerGrowth(account, 30),
    gRateLikes: growth(totals.likes, then.totals.likes),
    gRateComments: growth(totals.comments, then.totals.comments),
    gRateAvgLikes: growth(now.avgLikes, then.avgLikes),
    gRateAvgComments: growth(now.avgComments, then.avgComments),
    gRateEngageRate: growth(now.engageRate, then.engageRate),
  };
  return { now, growths };
}

/** The fields of the record by which a generation 2 search of gram creators filters and sorts. */
export function gramSearchFigures(account: GramAccount) {
  const { now, growths } = gramFiguresNow(account, timeline(account));
  return {
    gramId: account.handle,
    gramName: account.displayName,
    tubeId: account.linked.tube,
    category: account.category,
    categoryBusiness: account.categoryBusiness,
    isVerified: account.isVerified,
    isBusinessAccount: account.isBusiness,
    hashtags: latest(account.contents.slice(0, recentPosts).map((content) => content.hashtags)),
    ...now,
    country: account.country,
    lastPublishTime: lastPublishedAt(account, 0),
    dbUpdateTime: account.updatedAt,
    ...growths,
  };
}

export const postInfo = (content: GramContent, followers: number, shiftMs: number): PostInfo => ({
  shortcode: content.id,
  isVideo: content.kind === 'reel',
  videoViews: playsOf(content),
  isReels: content.kind === 'reel',
  title: content.text,
  photoURL: gramUrl(content.id),
  carouselUrls: carouselUrls(content.id, content.carousel),
  likes: content.likes,
  comments: content.comments,
  engageRate: engagementByFollowers({ ...content, shares: 0 }, followers),
  updateDate: content.publishedAt + shiftMs,
  hashtags: content.hashtags,
  photoContains: content.contains,
  taggedUsers: content.tagged,
  location: content.place?.name ?? '',
});

const reelInfo = (content: GramContent, followers: number, shiftMs: number): ReelInfo => ({
  views: content.views,
  plays: playsOf(content),
  length: content.lengthSec,
  promptStickerId: labelId(content.sticker),
  promptStickerLabel: content.sticker,
  filterId: labelId(content.filter),
  filterLabel: content.filter,
  musicId: content.audio?.id ?? '',
  musicTitle: content.audio?.title ?? '',
  musicDisplayArtist: content.audio?.author ?? '',
  shortcode: content.id,
  title: content.text,
  comments: content.comments,
  likes: content.likes,
  engageRate: engagementByFollowers({ ...content, shares: 0 }, followers),
  updateDate: content.publishedAt + shiftMs,
  hashtags: content.hashtags,
  taggedUsers: content.tagged,
  location: content.place?.name ?? '',
});

/**
 * Repeated plays count as plays, but not as views (assumed: plays-views). A reel has up to 40% more plays than views; a
 * quarter of the reels has none. The number follows from the id, so it is the same in every record. 0 for an image.
 */
function playsOf({ kind, id, views }: GramContent): number {
  if (kind === 'image') return 0;
  const repeats = Math.max(0, chance(0, `plays ${id}`, 0) - 0.25);
  return halfUp(views * (1 + repeats * (0.4 / 0.75)));
}

/** A number derived from a label, so that a label has the same id everywhere; empty for no label. */
function labelId(label: string): string {
  if (label === '') return '';
  let id = 0;
  for (let at = 0; at < label.length; at++) id = (id * 131 + label.charCodeAt(at)) % 999_999_999_989;
  return String(1_000_000_000_000 + id);
}

/** Averages cover exactly the posts that the record of that day lists. */
function gramFiguresOfDay(account: GramAccount, line: Timeline, daysAgo: number) {
  const recent = listedOn(line, daysAgo).slice(0, recentPosts);
  const likes = recent.map((content) => content.likes);
  const comments = recent.map((content) => content.comments);
  const followers = followersOn(account, daysAgo);
  const avgLikes = halfUp(mean(likes));
  const avgComments = halfUp(mean(comments));
  return {
    following: followingOn(account, daysAgo),
    followers,
    posts: countOn(line, daysAgo),
    engageRate: ratio(avgLikes + avgComments, followers),
    avgLikes,
    avgComments,
    totals: { likes: sum(likes), comments: sum(comments) },
  };
}

function postsPerDay(recent: readonly GramContent[]): number {
  const oldest = recent.at(-1);
  return oldest ? round4((recent.length * dayMs) / (epochAt - oldest.publishedAt)) : 0;
}

/** The undocumented marks follow from the seed alone (assumed: bd-fields). */
const isMarkedBD = (seed: number): boolean => chance(seed, 'bd', 0) < 1 / 8;

/** How often an account was found active, from its seed. */
const activityCheckCount = (seed: number): number => 1 + Math.floor(4 * chance(seed, 'bd', 1));

/** The instants of the checks that found an account active, newest first: its latest update, and up to three before, a week apart. */
const activityChecks = ({ createdAt, seed, updatedAt }: GramAccount): number[] =>
  Array.from({ length: activityCheckCount(seed) }, (_, n) => updatedAt - n * 7 * dayMs).filter(
    (at) => at >= createdAt,
  );

function activity(postsPerDay: number): ActiveUserType {
  if (postsPerDay >= 1) return 'DAU';
  if (postsPerDay >= 1 / 7) return 'WAU';
  return postsPerDay >= 1 / 30 ? 'MAU' : 'YAU';
}
