import { expect } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { growth, halfUp, mean, ratio, round4 } from '../../../src/core/statistics.ts';
import { audienceOfAccount } from '../../../src/creators/records/audience.ts';
import { tubeContentItem } from '../../../src/creators/records/content-search-item.ts';
import { postRecords } from '../../../src/creators/records/posts.ts';
import { tubeDetail } from '../../../src/creators/records/tube-detail.ts';
import { tubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { tubeProfile } from '../../../src/creators/records/tube-profile.ts';
import { receptionBy } from '../../../src/creators/records/tube-reception.ts';
import { epochAt, type TubeAccount } from '../../../src/creators/world/account.ts';
import { listedOn, type Posted, timeline } from '../../../src/creators/world/timeline.ts';
import type { World } from '../../../src/creators/world/world.ts';
import type { Subject } from '../../creators/search/reference.ts';

const bothSpans = (name: string) => [`${name}1Y`, `${name}R20`];
/** Every filter key by type. */
export const tubeKeys = {
  number: [
    ...['subscribers', 'totalViews', 'lastVideoUploadTime', 'mainLanguageRatio', 'creationDate'],
    ...['avgViews', 'engageRate', 'avgLikes', 'avgDislikes', 'avgComments'].flatMap(bothSpans),
    ...['avgSelfCommentRatio', 'avgCommentLikeRatio', 'avgCommentReplyRatio'].flatMap(bothSpans),
    ...['avgRating', 'avgLength'].flatMap(bothSpans),
    ...['mainCategoryRatio', 'videosIn30Days', 'videosIn90Days', 'videos'],
    ...['score', 'engage', 'gEngage', 'avgViews', 'gAvgViews', 'subs', 'gSubs'].map(
      (key) => `ranking.${key}`,
    ),
    ...['mainCountryRatio', 'avgAge', 'genderFemaleRatio', 'genderMaleRatio'].map(
      (key) => `demographic.${key}`,
    ),
    ...['gSubscribers', 'gTotalViews', 'gAvgViewsR20', 'gEngageRateR20'],
  ],
  boolean: ['hasBusinessEmail', 'hasEmail'],
  string: ['country', 'mainLanguage', 'mainCategory', 'demographic.mainCountry'],
  list: ['topicIds', 'nicheIds'],
};

/** Contents beyond the listed ones have no record: these figures come from the timeline, by the same formulas. */
function unshown(account: TubeAccount) {
  const line = timeline(account);
  const all = Array.from({ length: line.total }, (_, index) => line.at(index) as Posted);
  const videosOn = (daysAgo: number) =>
    listedOn(line, daysAgo)
      .filter(({ kind }) => kind === 'video')
      .slice(0, 20);
  const year = all.filter(
    ({ kind, publishedAt }) => kind === 'video' && publishedAt >= epochAt - 365 * dayMs,
  );
  const existed = account.createdAt <= epochAt - 30 * dayMs;
  return { year, now: videosOn(0), earlier: videosOn(existed ? 30 : 0) };
}

const average = (contents: readonly Posted[], figure: 'views' | 'likes' | 'comments') =>
  halfUp(mean(contents.map((content) => content[figure])));
const engageRate = (contents: readonly Posted[]) =>
  ratio(average(contents, 'likes') + average(contents, 'comments'), average(contents, 'views'));

function dislikesAndRating(contents: readonly Posted[], seed: number, suffix: string) {
  const dislikes = halfUp(mean(contents.map((content) => receptionBy(seed)(content).dislikes)));
  const likes = average(contents, 'likes');
  return {
    [`avgDislikes${suffix}`]: dislikes,
    [`avgRating${suffix}`]: likes + dislikes === 0 ? 0 : round4(1 + (4 * likes) / (likes + dislikes)),
  };
}

interface CommentRatios {
  selfCommentRatio: number;
  commentLikeRatio: number;
  commentReplyRatio: number;
}
const commentRatios = (contents: readonly CommentRatios[], suffix: string) => ({
  [`avgSelfCommentRatio${suffix}`]: round4(mean(contents.map((each) => each.selfCommentRatio))),
  [`avgCommentLikeRatio${suffix}`]: round4(mean(contents.map((each) => each.commentLikeRatio))),
  [`avgCommentReplyRatio${suffix}`]: round4(mean(contents.map((each) => each.commentReplyRatio))),
});

/** The value of every key but the ranks, from the records of the look-ups where one shows it. */
function subject(account: TubeAccount, world: World, shiftMs: number): Subject {
  const { basicTube, detailTube } = tubeDetail(account, shiftMs);
  const profile = tubeProfile(account, shiftMs);
  const { audienceLocations, audienceGender, audienceAvgAge } = audienceOfAccount(account);
  const { ranking } = tubePerformance(account);
  const posts = account.contents.map(
    (content) => postRecords.tube({ account, content }, shiftMs).basicTubePost ?? expect.fail(),
  );
  const latestVideos = posts.filter(({ isShorts }) => !isShorts).slice(0, 20);
  const languages = account.contents.map(
    (content) => tubeContentItem(account, content, shiftMs, world.brandByKey).language,
  );
  const { year, now, earlier } = unshown(account);
  return {
    id: basicTube.tubeId,
    values: {
      ...Object.fromEntries(
        ['Views', 'Likes', 'Comments', 'Length']
          .flatMap((figure) => bothSpans(`avg${figure}`))
          .concat(bothSpans('engageRate'))
          .map((key) => [key, basicTube[key as 'avgViews1Y']]),
      ),
      subscribers: basicTube.subscribers,
      totalViews: basicTube.views,
      hasBusinessEmail: account.emails.length > 0,
      hasEmail: basicTube.hasEmail,
      country: basicTube.country,
      lastVideoUploadTime: basicTube.lastUploadTime,
      mainLanguage: profile.mainLanguage,
      mainLanguageRatio: ratio(
        languages.filter((language) => language === profile.mainLanguage).length,
        languages.length,
      ),
      creationDate: basicTube.createDate,
      ...dislikesAndRating(year, account.seed, '1Y'),
      ...dislikesAndRating(now, account.seed, 'R20'),
      ...commentRatios(year.map(receptionBy(account.seed)), '1Y'),
      ...commentRatios(latestVideos, 'R20'),
      mainCategory: profile.categoryBreakdown[0]?.category ?? '',
      mainCategoryRatio: profile.categoryBreakdown[0]?.share ?? 0,
      topicIds: profile.topics,
      nicheIds: profile.niches,
      videosIn30Days: detailTube.videosIn30Days,
      videosIn90Days: detailTube.videosIn90Days,
      videos: basicTube.videos,
      'ranking.score': halfUp(ranking.totalSubscribers.global * 100),
      'ranking.subs': ranking.totalSubscribers.global,
      'ranking.engage': ranking.avgEngagementRate.global,
      'demographic.mainCountry': audienceLocations[0]?.country ?? '',
      'demographic.mainCountryRatio': audienceLocations[0]?.share ?? 0,
      'demographic.avgAge': audienceAvgAge,
      'demographic.genderFemaleRatio': audienceGender.femaleRatio,
      'demographic.genderMaleRatio': audienceGender.maleRatio,
      gSubscribers: profile.subscriberGrowth.g30,
      gTotalViews: basicTube.gRateViews,
      gAvgViewsR20: growth(average(now, 'views'), average(earlier, 'views')),
      gEngageRateR20: growth(engageRate(now), engageRate(earlier)),
    },
  };
}

/** The part of the other channels that have less. */
function withRanks(subjects: readonly Subject[]): Subject[] {
  const ranks = {
    'ranking.avgViews': 'avgViewsR20',
    'ranking.gAvgViews': 'gAvgViewsR20',
    'ranking.gEngage': 'gEngageRateR20',
    'ranking.gSubs': 'gSubscribers',
  };
  const below = (key: string, value: unknown) =>
    subjects.filter(({ values }) => Number(values[key]) < Number(value)).length / (subjects.length - 1);
  return subjects.map(({ id, values }) => ({
    id,
    values: {
      ...values,
      ...Object.fromEntries(Object.entries(ranks).map(([rank, key]) => [rank, below(key, values[key])])),
    },
  }));
}

/** Every channel, with the values of its keys. */
export const tubeSubjects = (world: World, shiftMs: number): Subject[] =>
  withRanks([...world.accounts('tube')].map((account) => subject(account, world, shiftMs)));
