import type { Platform } from '../../core/platforms.ts';
import { clipSearchFigures } from '../records/clip-history.ts';
import { gramSearchFigures } from '../records/gram-history.ts';
import { type TubeSearchFigures, tubeSearchFigures } from '../records/tube-search-figures.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import { idNames } from './creators.ts';
import { flagName, type InstantMeaning, listName, numberName, type SearchName, textName } from './names.ts';

/** A creator as a generation 2 search sees it: the figures of its records. */
interface BasicSubject<Basic> {
  account: Account;
  figures: Basic;
}

type KeysOf<Basic, Value> = { [K in keyof Basic]: Basic[K] extends Value ? K & string : never }[keyof Basic];

/** Filter names that are the names of their figures. */
function keysOf<Basic>() {
  type Key<Value> = KeysOf<Basic, Value>;
  const figure = (key: Key<number>, time?: InstantMeaning) => ({
    ...numberName<BasicSubject<Basic>>(key, ({ figures }) => figures[key] as number, time),
    isWritten: key === 'mainLanguageRatio',
  });
  return {
    texts: (...keys: Key<string>[]) =>
      keys.map((key) => textName<BasicSubject<Basic>>(key, ({ figures }) => figures[key] as string)),
    lists: (...keys: Key<string[]>[]) =>
      keys.map((key) =>
        listName<BasicSubject<Basic>>(key, ({ figures }) => figures[key] as string[], {
          isWritten: key === 'hashtags',
        }),
      ),
    flags: (...keys: Key<boolean>[]) =>
      keys.map((key) => flagName<BasicSubject<Basic>>(key, ({ figures }) => figures[key] as boolean)),
    numbers: (...keys: Key<number>[]) => keys.map((key) => figure(key)),
    instants: (...keys: Key<number>[]) => keys.map((key) => figure(key, 'moment')),
    /** Ranks by another number. */
    ranks: (keys: Record<string, Key<number>>) =>
      Object.entries(keys).map(([name, of]) => ({ ...figure(of), name, isRank: true as const })),
  };
}

type ClipSearchFigures = ReturnType<typeof clipSearchFigures>;
type GramSearchFigures = ReturnType<typeof gramSearchFigures>;

const clip = keysOf<ClipSearchFigures>();
const gram = keysOf<GramSearchFigures>();
const tube = keysOf<TubeSearchFigures>();

/** The filter keys of generation 2 (observed). */
export const basicNames: Readonly<Record<Platform, readonly SearchName<never>[]>> = {
  clip: [
    ...clip.texts('clipId', 'clipName', 'tubeId', 'gramId'),
    ...clip.flags('isVerified', 'isPrivateAccount'),
    ...clip.lists('hashtags'),
    ...clip.texts('country', 'lang'),
    ...clip.numbers('followers', 'following', 'hearts', 'videos', 'avgLength', 'avgHearts', 'avgShares'),
    ...clip.numbers('avgComments', 'avgPlays', 'engageRate', 'gRateFollowers', 'gRateHearts'),
    ...clip.numbers('gRateAvgHearts', 'gRateAvgShares', 'gRateAvgComments', 'gRateAvgPlays'),
    ...clip.numbers('gRateEngageRate'),
  ],
  gram: [
    ...gram.texts('gramId', 'gramName', 'tubeId', 'category', 'categoryBusiness'),
    ...gram.flags('isVerified', 'isBusinessAccount'),
    ...gram.lists('hashtags'),
    ...gram.numbers('following', 'followers', 'posts', 'engageRate', 'avgLikes', 'avgComments'),
    ...gram.texts('country'),
    ...gram.numbers('gRateFollowers', 'gRateLikes', 'gRateComments', 'gRateAvgLikes'),
    ...gram.numbers('gRateAvgComments', 'gRateEngageRate'),
    ...gram.instants('lastPublishTime', 'dbUpdateTime'),
  ],
  tube: [
    ...tube.numbers('subscribers', 'totalViews'),
    ...tube.flags('hasBusinessEmail', 'hasEmail'),
    ...tube.texts('country'),
    ...tube.instants('lastVideoUploadTime'),
    ...tube.texts('mainLanguage'),
    ...tube.numbers('mainLanguageRatio'),
    ...tube.instants('creationDate'),
    ...tube.numbers('avgViews1Y', 'engageRate1Y', 'avgLikes1Y', 'avgDislikes1Y', 'avgComments1Y'),
    ...tube.numbers('avgSelfCommentRatio1Y', 'avgCommentLikeRatio1Y', 'avgCommentReplyRatio1Y'),
    ...tube.numbers('avgRating1Y', 'avgLength1Y'),
    ...tube.numbers('avgViewsR20', 'engageRateR20', 'avgLikesR20', 'avgDislikesR20', 'avgCommentsR20'),
    ...tube.numbers('avgSelfCommentRatioR20', 'avgCommentLikeRatioR20', 'avgCommentReplyRatioR20'),
    ...tube.numbers('avgRatingR20', 'avgLengthR20'),
    ...tube.texts('mainCategory'),
    ...tube.numbers('mainCategoryRatio'),
    ...tube.lists('topicIds', 'nicheIds'),
    ...tube.numbers('videosIn30Days', 'videosIn90Days', 'videos'),
    ...tube.numbers('ranking.score', 'ranking.engage', 'ranking.subs'),
    ...tube.ranks({
      'ranking.gEngage': 'gEngageRateR20',
      'ranking.avgViews': 'avgViewsR20',
      'ranking.gAvgViews': 'gAvgViewsR20',
      'ranking.gSubs': 'gSubscribers',
    }),
    ...tube.texts('demographic.mainCountry'),
    ...tube.numbers('demographic.mainCountryRatio', 'demographic.avgAge'),
    ...tube.numbers('demographic.genderFemaleRatio', 'demographic.genderMaleRatio'),
    ...tube.numbers('gSubscribers', 'gTotalViews', 'gAvgViewsR20', 'gEngageRateR20'),
  ],
};

/** The keys, and what a search of them needs beside. */
export const basicColumns = (platform: Platform): readonly SearchName<never>[] => [
  ...basicNames[platform],
  ...idNames,
];

const figuresOf: Readonly<Record<Platform, (account: never) => object>> = {
  clip: (account: ClipAccount) => clipSearchFigures(account),
  gram: (account: GramAccount) => gramSearchFigures(account),
  tube: (account: TubeAccount) => tubeSearchFigures(account),
};

export const basicSubject = (account: Account): BasicSubject<object> => ({
  account,
  figures: figuresOf[account.platform](account as never),
});
