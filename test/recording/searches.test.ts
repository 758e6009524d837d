import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExchangeFile } from '../../src/contract/exchange.ts';
import { dayMs } from '../../src/core/durations.ts';
import { type Platform, platforms } from '../../src/core/platforms.ts';
import { createRandom } from '../../src/core/random.ts';
import { halfUp } from '../../src/core/statistics.ts';
import { clipSearchFigures } from '../../src/creators/records/clip-history.ts';
import { gramSearchFigures } from '../../src/creators/records/gram-history.ts';
import { tubeSearchFigures } from '../../src/creators/records/tube-search-figures.ts';
import { basicNames } from '../../src/creators/search/basics.ts';
import { creatorSearchNames } from '../../src/creators/search/creators.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { classOf } from '../../src/recording/field-classes.ts';
import type { JsonSearch, Reference, Subject } from '../creators/search/reference.ts';
import { noon, testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { contents, creators } from '../service/v3/search-subjects.ts';
import { recordIn, recordingsIn, type SentCall, sending } from './service.ts';

type Json = Readonly<Record<string, unknown>>;

const service = await testApp({ vocabulary: 'neutral', size: 60 });
const { world } = service;
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });

const random = createRandom(Number(process.env['RECORDING_SEED'] ?? 1));
const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Searches for each number, which bounds at the figures of the service, or beside them, filter and sort. */
function searchesBy({ subjects, sortable }: Pick<Reference, 'subjects' | 'sortable'>): JsonSearch[] {
  const numbers = sortable.filter((name) => typeof subjects[0]?.values[name] === 'number');
  const filterBy = (filterName: string) => {
    const figure = among(subjects).values[filterName] as number;
    const op = among(['>', '>', '<', '<', '=']);
    const drift = op === '=' ? 0 : among([0, 1, -1, 0.00005, figure / 3]);
    return { filterName, op, value: figure + drift };
  };
  return numbers.flatMap((name) =>
    Array.from({ length: searchesOfEach }, (_, n) => ({
      // the first of each name finds all
      filters: [
        n === 0 ? { filterName: name, op: '>', value: -1e9 } : filterBy(name),
        ...(n > 0 && random() < 0.3 ? [filterBy(among(numbers))] : []),
      ],
      sortBy: n === 0 || random() < 0.5 ? name : among(numbers),
      desc: random() < 0.5,
    })),
  );
}

const searchesOfEach = Number(process.env['RECORDING_SEARCHES'] ?? 2);

/** Figures of searches that no reply shows. */
const hidden = new Set([
  ...['avgRecentReelsLikesGrowth', 'avgRecentReelsCommentsGrowth'].map((name) => `gram/search ${name}`),
  ...['Views', 'Likes', 'Comments'].map((word) => `clip/search avgRecentVideos${word}Growth`),
  ...['VideosLikes', 'VideosComments', 'ShortsLikes', 'ShortsComments'].map(
    (word) => `tube/search avgRecent${word}Growth`,
  ),
  'tube/search totalViews',
  ...['mainLanguageRatio', 'mainCategoryRatio', 'gAvgViewsR20', 'gEngageRateR20'],
  ...['engage', 'gEngage', 'avgViews', 'gAvgViews', 'gSubs'].map((name) => `ranking.${name}`),
  ...['Dislikes', 'SelfCommentRatio', 'CommentLikeRatio', 'CommentReplyRatio', 'Rating'].flatMap((name) =>
    ['1Y', 'R20'].map((span) => `avg${name}${span}`),
  ),
]);
const isHidden = (operation: string, name: string) => hidden.has(`${operation} ${name}`) || hidden.has(name);

/** Records of each creator, which show its figures. */
const fieldsOf = (platform: Platform) => ({
  profile: ['totalContents', 'subscriberGrowth', 'lastPublishTime'],
  audience: ['audienceGender'],
  performance: {
    clip: ['contentCountByDays', 'ranking', 'videosPerformanceRecent', 'recentVideosGrowth'],
    gram: ['contentCountByDays', 'ranking', 'reelsPerformanceRecent', 'recentReelsGrowth'],
    tube: [
      ...['contentCountByDays', 'ranking', 'videosPerformanceRecent', 'shortsPerformanceRecent'],
      ...['recentVideosGrowth', 'recentShortsGrowth'],
    ],
  }[platform],
});

const creatorSearches = (platform: Platform): SentCall[] =>
  searchesBy(creators(world, platform, noon)).map((search) => ({
    method: 'POST',
    path: `/${platform}/search`,
    body: { ...search, pageSize: 20, offset: 0, fields: fieldsOf(platform) },
  }));

const contentSearches = (platform: Platform): SentCall[] =>
  searchesBy(contents(world, platform, noon)).map((search) => ({
    method: 'POST',
    path: `/${platform}/content-search`,
    body: { ...search, pageSize: 40, offset: 0 },
  }));

const numberKeys = (platform: Platform): string[] =>
  basicNames[platform].filter(({ type }) => type === 'number').map(({ name }) => name);

/** The figures by which generation 2 finds accounts. */
function basicSubjects(platform: Platform): Subject[] {
  const shift = world.shiftMs(noon);
  return [...world.accounts(platform)].map((account) => {
    const figures: Json =
      account.platform === 'clip'
        ? clipSearchFigures(account)
        : account.platform === 'gram'
          ? gramSearchFigures(account)
          : tubeSearchFigures(account);
    const values = numberKeys(platform).flatMap((name): [string, number][] => {
      const value = figures[name];
      if (typeof value !== 'number') return [];
      return [[name, isInstant(name) && value > 0 ? value + shift : value]];
    });
    return { id: accountId(account), values: Object.fromEntries(values) };
  });
}

const isInstant = (name: string) => classOf([name]) === 'instant';

function basicSearches(platform: Platform): SentCall[] {
  const subjects = basicSubjects(platform);
  const sortable = Object.keys(subjects[0]?.values ?? {});
  return searchesBy({ subjects, sortable }).map(({ filters, sortBy, desc }) => ({
    method: 'POST',
    path: `/v2/${platform}AdvancedSearch`,
    body: {
      filters: filters.map(({ filterName, ...filter }) => ({ filterKey: filterName, ...filter })),
      ...{ sortBy, desc, maxResults: 40, offset: 0 },
    },
  }));
}

const idNames = { clip: 'clipId', gram: 'gramId', tube: 'tubeId' };
const basicPaths = { clip: 'clipBasic', gram: 'gramBasic', tube: 'tubeDetail' };

/** The look-up of every account, whose recording shows the figures of its pseudonym. */
const lookUps = (platform: Platform): SentCall[] =>
  [...world.accounts(platform)].map((account) => ({
    method: 'GET',
    path: `/v2/${basicPaths[platform]}`,
    query: { [idNames[platform]]: accountId(account) },
  }));

const folder = newFolder();
const calls = platforms.flatMap((platform) => [
  ...creatorSearches(platform),
  ...contentSearches(platform),
  ...basicSearches(platform),
  ...lookUps(platform),
]);
// a command line takes some hundred calls
for (let from = 0; from < calls.length; from += 200) {
  const { code, err } = await recordIn(folder, url, sending(calls.slice(from, from + 200)), {
    flags: ['--spend', '1000000'],
  });
  expect(code, err).toBe(0);
}
const files = [...recordingsIn(join(folder, 'recordings')).values()];

/** What a recording shows of the figures that one of its results was found by. */
type Shown = Readonly<Record<string, number | undefined>>;

interface FoundSearch {
  readonly operation: string;
  readonly filters: readonly { name: string; op: string; value: number }[];
  readonly sortBy: string | undefined;
  readonly desc: boolean | undefined;
  readonly shown: readonly Shown[];
}

/** A value at names of records, one below the other. */
function numberAt(record: unknown, path: string): number | undefined {
  let value = record;
  for (const name of path.split('/')) value = (value as Json | null | undefined)?.[name];
  return typeof value === 'number' ? value : undefined;
}

/** The figures of creator searches where the records of the look-ups show them. */
function shownOfCreator(item: unknown): Shown {
  const at = (path: string) => numberAt(item, path);
  const recent = (kinds: string): Shown => {
    const [now, then] = [
      `performance/${kinds.toLowerCase()}PerformanceRecent`,
      `performance/recent${kinds}Growth/g30`,
    ];
    return Object.fromEntries([
      ...['Views', 'Likes', 'Comments'].flatMap((word) =>
        ['avg', 'median', 'min', 'max'].map((statistic) => [
          `${statistic}Recent${kinds}${word}`,
          at(`${now}/${word.toLowerCase()}/${statistic}`),
        ]),
      ),
      [`avgRecent${kinds}EngagementRate`, at(`${now}/engagement/avgEngagementRate`)],
      [`avgRecent${kinds}EngagementRateGrowth`, at(`${then}/engagementRate`)],
      [`avgRecent${kinds}ViewsGrowth`, at(`${then}/avgViews`)],
    ]) as Shown;
  };
  const rank =
    at('performance/ranking/totalFollowers/global') ?? at('performance/ranking/totalSubscribers/global');
  return {
    totalFollowers: at('totalFollowers'),
    totalSubscribers: at('totalSubscribers'),
    totalContents: at('profile/totalContents'),
    followerGrowthIn30d: at('profile/subscriberGrowth/g30'),
    subscriberGrowthIn30d: at('profile/subscriberGrowth/g30'),
    contentsIn30Days: at('performance/contentCountByDays/30d'),
    platformScore: rank === undefined ? undefined : halfUp(rank * 100),
    lastPublishTime: at('profile/lastPublishTime'),
    audienceMaleRatio: at('audience/audienceGender/maleRatio'),
    audienceFemaleRatio: at('audience/audienceGender/femaleRatio'),
    ...recent('Videos'),
    ...recent('Reels'),
    ...recent('Shorts'),
  };
}

const shownOfContent = (item: unknown): Shown => ({
  ...Object.fromEntries(
    ['publishTime', 'views', 'plays', 'likes', 'comments', 'shares', 'lengthSec'].map((name) => [
      name,
      numberAt(item, name),
    ]),
  ),
  diggs: numberAt(item, 'likes'),
  engagement: numberAt(item, 'engagementRate'),
  totalFollowers: numberAt(item, 'creator/totalFollowers'),
});

/** Where a look-up of generation 2 shows a figure under another name than the searches have. */
const otherPaths: Readonly<Record<string, string>> = {
  totalViews: 'basicTube/views',
  gSubscribers: 'basicTube/gRateSubscribers',
  gTotalViews: 'basicTube/gRateViews',
  creationDate: 'basicTube/createDate',
  lastVideoUploadTime: 'basicTube/lastUploadTime',
  'ranking.score': 'detailTube/ranking/score',
  'ranking.subs': 'detailTube/ranking/subscribers',
  'demographic.mainCountryRatio': 'detailTube/ytDgMainCountryRatio',
  'demographic.avgAge': 'detailTube/ytDgAvgAge',
  'demographic.genderFemaleRatio': 'detailTube/ytDgGenderFemaleRatio',
  'demographic.genderMaleRatio': 'detailTube/ytDgGenderMaleRatio',
};

function shownOfLookUp(platform: Platform, data: unknown): Shown {
  const block = `basic${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
  return Object.fromEntries(
    numberKeys(platform).map((name) => [
      name,
      numberAt(data, otherPaths[name] ?? `${block}/${name}`) ?? numberAt(data, `detailTube/${name}`),
    ]),
  );
}

const bodyOf = ({ reply }: ExchangeFile) => (reply?.body ?? {}) as { data: Json; timestamp: number };

/** The recorded look-ups by their pseudonyms. */
const shownById = new Map(
  platforms.flatMap((platform) =>
    files
      .filter(({ operation }) => operation === `v2/${basicPaths[platform]}`)
      .map((file): [string, Shown] => [
        `${platform} ${String(file.request.query?.[idNames[platform]])}`,
        shownOfLookUp(platform, bodyOf(file).data),
      ]),
  ),
);

function foundIn(file: ExchangeFile): FoundSearch[] {
  const operation = file.operation ?? '';
  const [, platform, kind] = /^(?:v2\/)?(gram|clip|tube)(.*)$/.exec(operation) ?? [];
  if (file.request.method !== 'POST' || platform === undefined) return [];
  const { filters, sortBy, desc } = file.request.body as Json & { filters: Json[] };
  const { data, timestamp } = bodyOf(file);
  const list = (name: string) => data[name] as unknown[];
  const shown =
    kind === '/search'
      ? list('creatorList').map(shownOfCreator)
      : kind === '/content-search'
        ? list('contentList').map(shownOfContent)
        : (data as unknown as string[]).map((id) => shownById.get(`${platform} ${id}`) ?? {});
  return [
    {
      operation,
      filters: filters.map(({ filterName, filterKey, op, value }) => {
        const name = String(filterName ?? filterKey);
        // an age in days, which contents have at the instant of the reply
        return kind === '/content-search' && name === 'publishTime'
          ? { name, op: turned[String(op)] ?? 'age', value: timestamp - Number(value) * dayMs }
          : { name, op: String(op), value: Number(value) };
      }),
      sortBy: sortBy as string | undefined,
      desc: desc as boolean | undefined,
      shown,
    },
  ];
}

const turned: Readonly<Record<string, string>> = { '>': '<', '<': '>' };

const holds: Readonly<Record<string, (figure: number, bound: number) => boolean>> = {
  '>': (figure, bound) => figure > bound,
  '<': (figure, bound) => figure < bound,
  '=': (figure, bound) => figure === bound,
  age: (figure, bound) => figure <= bound && figure > bound - dayMs,
};

const found = files.flatMap(foundIn);

describe('a recorded search', () => {
  it('is recorded for every number of every search, with results whose figures are shown', () => {
    expect(files.length).toBeGreaterThan(calls.length * 0.95);
    expect(found.filter(({ shown }) => shown.length > 1).length).toBeGreaterThan(found.length / 2);
    const met = new Set(
      found.flatMap(({ operation, filters, sortBy, shown }) =>
        [...filters.map(({ name }) => name), ...(sortBy === undefined ? [] : [sortBy])]
          .filter((name) => shown.some((each) => each[name] !== undefined))
          .map((name) => `${operation} ${name}`),
      ),
    );
    const all = platforms.flatMap((platform) => [
      ...creatorSearchNames[platform]
        .filter(({ type }) => type === 'number')
        .map(({ name }) => `${platform}/search ${name}`),
      ...numberKeys(platform).map((name) => `v2/${platform}AdvancedSearch ${name}`),
    ]);
    expect(all.filter((each) => !met.has(each))).toEqual(
      all.filter((each) => isHidden(...(each.split(' ') as [string, string]))),
    );
  });

  it('has no result that its recorded filters would leave out', () => {
    const wrong = found.flatMap(({ operation, filters, shown }) =>
      shown.flatMap((each) =>
        filters.flatMap(({ name, op, value }) => {
          const figure = each[name];
          if (figure === undefined) return [];
          return holds[op]?.(figure, value) ? [] : [`${operation}: ${name} ${figure} ${op} ${value}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('has its results in the order of the recorded figures', () => {
    const wrong = found.flatMap(({ operation, sortBy, desc, shown }) => {
      if (sortBy === undefined) return [];
      return shown.slice(1).flatMap((each, n) => {
        const [before, after] = [shown[n]?.[sortBy], each[sortBy]];
        if (before === undefined || after === undefined) return [];
        return (desc === true ? after - before : before - after) <= 0
          ? []
          : [`${operation} by ${sortBy}: ${before}, ${after}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});
