import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import { growth, halfUp, mean, ratio } from '../../core/statistics.ts';
import { epochAt, type TubeAccount } from '../world/account.ts';
import {
  countOn,
  existedOn,
  figuresOn,
  followerGrowth,
  followersOn,
  listedOn,
  type Posted,
  postedOn,
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
  object,
  rate,
  record,
  text,
  texts,
} from './atoms.ts';
import { lastPublishedAt, latest } from './shared.ts';
import { TubeVideo, tubeVideo } from './tube-content-detail.ts';
import { avatarUrl } from './urls.ts';
import { recentItems, weeksOf } from './windows.ts';

const over = (which: string) => ({
  views: count(`Average views of the ${which}.`),
  likes: count(`Average likes of the ${which}.`),
  comments: count(`Average comments of the ${which}.`),
  length: count(`Average length of the ${which}, seconds.`),
  engageRate: rate(`(likes + comments) divided by views, from the averages of the ${which}.`),
});
const ofYear = over('videos of the last 365 days');
const ofTwenty = over('latest 20 videos');

const tubeFigures = {
  subscribers: count('Subscribers.'),
  views: count('Views of all contents together.'),
  videos: count('Contents on the channel.'),
  avgViews1Y: ofYear.views,
  avgLikes1Y: ofYear.likes,
  avgComments1Y: ofYear.comments,
  avgLength1Y: ofYear.length,
  engageRate1Y: ofYear.engageRate,
  avgViewsR20: ofTwenty.views,
  avgLikesR20: ofTwenty.likes,
  avgCommentsR20: ofTwenty.comments,
  avgLengthR20: ofTwenty.length,
  engageRateR20: ofTwenty.engageRate,
};

export const BasicTube = record('BasicTube', 'Basic metrics of a tube channel, generation 2.', {
  tubeId: text('Channel id.'),
  tubeName: text('Display name.'),
  displayId: text('Handle, with a leading @.'),
  avatar: text('URL of the profile picture.'),
  country: countryCode('Calculated country of origin.'),
  lang: languageCode('Language the creator uses.'),
  mainCategory: text('Category of most contents; may be empty.'),
  hasEmail: flag('An e-mail address is known.'),
  ...tubeFigures,
  hashtags: texts('Hashtags of the listed contents, latest first, each with a leading #.'),
  gRateSubscribers: change('Growth of subscribers over the last 30 days.'),
  gRateViews: change('Growth of views over the last 30 days.'),
  createDate: instant('The creation of the channel.'),
  lastUploadTime: instant('Last upload; 0 without contents.'),
  gramId: text("The same creator's gram handle; empty when none."),
  clipId: text("The same creator's clip handle; empty when none."),
  recentVideos: Type.Array(TubeVideo, {
    description: 'The videos of the generation 3 content detail, newest first.',
  }),
});
export type BasicTube = Static<typeof BasicTube>;

/** The reply of `GET /v2/tubeBasic`. */
export const TubeBasic = record('TubeBasic', 'Basic metrics of a tube channel.', { basicTube: BasicTube });
export type TubeBasic = Static<typeof TubeBasic>;

/** The reply of `GET /v2/tubeHistory`. */
export const TubeHistory = record('TubeHistory', 'A tube channel and its weekly history.', {
  basicTube: BasicTube,
  histories: Type.Array(
    object('A channel as it was at one instant.', {
      timestamp: instant('00:00 UTC of a day.'),
      ...tubeFigures,
    }),
    { description: 'Newest first, seven days apart, at most 53; the first is today and equals basicTube.' },
  ),
});
export type TubeHistory = Static<typeof TubeHistory>;

export function tubeHistory(account: TubeAccount, shiftMs: number): TubeHistory {
  const line = timeline(account);
  return {
    basicTube: basicTube(account, shiftMs, line),
    histories: weeksOf(account).map((daysAgo) => ({
      timestamp: epochAt - daysAgo * dayMs + shiftMs,
      ...tubeFiguresOfDay(account, line, daysAgo),
    })),
  };
}

export const tubeBasic = (account: TubeAccount, shiftMs: number): TubeBasic => ({
  basicTube: basicTube(account, shiftMs),
});

function basicTube(account: TubeAccount, shiftMs: number, line = timeline(account)): BasicTube {
  const { now, growths } = tubeFiguresNow(account, line);
  return {
    tubeId: account.channelId,
    tubeName: account.displayName,
    displayId: `@${account.handle}`,
    avatar: avatarUrl(account.channelId),
    country: account.country,
    lang: account.languages[0] ?? '',
    mainCategory: account.categories[0]?.category ?? '',
    hasEmail: account.emails.length > 0,
    ...now,
    hashtags: latest(account.contents.map((content) => content.hashtags)),
    ...growths,
    createDate: account.createdAt + shiftMs,
    lastUploadTime: lastPublishedAt(account, shiftMs),
    gramId: account.linked.gram,
    clipId: account.linked.clip,
    recentVideos: account.contents
      .filter((content) => content.kind === 'video')
      .map((content) => tubeVideo(content, shiftMs)),
  };
}

/** @returns beside the figures the videos that they average */
export function tubeFiguresNow(account: TubeAccount, line: Timeline) {
  const averaged = averagedVideos(line, 0);
  const now = tubeFiguresOfDay(account, line, 0, averaged);
  const then = existedOn(account, 30) ? totalOn(line, 30, 'views') : now.views;
  const growths = {
    gRateSubscribers: followerGrowth(account, 30),
    gRateViews: growth(now.views, then),
  };
  return { now, growths, averaged };
}

const averagedVideos = (line: Timeline, daysAgo: number) => ({
  ofYear: videosOfYear(line, daysAgo),
  latest: latestTwenty(line, daysAgo),
});

function tubeFiguresOfDay(
  account: TubeAccount,
  line: Timeline,
  daysAgo: number,
  { ofYear, latest: latestOnes } = averagedVideos(line, daysAgo),
) {
  const [year, twenty] = [videoAverages(ofYear), videoAverages(latestOnes)];
  return {
    subscribers: followersOn(account, daysAgo),
    views: totalOn(line, daysAgo, 'views'),
    videos: countOn(line, daysAgo),
    avgViews1Y: year.views,
    avgLikes1Y: year.likes,
    avgComments1Y: year.comments,
    avgLength1Y: year.length,
    engageRate1Y: year.engageRate,
    avgViewsR20: twenty.views,
    avgLikesR20: twenty.likes,
    avgCommentsR20: twenty.comments,
    avgLengthR20: twenty.length,
    engageRateR20: twenty.engageRate,
  };
}

/** The videos of the `…R20` figures. */
export const latestTwenty = (line: Timeline, daysAgo: number): Posted[] =>
  listedOn(line, daysAgo)
    .filter((content) => content.kind === 'video')
    .slice(0, recentItems);

/** The videos of the `…1Y` figures. */
function videosOfYear(line: Timeline, daysAgo: number): Posted[] {
  const endAt = epochAt - daysAgo * dayMs;
  const found: Posted[] = [];
  for (const content of postedOn(line, daysAgo)) {
    if (content.publishedAt < endAt - 365 * dayMs) break;
    if (content.kind === 'video') found.push(figuresOn(content, daysAgo));
  }
  return found;
}

/** The rate is over views, as are all rates on tube (assumed: v2-rounded). */
export function videoAverages(contents: readonly Posted[]) {
  const views = halfUp(mean(contents.map((content) => content.views)));
  const likes = halfUp(mean(contents.map((content) => content.likes)));
  const comments = halfUp(mean(contents.map((content) => content.comments)));
  const length = halfUp(mean(contents.map((content) => content.lengthSec)));
  return { views, likes, comments, length, engageRate: ratio(likes + comments, views) };
}
