import type { Platform } from '../../core/platforms.ts';
import type { Search } from '../../core/search-body.ts';
import { type SearchFigures, searchFigures } from '../records/search-figures.ts';
import { hashtagCounts } from '../records/shared.ts';
import type { Account } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import type { InstantMeaning } from './instants.ts';
import { flagName, numberName, type SearchName, wordName, wordsName } from './names.ts';
import type { IndexBuilder, PartSource } from './parts.ts';
import {
  columnsBuilder,
  columnsOf,
  type DefaultOrder,
  placesOf,
  type Searches,
  tableOf,
  tableParts,
} from './table.ts';

/** The input of a creator search: an account and the figures of its records. */
export interface CreatorSubject {
  account: Account;
  figures: SearchFigures;
}

/** Finds handles, or channel ids on tube. */
export type CreatorTable = Searches<{ ids: string[]; totalResults: number }>;

export function creatorIndex(platform: Platform): IndexBuilder<Account> {
  const columns = columnsBuilder(storedNames(platform));
  const ids: string[] = [];
  return {
    add(account) {
      ids.push(accountId(account));
      const figures = searchFigures(account);
      columns.add({ account, figures });
    },
    parts: () => tableParts({ ids }, placesOf(ids), [columns]),
  };
}

export const creatorTable = (platform: Platform, parts: PartSource): CreatorTable =>
  creatorsIn(storedNames(platform), parts, { by: 'displayName', desc: false });

/** @param parts has, besides those of a table, the `ids` */
export function creatorsIn(
  names: readonly SearchName<never>[],
  parts: PartSource,
  order: DefaultOrder,
): CreatorTable {
  const table = tableOf(names, columnsOf(names, parts), parts, order);
  return {
    *find(search, moment) {
      const { rows, totalResults } = yield* table.search(search, moment);
      const ids = parts.texts('ids');
      return { ids: rows.map((row) => ids[row] as string), totalResults };
    },
  };
}

type CreatorNames = readonly SearchName<CreatorSubject>[];

const figureNamed = (name: string, time?: InstantMeaning): SearchName<CreatorSubject> =>
  numberName(name, ({ figures }) => figures.number[name] as number, time);
const figureNames = (names: readonly string[]): CreatorNames => names.map((name) => figureNamed(name));
const flagNamed = (name: string): SearchName<CreatorSubject> =>
  flagName(name, (of) => of.figures.flag[name] as boolean);
const mainAudienceName = (name: string, sortable: boolean): SearchName<CreatorSubject> =>
  wordName(name, (of) => of.figures.text[name] as string, { sortable });

const identityNames: CreatorNames = [
  wordName('displayName', ({ account }) => account.displayName, { sortable: true, caseless: true }),
  wordName('uniqueId', ({ account }) => account.handle, { sortable: true, handle: true }),
  wordName('country', ({ account }) => account.country, { sortable: true }),
  wordName('mainLanguage', ({ account }) => account.languages[0] ?? '', { sortable: true }),
  // the hashtags of the profile
  wordsName('hashtags', ({ account }) => hashtagCounts(account.contents).map(({ name }) => name)),
  wordsName('niches', ({ account }) => account.niches),
];
const topicNames: CreatorNames = [
  wordsName('topics', ({ account }) => (account.platform === 'tube' ? account.topics : [])),
];
const audienceNames: CreatorNames = [
  mainAudienceName('mainAudienceLocation', true),
  mainAudienceName('mainAudienceAge', true),
  mainAudienceName('mainAudienceGender', false),
  ...figureNames(['audienceMaleRatio', 'audienceFemaleRatio']),
  flagNamed('isAccountVerified'),
  flagNamed('hasSponsors'),
];

const countNames = (followers: string, growth: string, views: readonly string[]): CreatorNames => [
  ...figureNames([followers, 'totalContents', ...views, growth, 'contentsIn30Days', 'platformScore']),
  figureNamed('lastPublishTime', 'moment'),
];

/** Such as `avgRecentVideosViews` and `medianRecentVideosViews`. */
const recentNames = (kinds: 'Videos' | 'Shorts' | 'Reels'): CreatorNames => {
  const measures = ['Views', 'Likes', 'Comments'];
  const statistics = ['avg', 'median', 'min', 'max'];
  return figureNames([
    ...statistics.flatMap((statistic) => measures.map((measure) => `${statistic}Recent${kinds}${measure}`)),
    `avgRecent${kinds}EngagementRate`,
    ...[...measures, 'EngagementRate'].map((measure) => `avgRecent${kinds}${measure}Growth`),
  ]);
};

/** The filters of `/{platform}/search` (observed). */
export const creatorSearchNames: Readonly<Record<Platform, CreatorNames>> = {
  clip: [
    ...identityNames,
    ...audienceNames,
    ...countNames('totalFollowers', 'followerGrowthIn30d', []),
    ...recentNames('Videos'),
  ],
  gram: [
    ...identityNames,
    ...audienceNames,
    ...countNames('totalFollowers', 'followerGrowthIn30d', []),
    ...recentNames('Reels'),
  ],
  tube: [
    ...identityNames,
    ...topicNames,
    ...audienceNames,
    ...countNames('totalSubscribers', 'subscriberGrowthIn30d', ['totalViews']),
    ...recentNames('Videos'),
    ...recentNames('Shorts'),
  ],
};

/** Growth as a number of followers. No client can name it: with the setting `followerGrowth: count`, the name of the ratio means it. */
const gainedName = 'followersGainedIn30d';

const storedNames = (platform: Platform): CreatorNames => [
  ...creatorSearchNames[platform],
  figureNamed(gainedName),
];

/** The same search, with the growth of followers as a count instead of a ratio (assumed: follower-growth). */
export function withGrowthAsCount(search: Search): Search {
  const storedName = (name: string): string =>
    /^(follower|subscriber)GrowthIn30d$/.test(name) ? gainedName : name;
  const { filters, sortBy } = search;
  return {
    ...search,
    filters: filters.map((filter) => ({ ...filter, name: storedName(filter.name) })),
    ...(sortBy !== undefined && { sortBy: storedName(sortBy) }),
  };
}
