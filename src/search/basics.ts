import type { Platform } from '../core/platforms.ts';
import { type BasicClip, basicClip } from '../records/clip-history.ts';
import { type BasicGram, basicGram } from '../records/gram-history.ts';
import { type BasicTube, basicTube } from '../records/tube-history.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import { type CreatorTable, creatorsIn, partsOfCreators } from './creators.ts';
import { flag, type Name, number, word, words } from './names.ts';
import type { IndexBuilder, PartsOf } from './parts.ts';
import { columnsBuilder } from './table.ts';

/** How a search reads one kind of generation 2 record. */
interface Basics<Of extends Account, Basic> {
  /** The field with the creator's id, which orders equal results. */
  id: KeysOf<Basic, string>;
  names: readonly Name<Basic>[];
  record: (account: Of) => Basic;
}

type KeysOf<Basic, Value> = { [K in keyof Basic]: Basic[K] extends Value ? K & string : never }[keyof Basic];

/** The filter names are the record's own field names, so a search filters what `…Basic` returns. */
function keysOf<Basic>() {
  return {
    texts: (...keys: KeysOf<Basic, string>[]) =>
      keys.map((key) => word<Basic>(key, (basic) => basic[key] as string)),
    lists: (...keys: KeysOf<Basic, string[]>[]) =>
      keys.map((key) => words<Basic>(key, (basic) => basic[key] as string[])),
    flags: (...keys: KeysOf<Basic, boolean>[]) =>
      keys.map((key) => flag<Basic>(key, (basic) => basic[key] as boolean)),
    numbers: (...keys: KeysOf<Basic, number>[]) =>
      keys.map((key) => number<Basic>(key, (basic) => basic[key] as number)),
    instants: (...keys: KeysOf<Basic, number>[]) =>
      keys.map((key) => number<Basic>(key, (basic) => basic[key] as number, 'moment')),
  };
}

const clip = keysOf<BasicClip>();
const gram = keysOf<BasicGram>();
const tube = keysOf<BasicTube>();

/** The filter keys of generation 2 (observed). */
const clipBasics: Basics<ClipAccount, BasicClip> = {
  id: 'clipId',
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
  record: (account) => basicClip(account, 0),
};

/** The filter keys of generation 2 (observed). */
const gramBasics: Basics<GramAccount, BasicGram> = {
  id: 'gramId',
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
  record: (account) => basicGram(account, 0),
};

/** The texts, flags, figures and lists of the record (observed). */
const tubeBasics: Basics<TubeAccount, BasicTube> = {
  id: 'tubeId',
  names: [
    ...tube.texts('tubeId', 'tubeName', 'displayId', 'avatar', 'country', 'lang', 'mainCategory'),
    ...tube.flags('hasEmail'),
    ...tube.numbers('subscribers', 'views', 'videos'),
    ...tube.lists('hashtags'),
    ...tube.numbers('avgViews1Y', 'avgLikes1Y', 'avgComments1Y', 'avgLength1Y', 'engageRate1Y'),
    ...tube.numbers('avgViewsR20', 'avgLikesR20', 'avgCommentsR20', 'avgLengthR20', 'engageRateR20'),
    ...tube.numbers('gRateSubscribers', 'gRateViews'),
    ...tube.instants('createDate', 'lastUploadTime'),
    ...tube.texts('gramId', 'clipId'),
  ],
  record: (account) => basicTube(account, 0),
};

export const basicNames: Readonly<Record<Platform, readonly Name<never>[]>> = {
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

export const basicTable = (platform: Platform, parts: PartsOf): CreatorTable =>
  creatorsIn(basicNames[platform], parts, { by: ids[platform], desc: false });

const ids: Readonly<Record<Platform, string>> = {
  clip: clipBasics.id,
  gram: gramBasics.id,
  tube: tubeBasics.id,
};

function basicIndex<Of extends Account, Basic>({
  id,
  names,
  record,
}: Basics<Of, Basic>): IndexBuilder<Account> {
  const columns = columnsBuilder(names);
  const ids: string[] = [];
  return {
    add(account) {
      const basic = record(account as Of);
      columns.add(basic);
      ids.push(basic[id] as string);
    },
    parts: () => partsOfCreators(ids, columns),
  };
}
