import type { Platform } from '../../core/platforms.ts';
import type { Search } from '../../core/search-body.ts';
import { type SearchFigures, searchFigures } from '../records/search-figures.ts';
import { hashtagCounts } from '../records/shared.ts';
import type { Account } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import {
  flagName,
  type InstantMeaning,
  listName,
  numberName,
  type SearchName,
  textName,
  tieName,
} from './names.ts';

/** A creator as searches see it: an account and the figures of its records. */
interface CreatorSubject {
  account: Account;
  figures: SearchFigures;
}

export const creatorSubject = (account: Account): CreatorSubject => ({
  account,
  figures: searchFigures(account),
});

type CreatorNames = readonly SearchName<CreatorSubject>[];

const figureNamed = (name: string, time?: InstantMeaning): SearchName<CreatorSubject> =>
  numberName(name, ({ figures }) => figures.number[name] as number, time);
const figureNames = (names: readonly string[]): CreatorNames => names.map((name) => figureNamed(name));
const flagNamed = (name: string): SearchName<CreatorSubject> =>
  flagName(name, (of) => of.figures.flag[name] as boolean);
const mainAudienceName = (name: string, sortable: boolean): SearchName<CreatorSubject> =>
  textName(name, (of) => of.figures.text[name] as string, { sortable });

const identityNames: CreatorNames = [
  textName('displayName', ({ account }) => account.displayName, { sortable: true, caseless: true }),
  textName('uniqueId', ({ account }) => account.handle, { sortable: true, handle: true }),
  textName('country', ({ account }) => account.country, { sortable: true }),
  textName('mainLanguage', ({ account }) => account.languages[0] ?? '', { sortable: true }),
  // the hashtags of the profile
  listName('hashtags', ({ account }) => hashtagCounts(account.contents).map(({ name }) => name), {
    isWritten: true,
  }),
  listName('niches', ({ account }) => account.niches),
];
const topicNames: CreatorNames = [
  listName('topics', ({ account }) => (account.platform === 'tube' ? account.topics : [])),
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

/** The finding of a search: a handle, on tube the id of a channel. */
export const foundName = '#found';

export const idNames: readonly SearchName<{ account: Account }>[] = [
  textName(foundName, ({ account }) => accountId(account)),
  tieName(({ account }) => accountId(account)),
];

/** The names of creators, and what a search of them needs beside. */
export const creatorColumns = (platform: Platform): CreatorNames => [
  ...creatorSearchNames[platform],
  figureNamed(gainedName),
  ...idNames,
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
