import { describe, expect, it } from 'vitest';
import { dayMs as day } from '../../src/core/durations.ts';
import type { Platform } from '../../src/core/platforms.ts';
import { type Account, epochAt } from '../../src/creators/world/account.ts';
import { factsOf } from '../../src/recording/creators/facts.ts';
import { fitContents } from '../../src/recording/creators/fit-contents.ts';

const dayAt = Date.parse('2026-03-02');
const kindOf: Readonly<Record<string, string>> = { v: 'video', s: 'short', i: 'image', r: 'reel' };

interface Given {
  platform?: Platform;
  /** The kinds of the invented contents: one is published each day. */
  invented?: string;
  /** Members that each of them has. */
  has?: object;
  older?: readonly { count: number }[];
  replies?: Readonly<Record<string, object>>;
  lastAt?: number;
  brandsOf?: Readonly<Record<string, readonly string[]>>;
}

const ofPlatform = {
  clip: { shares: 4, isAd: true },
  gram: { brands: ['other'], audio: 'a', filter: 'f', sticker: 's' },
  tube: { brands: ['other'], isStream: true, isMemberOnly: true },
};

function fitted({ platform = 'clip', invented = 'vvvvv', has, older = [], ...given }: Given = {}) {
  const contents = [...invented].map((letter, n) => ({
    ...{ kind: kindOf[letter], id: `invented-${99 - n}`, publishedAt: epochAt - (n + 1) * day },
    ...{ views: letter === 's' ? 500 : 1_000, likes: 100, comments: 10, lengthSec: 9 },
    ...{ text: `words ${n} #own`, hashtags: ['#own'], category: n % 3 === 0 ? 'Music' : 'Travel' },
    ...ofPlatform[platform],
    ...has,
  }));
  const sources = Object.entries(given.replies ?? {}).map(([kind, data]) => ({
    ...{ kind: kind as 'basic', data: data as Record<string, unknown> },
    ...{ file: 'a.json', at: dayAt, isWhole: true },
  }));
  const creator = { platform, handle: 'someone', channelId: undefined, sources, lookups: [] };
  return fitContents({
    ...{ creator, dayAt, lastAt: given.lastAt, facts: factsOf(creator) },
    base: { platform, contents, older, categories: 'as before' } as unknown as Account,
    brandsOf: new Map(Object.entries(given.brandsOf ?? {})),
  }) as unknown as Omit<Account, 'contents'> & {
    contents: (Record<'id' | 'kind' | 'text', string> & { publishedAt: number; brands?: string[] })[];
    categories: unknown;
  };
}

const idOf = (platform: Platform, n: number) =>
  platform === 'clip' ? `700000000000000000${n}` : `recorded-0${n}`;
/** Contents as a reply lists them, so many days old. */
const listed = (platform: Platform, ...days: readonly (number | [number, object])[]) =>
  days.map((each, n) => {
    const [age, more] = typeof each === 'number' ? [each, {}] : each;
    return { contentId: idOf(platform, n + 1), publishTime: dayAt - age * day, ...more };
  });
const ofClip = (days: readonly number[], more: object = {}) => ({
  basic: { recentVideos: listed('clip', ...days), ...more },
});

const images = { 'content-detail': { recentImages: listed('gram', 10, 12) } };

const agesOf = ({ contents }: ReturnType<typeof fitted>) =>
  contents.map(({ publishedAt }) => Number(((epochAt - publishedAt) / day).toFixed(6)));
const figuresOf = (content: object | undefined) =>
  ['views', 'likes', 'comments', 'shares'].map(
    (name) => (content as Record<string, number> | undefined)?.[name],
  );

describe('the contents of a recorded creator', () => {
  it.each<[string, Given, readonly number[]]>([
    ['the invented ones, where none is recorded', {}, [1, 2, 3, 4, 5]],
    ['invented since the latest upload', { lastAt: dayAt - 3 * day }, [3, 4, 5, 6, 7]],
    ['none, where there was no upload', { lastAt: 0 }, []],
    ['the recorded ones alone, where there was no upload', { lastAt: 0, replies: ofClip([10]) }, [10]],
    ['as many as there are', { replies: { profile: { totalContents: 3 } } }, [1, 2, 3]],
    ['as many as there are, by generation 2', { replies: { basic: { posts: 2 } } }, [1, 2]],
    [
      'one, where the latest upload alone is known',
      { lastAt: dayAt - day, replies: { basic: { videos: 0 } } },
      [1],
    ],
    ['recorded, and older ones at their pace', { replies: ofClip([10, 12]) }, [10, 12, 14, 15, 16, 17, 18]],
    ['older ones up to their number', { replies: ofClip([10, 12], { videos: 4 }) }, [10, 12, 14, 15]],
    [
      'the one invented content of a kind that was not recorded',
      {
        platform: 'gram',
        invented: 'rrirr',
        replies: {
          'content-detail': { recentReels: listed('gram', [10, { isReels: true }], [12, { isReels: true }]) },
        },
      },
      [10, 12, 14],
    ],
    ['no more than are recorded', { replies: ofClip([10, 12], { videos: 1 }) }, [10, 12]],
    ['one older, at the pace of the invented ones', { replies: ofClip([10]) }, [10, 11, 12, 13, 14, 15]],
    ['one older by a minute', { invented: 'v', replies: ofClip([10]) }, [10, 10.000694]],
    [
      'the latest upload, which is not recorded',
      { lastAt: dayAt - 4 * day, replies: ofClip([10, 12]) },
      [4, 10, 12, 14, 15, 16, 17],
    ],
    [
      'the latest upload alone',
      { lastAt: dayAt - 4 * day, invented: 'v', replies: ofClip([10, 12]) },
      [4, 10, 12],
    ],
    [
      'the latest upload beside all that there are',
      { lastAt: dayAt - 4 * day, replies: ofClip([10, 12], { videos: 1 }) },
      [4, 10, 12],
    ],
    [
      'the latest upload, which is recorded',
      { lastAt: dayAt - 10 * day, replies: ofClip([10, 12]) },
      [10, 12, 14, 15, 16, 17, 18],
    ],
    [
      'close together in a young account',
      { replies: ofClip([10, 18], { createDate: dayAt - 20 * day }) },
      [10, 18, 19, 19.25, 19.5, 19.75, 20],
    ],
    [
      'older than the account where a recorded one is as old',
      { replies: ofClip([10, 18], { createDate: dayAt - 18 * day }) },
      [10, 18, 18, 18, 18, 18, 18],
    ],
    [
      'one of that instant, where there is one',
      { invented: 'v', replies: ofClip([10], { createDate: dayAt - 10 * day }) },
      [10, 10],
    ],
    [
      'younger than a history that is shorter than a year',
      { invented: 'v', replies: { ...ofClip([10, 17]), weeks: { histories: [1, 2, 3] } } },
      [10, 17, 19],
    ],
    [
      'complete, where a reply lists all of them',
      { replies: { 'content-detail': { recentVideos: listed('clip', 10, 12) } } },
      [10, 12],
    ],
    ['without reels, where all images are recorded', { platform: 'gram', replies: images }, [10, 12]],
  ])('are %s', (_what, given, ages) => {
    expect(agesOf(fitted(given))).toEqual(ages);
  });

  it('are older than the day of the recording and younger than their account', () => {
    for (const given of [{ lastAt: dayAt + day }, { replies: ofClip([-1]) }])
      expect(fitted(given).contents[0]?.publishedAt).toBe(epochAt - 1);
    const born = { createDate: dayAt - 20 * day };
    expect(fitted({ replies: ofClip([10, 18], born) }).contents.at(-1)?.publishedAt).toBe(
      epochAt - 20 * day + 1,
    );
    const { contents } = fitted({ replies: ofClip([10], { createDate: dayAt - 10 * day }) });
    expect(contents.map(({ id }) => id)).toEqual([
      idOf('clip', 1),
      ...[95, 96, 97, 98, 99].map((n) => `invented-${n}`),
    ]);
  });

  const averages = (views: number, likes: number, comments: number, shares: number) => ({
    ...{ views: { avg: views }, likes: { avg: likes }, comments: { avg: comments }, shares: { avg: shares } },
  });
  const of2 = { avgHearts: 200, avgComments: 30, avgShares: 12 };

  it.each<[string, Given, readonly (number | undefined)[]]>([
    [
      'clip',
      { replies: { performance: { videosPerformanceRecent: averages(2_000, 300, 50, 8) } } },
      [2_000, 300, 50, 8],
    ],
    [
      'clip, of which nobody likes more than watch',
      { replies: { performance: { videosPerformanceRecent: averages(2_000, 5_000, 6_000, 7_000) } } },
      [2_000, 2_000, 2_000, 2_000],
    ],
    ['clip in generation 2', { replies: { basic: { ...of2, avgPlays: 3_000 } } }, [3_000, 200, 30, 12]],
    [
      'clip in both',
      {
        replies: {
          basic: { ...of2, avgPlays: 3_000 },
          performance: { videosPerformanceRecent: { views: { avg: 0 } } },
        },
      },
      [0, 0, 0, 0],
    ],
    ['clip without shares', { has: { shares: 0 }, replies: { basic: of2 } }, [1_000, 200, 30, 0]],
    [
      'pictures, whose views nobody knows',
      {
        ...{ platform: 'gram', invented: 'ii' },
        replies: { performance: { imagesPerformanceRecent: averages(2_000, 5_000, 6_000, 0) } },
      },
      [1_000, 5_000, 6_000, undefined],
    ],
    [
      'reels',
      {
        ...{ platform: 'gram', invented: 'ri' },
        replies: { performance: { reelsPerformanceRecent: averages(2_000, 300, 50, 0) } },
      },
      [2_000, 300, 50, undefined],
    ],
    [
      'gram in generation 2',
      { platform: 'gram', invented: 'rr', replies: { basic: { avgLikes: 200, avgComments: 30 } } },
      [1_000, 200, 30, undefined],
    ],
    [
      'tube in generation 2',
      { platform: 'tube', replies: { basic: { avgViewsR20: 3_000, avgLikesR20: 200, avgCommentsR20: 30 } } },
      [3_000, 200, 30, undefined],
    ],
    [
      'shorts',
      {
        ...{ platform: 'tube', invented: 'svv' },
        replies: {
          performance: {
            ...{ videosPerformanceRecent: averages(9_000, 900, 90, 0) },
            shortsPerformanceRecent: averages(2_000, 300, 50, 0),
          },
        },
      },
      [2_000, 300, 50, undefined],
    ],
  ])('are as successful as the averages say: %s', (_what, given, figures) => {
    const { contents } = fitted(given);
    expect(figuresOf(contents[0])).toEqual(figures);
  });

  const brand = 'lanternfish-tea';
  it.each<[Platform, boolean | undefined, readonly unknown[], readonly unknown[]]>([
    ['clip', undefined, [true, true], [true, true, true]],
    ['clip', true, [true, false], [true, false, false]],
    ['clip', false, [false, false], [true, false, false]],
    ['gram', undefined, [[], []], [[], [], []]],
    ['gram', true, [[brand], []], [[], [], []]],
    ['tube', true, [[brand], []], [[], [], []]],
    ['tube', false, [[], []], [[], [], []]],
  ])('of %s are paid for where the profile says %s', (platform, hasSponsors, alone, beside) => {
    const invented = platform === 'gram' ? 'ii' : 'vv';
    const profile = { ...(hasSponsors !== undefined && { hasSponsors }) };
    const list = platform === 'gram' ? 'recentPosts' : 'recentVideos';
    const paidIn = (replies: Given['replies']) =>
      fitted({ platform, invented, ...(replies && { replies }) }).contents.map((each) =>
        'isAd' in each ? each.isAd : each.brands,
      );
    expect(paidIn({ profile })).toEqual(alone);
    // on tube the list would be of all videos, and shorts stand beside them
    expect(paidIn({ profile, basic: { [list]: listed(platform, 10) } })).toEqual(beside.slice(0, 3));
  });

  it('keep what is recorded of them, and take the rest of invented ones of their kind in turn', () => {
    const recentVideos = listed(
      'clip',
      [10, { likes: 7 }],
      [11, { hashtags: ['#one'] }],
      [12, { description: 'Mine.' }],
      13,
    );
    const { contents } = fitted({ invented: 'vvv', replies: { 'content-detail': { recentVideos } } });
    expect(contents.map(({ text }) => text)).toEqual([
      'words 0 #own',
      'words 1 #one',
      'Mine.',
      'words 0 #own',
    ]);
    expect(figuresOf(contents[0])).toEqual([1_000, 7, 10, 4]);
  });

  it('have the brands that a reply names, or one of the sandbox where it names none', () => {
    const paid = { isSponsored: true };
    const recentVideos = listed('tube', 10, [11, paid], [12, paid], [13, { isSponsored: false }]);
    const { contents } = fitted({
      ...{
        platform: 'tube',
        invented: 'v',
        replies: { 'content-detail': { recentVideos, recentShorts: [] } },
      },
      brandsOf: { [idOf('tube', 1)]: ['some-tea'], [idOf('tube', 2)]: ['some-tea', 'more-tea'] },
    });
    expect(contents.map(({ brands }) => brands)).toEqual([
      ['some-tea'],
      ['some-tea', 'more-tea'],
      [brand],
      [],
    ]);
  });

  const picture = { kind: 'image', views: 0, lengthSec: 0, audio: null, filter: '', sticker: '' };
  const short = { kind: 'short', lengthSec: 30, isStream: false, isMemberOnly: false };
  const asInvented = { lengthSec: 9, audio: 'a', filter: 'f', sticker: 's' };
  it.each<[string, Given, readonly object[]]>([
    [
      'a recorded picture among reels',
      { platform: 'gram', invented: 'r', replies: { basic: { recentPosts: listed('gram', 10) } } },
      [picture, picture],
    ],
    [
      'a recorded reel among pictures, beside which no reel is invented',
      { platform: 'gram', invented: 'iri', replies: { basic: { recentReels: listed('gram', 10) } } },
      [
        { kind: 'reel', ...asInvented },
        { kind: 'image', text: 'words 0 #own' },
        { kind: 'image', text: 'words 2 #own' },
      ],
    ],
    [
      'recorded reels, all of them, beside which pictures are made of invented reels',
      { platform: 'gram', invented: 'r', replies: { 'content-detail': { recentReels: listed('gram', 10) } } },
      [{ kind: 'reel', ...asInvented }, picture],
    ],
    [
      'recorded pictures, all of them, beside which reels are invented where none is recorded',
      { platform: 'gram', invented: 'r', replies: { 'content-detail': { recentImages: [] } } },
      [{ kind: 'reel', ...asInvented }],
    ],
    [
      'recorded videos, all of them, beside which shorts are made of invented videos',
      { platform: 'tube', invented: 'v', replies: { basic: { recentVideos: listed('tube', 10) } } },
      [{ kind: 'video', isStream: true, lengthSec: 9 }, short],
    ],
    [
      'recorded shorts among videos',
      {
        platform: 'tube',
        invented: 'v',
        replies: { 'content-detail': { recentShorts: listed('tube', 10) } },
      },
      [short, { kind: 'video', isStream: true, isMemberOnly: true, lengthSec: 9 }],
    ],
  ])('have the members of their kind: %s', (_what, given, contents) => {
    expect(fitted(given).contents).toMatchObject(contents);
  });

  const run = { kind: 'video', everyMs: day, lengthSec: 9, views: 914, likes: 91, comments: 9, shares: 4 };
  const ofTube = { ...run, shares: 0 };
  const months = { invented: 'v'.repeat(28), older: [{ count: 40 }, { count: 60 }] };
  it.each<[string, Given, readonly object[]]>([
    ['as many as invented', months, [{ ...run, count: 100 }]],
    [
      'as many as are missing',
      { ...months, replies: { profile: { totalContents: 29 } } },
      [{ ...run, count: 1 }],
    ],
    ['none where all are listed', { ...months, replies: { profile: { totalContents: 28 } } }, []],
    ['none beside fewer than 28', { ...months, invented: 'v'.repeat(27) }, []],
    [
      'as many of each kind as among the listed ones',
      {
        ...{ platform: 'tube', invented: `${'v'.repeat(21)}${'s'.repeat(7)}` },
        replies: { profile: { totalContents: 38 } },
      },
      [
        { ...ofTube, count: 7, everyMs: (day * 4) / 3, views: 945, likes: 95 },
        { ...ofTube, kind: 'short', count: 3, everyMs: 4 * day, views: 432, likes: 86 },
      ],
    ],
    [
      'with the hearts that the listed ones leave',
      { ...months, replies: { basic: { hearts: 29_656, views: 9e9 } } },
      [{ ...run, count: 100, likes: 182 }],
    ],
    [
      'with the one heart that they leave',
      { ...months, replies: { basic: { hearts: 2_801 } } },
      [{ ...run, count: 100, likes: 0 }],
    ],
    [
      'with the hearts of the only one',
      { ...months, older: [{ count: 1 }], has: { likes: 1 }, replies: { basic: { hearts: 43 } } },
      [{ ...run, count: 1, likes: 10 }],
    ],
    [
      'with their usual figures where the listed ones have all hearts',
      { ...months, replies: { basic: { hearts: 2_800 } } },
      [{ ...run, count: 100 }],
    ],
    [
      'without hearts where no listed one has any',
      { ...months, has: { likes: 0 }, replies: { basic: { hearts: 2_800 } } },
      [{ ...run, count: 100, likes: 0 }],
    ],
    [
      'with the views of a channel',
      { ...months, platform: 'tube', replies: { basic: { views: 297_740 } } },
      [{ ...ofTube, count: 100, views: 1_828 }],
    ],
  ])('have earlier ones that only count: %s', (_what, given, older) => {
    expect(fitted(given).older).toEqual(older);
  });

  it('decide the categories of a channel, unless the profile or nothing tells them', () => {
    const tube = { platform: 'tube', invented: 'vvvv' } as const;
    const basic = { recentVideos: listed('tube', 10, 11, 12, 13) };
    const recorded = { ...basic, recentShorts: [] };
    const categories = [
      { category: 'Music', share: 0.5 },
      { category: 'Travel', share: 0.5 },
    ];
    expect(fitted({ ...tube, replies: { 'content-detail': recorded } }).categories).toEqual(categories);
    const profile = { categoryBreakdown: [] };
    for (const given of [tube, { ...tube, replies: { profile, basic } }, { replies: ofClip([10]) }])
      expect(fitted(given).categories).toBe('as before');
  });
});
