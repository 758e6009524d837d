import type { Platform } from '../../core/platforms.ts';
import type { Search } from '../../core/search-body.ts';
import { type SearchFigures, searchFigures } from '../records/search-figures.ts';
import { hashtagCounts } from '../records/shared.ts';
import type { Account, TubeAccount } from '../world/account.ts';
import type { Part } from '../world/index-parts.ts';
import { accountId } from '../world/rows.ts';
import type { Time } from './instants.ts';
import { flag, type Name, number, word, words } from './names.ts';
import type { IndexBuilder, PartsOf } from './parts.ts';
import type { Searches } from './searches.ts';
import { columnsBuilder, columnsOf, type Order, placesOf, tableOf, tableParts } from './table.ts';

/** The input of a creator search: an account and the figures of its records. */
export interface CreatorSubject<Of extends Account = Account> {
  account: Of;
  figures: SearchFigures;
}

/** Finds handles, or channel ids on tube. */
export type CreatorTable = Searches<{ ids: string[]; totalResults: number }>;

export function creatorIndex(platform: Platform): IndexBuilder<Account> {
  const columns = columnsBuilder<CreatorSubject<never>>(storedNames(platform));
  const ids: string[] = [];
  return {
    add(account) {
      columns.add({ account: account as never, figures: searchFigures(account) });
      ids.push(accountId(account));
    },
    parts: () => partsOfCreators(ids, columns),
  };
}

export const creatorTable = (platform: Platform, parts: PartsOf): CreatorTable =>
  creatorsIn(storedNames(platform), parts, { by: 'displayName', desc: false });

export function* partsOfCreators(
  ids: readonly string[],
  columns: Pick<ReturnType<typeof columnsBuilder>, 'parts'>,
): Generator<[string, Part], void, undefined> {
  const place = placesOf(ids);
  yield ['ids', ids];
  yield* tableParts(place);
  yield* columns.parts(place);
}

/** @param parts has, besides those of a table, the `ids` */
export function creatorsIn(names: readonly Name<never>[], parts: PartsOf, order: Order): CreatorTable {
  const table = tableOf(names, columnsOf(names, parts), parts, order);
  return {
    *find(search, moment) {
      const { rows, totalResults } = yield* table.search(search, moment);
      const ids = parts.texts('ids');
      return { ids: rows.map((row) => ids[row] as string), totalResults };
    },
  };
}

type Names<Of extends Account = Account> = readonly Name<CreatorSubject<Of>>[];

const figure = (name: string, time?: Time): Name<CreatorSubject> =>
  number(name, ({ figures }) => figures.number[name] ?? 0, time);
const figures = (names: readonly string[]): Names => names.map((name) => figure(name));
const mark = (name: string): Name<CreatorSubject> => flag(name, (of) => of.figures.flag[name] ?? false);
const main = (name: string, sortable: boolean): Name<CreatorSubject> =>
  word(name, (of) => of.figures.text[name] ?? '', { sortable });

const identity: Names = [
  word('displayName', ({ account }) => account.displayName, { sortable: true, caseless: true }),
  word('uniqueId', ({ account }) => account.handle, { sortable: true, handle: true }),
  word('country', ({ account }) => account.country, { sortable: true }),
  word('mainLanguage', ({ account }) => account.languages[0] ?? '', { sortable: true }),
  // the hashtags of the profile
  words('hashtags', ({ account }) => hashtagCounts(account.contents).map(({ name }) => name)),
  words('niches', ({ account }) => account.niches),
];
const topics: Names<TubeAccount> = [words('topics', ({ account }) => account.topics)];
const audience: Names = [
  main('mainAudienceLocation', true),
  main('mainAudienceAge', true),
  main('mainAudienceGender', false),
  ...figures(['audienceMaleRatio', 'audienceFemaleRatio']),
  mark('isAccountVerified'),
  mark('hasSponsors'),
];

const counts = (followers: string, growth: string, views: readonly string[]): Names => [
  ...figures([followers, 'totalContents', ...views, growth, 'contentsIn30Days', 'platformScore']),
  figure('lastPublishTime', 'moment'),
];

/** Such as `avgRecentVideosViews` and `medianRecentVideosViews`. */
const recent = (kinds: 'Videos' | 'Shorts' | 'Reels'): Names => {
  const measures = ['Views', 'Likes', 'Comments'];
  const statistics = ['avg', 'median', 'min', 'max'];
  return figures([
    ...statistics.flatMap((statistic) => measures.map((measure) => `${statistic}Recent${kinds}${measure}`)),
    `avgRecent${kinds}EngagementRate`,
    ...[...measures, 'EngagementRate'].map((measure) => `avgRecent${kinds}${measure}Growth`),
  ]);
};

/** The filters of `/{platform}/search` (observed). */
export const creatorSearchNames: Readonly<Record<Platform, Names<never>>> = {
  clip: [
    ...identity,
    ...audience,
    ...counts('totalFollowers', 'followerGrowthIn30d', []),
    ...recent('Videos'),
  ],
  gram: [
    ...identity,
    ...audience,
    ...counts('totalFollowers', 'followerGrowthIn30d', []),
    ...recent('Reels'),
  ],
  tube: [
    ...identity,
    ...topics,
    ...audience,
    ...counts('totalSubscribers', 'subscriberGrowthIn30d', ['totalViews']),
    ...recent('Videos'),
    ...recent('Shorts'),
  ],
};

/** Growth as a number of followers. No search names it: the setting `followerGrowth` lets the name of the ratio mean it. */
const gained = 'followersGainedIn30d';

const storedNames = (platform: Platform): Names<never> => [...creatorSearchNames[platform], figure(gained)];

/** The same search, in which the growth of followers is a number of them (assumed: follower-growth). */
export function withGrowthAsCount(search: Search): Search {
  const meant = (name: string): string => (/^(follower|subscriber)GrowthIn30d$/.test(name) ? gained : name);
  const { filters, sortBy } = search;
  return {
    ...search,
    filters: filters.map((filter) => ({ ...filter, name: meant(filter.name) })),
    ...(sortBy !== undefined && { sortBy: meant(sortBy) }),
  };
}
