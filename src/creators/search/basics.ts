import type { Platform } from '../../core/platforms.ts';
import { clipSearchFigures } from '../records/clip-history.ts';
import { gramSearchFigures } from '../records/gram-history.ts';
import { type TubeSearchFigures, tubeSearchFigures } from '../records/tube-search-figures.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import { type CreatorTable, creatorsIn } from './creators.ts';
import type { InstantMeaning } from './instants.ts';
import { flagName, numberName, rankedName, type SearchName, wordName, wordsName } from './names.ts';
import type { IndexBuilder, PartSource } from './parts.ts';
import { columnsBuilder, placesOf, tableParts } from './table.ts';

/** The filter names of a generation 2 search, and the record that has their figures. */
interface Basics<Creator extends Account, Basic> {
  names: readonly SearchName<Basic>[];
  record: (account: Creator) => Basic;
}

type KeysOf<Basic, Value> = { [K in keyof Basic]: Basic[K] extends Value ? K & string : never }[keyof Basic];

/** Filter names that are the names of their figures. */
function keysOf<Basic>() {
  const figure = (key: KeysOf<Basic, number>, time?: InstantMeaning) =>
    numberName<Basic>(key, (basic) => basic[key] as number, time);
  return {
    texts: (...keys: KeysOf<Basic, string>[]) =>
      keys.map((key) => wordName<Basic>(key, (basic) => basic[key] as string)),
    lists: (...keys: KeysOf<Basic, string[]>[]) =>
      keys.map((key) => wordsName<Basic>(key, (basic) => basic[key] as string[])),
    flags: (...keys: KeysOf<Basic, boolean>[]) =>
      keys.map((key) => flagName<Basic>(key, (basic) => basic[key] as boolean)),
    numbers: (...keys: KeysOf<Basic, number>[]) => keys.map((key) => figure(key)),
    instants: (...keys: KeysOf<Basic, number>[]) => keys.map((key) => figure(key, 'moment')),
    /** Ranks by another number. */
    ranks: (keys: Record<string, KeysOf<Basic, number>>) =>
      Object.entries(keys).map(([key, of]) => rankedName(key, figure(of))),
  };
}

type ClipSearchFigures = ReturnType<typeof clipSearchFigures>;
type GramSearchFigures = ReturnType<typeof gramSearchFigures>;

const clip = keysOf<ClipSearchFigures>();
const gram = keysOf<GramSearchFigures>();
const tube = keysOf<TubeSearchFigures>();

/** The filter keys of generation 2 (observed). */
const clipBasics: Basics<ClipAccount, ClipSearchFigures> = {
  names: [
    ...clip.texts('clipId', 'clipName', 'tubeId', 'gramId'),
    ...clip.flags('isVerified', 'isPrivateAccount'),
    ...clip.lists('hashtags'),
    ...clip.texts('country', 'lang'),
    ...clip.numbers('followers', 'following', 'hearts', 'videos', 'avgLength', 'avgHearts', 'avgShares'),
    ...clip.numbers('avgComments', 'avgPlays', 'engageRate', 'gRateFollowers', 'gRateHearts'),
    ...clip.numbers('gRateAvgHearts', 'gRateAvgShares', 'gRateAvgComments', 'gRateAvgPlays'),
    ...clip.numbers('gRateEngageRate'),
  ],
  record: (account) => clipSearchFigures(account),
};

/** The filter keys of generation 2 (observed). */
const gramBasics: Basics<GramAccount, GramSearchFigures> = {
  names: [
    ...gram.texts('gramId', 'gramName', 'tubeId', 'category', 'categoryBusiness'),
    ...gram.flags('isVerified', 'isBusinessAccount'),
    ...gram.lists('hashtags'),
    ...gram.numbers('following', 'followers', 'posts', 'engageRate', 'avgLikes', 'avgComments'),
    ...gram.texts('country'),
    ...gram.numbers('gRateFollowers', 'gRateLikes', 'gRateComments', 'gRateAvgLikes'),
    ...gram.numbers('gRateAvgComments', 'gRateEngageRate'),
    ...gram.instants('lastPublishTime', 'dbUpdateTime'),
  ],
  record: gramSearchFigures,
};

/** The filter keys of generation 2 (observed). */
const tubeBasics: Basics<TubeAccount, TubeSearchFigures> = {
  names: [
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
  record: tubeSearchFigures,
};

export const basicNames: Readonly<Record<Platform, readonly SearchName<never>[]>> = {
  clip: clipBasics.names,
  gram: gramBasics.names,
  tube: tubeBasics.names,
};

/** The figures of generation 2 records. */
export const basicIndexes: Readonly<Record<Platform, () => IndexBuilder<Account>>> = {
  clip: () => basicIndex(clipBasics),
  gram: () => basicIndex(gramBasics),
  tube: () => basicIndex(tubeBasics),
};

/** Every search of generation 2 names its order. */
export const basicTable = (platform: Platform, parts: PartSource): CreatorTable =>
  creatorsIn(basicNames[platform], parts, {
    by: platform === 'tube' ? 'subscribers' : 'followers',
    desc: false,
  });

function basicIndex<Creator extends Account, Basic>({
  names,
  record,
}: Basics<Creator, Basic>): IndexBuilder<Account> {
  const columns = columnsBuilder(names);
  const ids: string[] = [];
  return {
    add(account) {
      ids.push(accountId(account));
      const basic = record(account as Creator);
      columns.add(basic);
    },
    parts: () => tableParts({ ids }, placesOf(ids), [columns]),
  };
}
