import { growth, ratio } from '../../core/statistics.ts';
import type { TubeAccount } from '../world/account.ts';
import { existedOn, timeline } from '../world/timeline.ts';
import { rank } from './ranking.ts';
import { lastPublishedAt } from './shared.ts';
import { detailTube } from './tube-detail.ts';
import { latestTwenty, tubeFiguresNow, videoAverages } from './tube-history.ts';
import { averageReception } from './tube-reception.ts';

export type TubeSearchFigures = ReturnType<typeof tubeSearchFigures>;

/**
 * The figures by which a generation 2 search of tube channels filters and sorts, as of the epoch, under its filter keys
 * (observed). Many keys have a different name from their field of the record, and the meaning of most is assumed
 * (assumed: v2-tube-keys, v2-reception, v2-ranking).
 */
export function tubeSearchFigures(account: TubeAccount) {
  const line = timeline(account);
  const { now, growths, averaged } = tubeFiguresNow(account, line);
  const mainLanguage = account.languages[0] ?? '';
  const detail = detailTube(account, line);
  const then = videoAverages(latestTwenty(line, existedOn(account, 30) ? 30 : 0));
  const inMainLanguage = account.contents.filter(({ language }) => language === mainLanguage).length;
  return {
    subscribers: now.subscribers,
    totalViews: now.views,
    videos: now.videos,
    videosIn30Days: detail.videosIn30Days,
    videosIn90Days: detail.videosIn90Days,
    hasEmail: account.emails.length > 0,
    hasBusinessEmail: account.emails.length > 0,
    country: account.country,
    mainLanguage,
    mainLanguageRatio: ratio(inMainLanguage, account.contents.length),
    mainCategory: account.categories[0]?.category ?? '',
    mainCategoryRatio: account.categories[0]?.share ?? 0,
    topicIds: account.topics,
    nicheIds: account.niches,
    creationDate: account.createdAt,
    lastVideoUploadTime: lastPublishedAt(account, 0),
    avgViews1Y: now.avgViews1Y,
    avgLikes1Y: now.avgLikes1Y,
    avgComments1Y: now.avgComments1Y,
    avgLength1Y: now.avgLength1Y,
    engageRate1Y: now.engageRate1Y,
    avgViewsR20: now.avgViewsR20,
    avgLikesR20: now.avgLikesR20,
    avgCommentsR20: now.avgCommentsR20,
    avgLengthR20: now.avgLengthR20,
    engageRateR20: now.engageRateR20,
    ...receptionKeys('1Y', averageReception(averaged.ofYear, account.seed)),
    ...receptionKeys('R20', averageReception(averaged.latest, account.seed)),
    gSubscribers: growths.gRateSubscribers,
    gTotalViews: growths.gRateViews,
    gAvgViewsR20: growth(now.avgViewsR20, then.views),
    gEngageRateR20: growth(now.engageRateR20, then.engageRate),
    'ranking.score': detail.ranking.score,
    'ranking.subs': detail.ranking.subscribers,
    'ranking.engage': rank(account, 'avgEngagementRate').global,
    'demographic.mainCountry': detail.ytDgMainCountry,
    'demographic.mainCountryRatio': detail.ytDgMainCountryRatio,
    'demographic.avgAge': detail.ytDgAvgAge,
    'demographic.genderFemaleRatio': detail.ytDgGenderFemaleRatio,
    'demographic.genderMaleRatio': detail.ytDgGenderMaleRatio,
  };
}

type ReceptionKey<Suffix extends string> =
  `avg${'Dislikes' | 'Rating' | 'SelfCommentRatio' | 'CommentLikeRatio' | 'CommentReplyRatio'}${Suffix}`;

const receptionKeys = <const Suffix extends '1Y' | 'R20'>(
  suffix: Suffix,
  of: ReturnType<typeof averageReception>,
) =>
  ({
    [`avgDislikes${suffix}`]: of.dislikes,
    [`avgRating${suffix}`]: of.rating,
    [`avgSelfCommentRatio${suffix}`]: of.selfCommentRatio,
    [`avgCommentLikeRatio${suffix}`]: of.commentLikeRatio,
    [`avgCommentReplyRatio${suffix}`]: of.commentReplyRatio,
  }) as Record<ReceptionKey<Suffix>, number>;
