import { describe, expect, it } from 'vitest';
import { inventedAccount } from '../../seed/invented.ts';
import { dayMs as day } from '../../src/core/durations.ts';
import type { Platform } from '../../src/core/platforms.ts';
import { activityCheckCount, isMarkedBD } from '../../src/creators/records/gram-history.ts';
import { type Account, epochAt } from '../../src/creators/world/account.ts';
import { ageBounds, ageOf } from '../../src/recording/creators/age.ts';
import { factsOf } from '../../src/recording/creators/facts.ts';
import { accountFromRecordings } from '../../src/recording/creators/fixture-account.ts';
import { weeksAround } from '../../src/recording/creators/followers.ts';
import { seedWithChecks } from '../../src/recording/creators/gram-checks.ts';
import type { RecordedCreator, RecordedSource } from '../../src/recording/creators/sources.ts';
import { sponsorKeysOf, sponsorsOf } from '../../src/recording/creators/sponsors.ts';

const dayAt = Date.parse('2026-03-02');

type Replies = Partial<Record<RecordedSource['kind'], object>>;

/** A creator of whom these replies tell, in the afternoon of one day. */
const creatorOf = (platform: Platform, ...all: readonly Replies[]): RecordedCreator => ({
  ...{ platform, handle: 'someone', lookups: [] },
  channelId: platform === 'tube' ? 'UCsome-maker000000000000' : undefined,
  sources: all.flatMap((replies, n) =>
    Object.entries(replies).map(([kind, data]) => ({
      ...{ kind: kind as 'profile', data: data as Record<string, unknown> },
      ...{ file: 'a.json', at: dayAt + day - 1 - n, isWhole: true },
    })),
  ),
});
const madeOf = (platform: Platform, ...all: readonly Replies[]) =>
  accountFromRecordings(creatorOf(platform, ...all)).account;
const invented = (platform: Platform) => madeOf(platform, {});
const factsIn = (replies: Replies) => factsOf(creatorOf('clip', replies));

describe('an account of recordings has', () => {
  const links = [{ title: 'Shop', url: 'https://shop.example' }];
  const breakdown = [{ category: 'Music', share: 1 }];

  it.each<[Platform, Replies, Partial<Account> | object]>([
    ['clip', { profile: { displayName: 'Some One' } }, { displayName: 'Some One' }],
    ['clip', { basic: { clipName: 'Some One' } }, { displayName: 'Some One' }],
    ['clip', { item: { displayName: 'Some One' } }, { displayName: 'Some One' }],
    ['clip', { profile: { bio: 'Me.' } }, { bio: 'Me.' }],
    ['gram', { basic: { description: 'Me.' } }, { bio: 'Me.' }],
    ['gram', { profile: { category: 'Cook' } }, { category: 'Cook' }],
    ['clip', { basic: { category: 'Cook' } }, { category: 'Cook' }],
    ['gram', { basic: { categoryBusiness: 'Food' } }, { categoryBusiness: 'Food' }],
    ['clip', { basic: { country: 'ITA' } }, { country: 'ITA' }],
    ['clip', { profile: { languages: ['ita', 'deu'] } }, { languages: ['ita', 'deu'] }],
    ['clip', { profile: { mainLanguage: 'ita' } }, { languages: ['ita'] }],
    ['clip', { basic: { lang: 'ita' } }, { languages: ['ita'] }],
    ['clip', { profile: { niches: ['id_food_All', 'id_nothing_All'] } }, { niches: ['id_food_All'] }],
    ['clip', { basic: { nicheIds: ['id_food_All'] } }, { niches: ['id_food_All'] }],
    ['tube', { profile: { topics: ['id_nothing_All'] } }, { topics: [] }],
    ['clip', { profile: { otherLinks: links } }, { links }],
    ['tube', { contact: { emails: ['a@b.example'] } }, { emails: ['a@b.example'] }],
    ['tube', { profile: { categoryBreakdown: breakdown } }, { categories: breakdown }],
    ['clip', { profile: { isVerified: true } }, { isVerified: true }],
    ['clip', { basic: { isVerified: false } }, { isVerified: false }],
    ['clip', { profile: { isBusinessAccount: true } }, { isBusiness: true }],
    ['gram', { basic: { isBusinessAccount: false } }, { isBusiness: false }],
    ['clip', { profile: { isPrivateAccount: true } }, { isPrivate: true }],
    ['gram', { basic: { isPrivateAccount: true } }, { isPrivate: true }],
    ['clip', { profile: { totalFollowing: 12 } }, { following: 12 }],
    ['clip', { basic: { following: 12 } }, { following: 12 }],
    ['clip', { profile: { lastDbUpdateTime: dayAt - 5 } }, { updatedAt: epochAt - 5 }],
    ['clip', { basic: { dbUpdateTime: dayAt + 5 } }, { updatedAt: epochAt }],
  ])('of %s what a reply says: %j', (platform, replies, members) => {
    expect(madeOf(platform, replies)).toMatchObject(members);
  });

  it('no member that its platform lacks', () => {
    const profile = {
      category: 'Cook',
      isPrivateAccount: true,
      isBusinessAccount: true,
      topics: ['id_food_All'],
    };
    for (const platform of ['clip', 'gram', 'tube'] as const) {
      const account = madeOf(platform, { profile, basic: { isPrivateAccount: true } });
      expect(Object.keys(account).sort()).toEqual(Object.keys(invented(platform)).sort());
    }
  });

  it('the day of its newest recording as its last', () => {
    const { dayAt: last, account } = accountFromRecordings(
      creatorOf('clip', { profile: { lastPublishTime: dayAt - 3 * day } }, { item: {} }),
    );
    expect([last, account.contents[0]?.publishedAt]).toEqual([dayAt, epochAt - 3 * day]);
    expect(accountFromRecordings({ ...creatorOf('clip'), sources: [] }).dayAt).toBe(epochAt);
  });

  it('invented contents as rare as its silence, wherever its last upload is told', () => {
    const lastAt = dayAt - 100 * day;
    const published = ({ contents }: Account) => contents.map(({ publishedAt }) => publishedAt);
    const [first = [], ...others] = [
      { profile: { lastPublishTime: lastAt } },
      { basic: { lastPublishTime: lastAt } },
      { basic: { lastUploadTime: lastAt } },
    ].map((replies) => published(madeOf('clip', replies)));
    for (const each of others) expect(each).toEqual(first);
    expect(first[0]).toBe(epochAt - 100 * day);
    const silent = inventedAccount('clip', { handle: 'someone', silentMs: 100 * day }).contents;
    const { contents } = madeOf('clip', { profile: { lastPublishTime: lastAt } });
    expect(contents.map(({ id }) => id)).toEqual(silent.map(({ id }) => id));
    expect(published(madeOf('clip', { profile: { lastPublishTime: 0 } }))).toEqual([]);
    // an upload after the day is as one of that day
    const later = madeOf('clip', { profile: { lastPublishTime: dayAt + day } });
    expect(published(later)).toEqual(published(madeOf('clip', { profile: { lastPublishTime: dayAt } })));
  });

  it('invented contents as an account has that is as replies say', () => {
    const known = { country: 'ITA', languages: ['ita'], niches: ['id_food_All'] };
    const texts = ({ contents }: Pick<Account, 'contents'>) =>
      contents.map(({ text, views }) => [text, views]);
    const made = texts(madeOf('clip', { profile: { ...known, totalFollowers: 5_000_000 } }));
    expect(made).toEqual(
      texts(inventedAccount('clip', { ...known, handle: 'someone', followers: 5_000_000, silentMs: 0 })),
    );
    expect(made).not.toEqual(texts(invented('clip')));
  });

  it('of values that contradict each other on one day a note of each, as long as a line', () => {
    const replies = ['a'.repeat(38), 'b'.repeat(39), 'a'.repeat(38)].map((bio) => ({ profile: { bio } }));
    const creator = creatorOf('clip', ...replies);
    expect(accountFromRecordings(creator).notes).toEqual([
      `clip someone: bio is "${'a'.repeat(38)}" in a.json, "${'b'.repeat(38)}… in a.json`,
    ]);
    const sources = creator.sources.map((source, n) => ({ ...source, at: source.at - n * day }));
    expect(accountFromRecordings({ ...creator, sources }).notes).toEqual([]);
  });

  const half = [
    { ageRange: '18-24', share: 0.5 },
    { ageRange: '25-34', share: 0.5 },
  ];
  const none = [{ ageRange: '18-24', share: 0 }];
  const gender = { maleRatio: 0.25, femaleRatio: 0.75 };
  const land = (...shares: number[]) => shares.map((share) => ({ country: 'ITA', share }));
  const ages = [0, 0.5, 0.5, 0, 0, 0, 0];
  it.each<[string, object, object | null | undefined]>([
    ['all of it', [half, gender, land(0.5, 0.5)], { ages, maleRatio: 0.25, locations: land(0.5, 0.5) }],
    [
      'six countries',
      [half, gender, land(...Array(6).fill(0.1))],
      { ages, maleRatio: 0.25, locations: land(...Array(6).fill(0.1)) },
    ],
    [
      'seven countries',
      [half, gender, land(...Array(7).fill(0.1))],
      { ages, maleRatio: 0.25, locations: [] },
    ],
    [
      'countries with more than all',
      [half, gender, land(0.5, 0.5, 0.0001)],
      { ages, maleRatio: 0.25, locations: [] },
    ],
    [
      'a larger country after a smaller one',
      [half, gender, land(0.2, 0.3)],
      { ages, maleRatio: 0.25, locations: [] },
    ],
    [
      'a country with less than nothing',
      [half, gender, land(0, -0.1)],
      { ages, maleRatio: 0.25, locations: [] },
    ],
    [
      'a country with nothing',
      [half, gender, land(0.5, 0)],
      { ages, maleRatio: 0.25, locations: land(0.5, 0) },
    ],
    ['ages that are no whole', [half.slice(1), gender, land(0.5)], undefined],
    ['no ages', [undefined, gender, land(0.5)], undefined],
    ['no genders', [half, undefined, land(0.5)], undefined],
    ['a gender of more than all', [half, { ...gender, maleRatio: 1.5 }, land(0.5)], undefined],
    ['no countries', [half, gender, undefined], undefined],
    ['countries without codes', [half, gender, [{ country: 'Italy', share: 1 }]], undefined],
    ['nothing known', [none, { maleRatio: 0, femaleRatio: 0 }, []], null],
    ['no men alone', [none, { maleRatio: 0, femaleRatio: 1 }, []], undefined],
    ['no women alone', [none, { maleRatio: 1, femaleRatio: 0 }, []], undefined],
    ['ages of somebody', [half, { maleRatio: 0, femaleRatio: 0 }, []], { ages, maleRatio: 0, locations: [] }],
  ])('an audience with %s', (_what, parts, audience) => {
    const [audienceAgeBreakdown, audienceGender, audienceLocations] = parts as unknown[];
    const made = madeOf('clip', { audience: { audienceAgeBreakdown, audienceGender, audienceLocations } });
    expect(made.audience).toEqual(audience === undefined ? invented('clip').audience : audience);
  });

  const rank = { global: 0, country: 0.5, language: 1 };
  const ranking = {
    ...{ totalFollowers: rank, totalSubscribers: rank, avgViews: rank },
    avgEngagementRate: { ...rank, global: 0.75 },
  };
  it.each<[Platform, Replies, object]>([
    [
      'clip',
      { performance: { ranking } },
      { totalFollowers: rank, avgEngagementRate: ranking.avgEngagementRate, avgViews: rank },
    ],
    [
      'gram',
      { performance: { ranking } },
      { totalFollowers: rank, avgEngagementRate: ranking.avgEngagementRate },
    ],
    [
      'tube',
      { performance: { ranking }, detail: { ranking: { subscribers: 0.25 } } },
      { totalSubscribers: rank, avgEngagementRate: ranking.avgEngagementRate },
    ],
    [
      'tube',
      { detail: { ranking: { subscribers: 0.25 } } },
      { totalSubscribers: { global: 0.25, country: 0.25, language: 0.25 } },
    ],
    [
      'clip',
      {
        performance: {
          ranking: { totalFollowers: { ...rank, city: 1 }, avgViews: { ...rank, global: 1.1 } },
        },
      },
      {},
    ],
  ])('the ranks of %s: %j', (platform, replies, ranks) => {
    expect(madeOf(platform, replies).ranks).toEqual(ranks);
  });

  const history = (...days: readonly (readonly [number, object])[]) => ({
    histories: days.map(([ago, followers]) => ({ timestamp: dayAt - ago * day, ...followers })),
  });
  it.each<[string, readonly Replies[], readonly number[], object | undefined]>([
    [
      'the growth of the profile',
      [{ profile: { totalFollowers: 1_000, subscriberGrowth: { g7: 1, g30: 0.25, g90: -0.5 } } }],
      [1_000, 500],
      { '-30': 800, '-90': 2_000 },
    ],
    [
      'no growth that leaves nothing',
      [{ profile: { totalSubscribers: 1_000, subscriberGrowth: { g30: -1, g90: -2 } } }],
      [1_000],
      undefined,
    ],
    [
      'the growth of generation 2',
      [{ basic: { followers: 1_000, gRateFollowers: 0.25 } }],
      [1_000],
      { '-30': 800 },
    ],
    [
      'that of channels',
      [{ basic: { subscribers: 1_000, gRateSubscribers: 0.25 } }],
      [1_000],
      { '-30': 800 },
    ],
    ['what a search shows', [{ item: { totalFollowers: 1_000, gRateFollowers: 0.25 } }], [1_000], undefined],
    ['what a search of channels shows', [{ item: { totalSubscribers: 1_000 } }], [1_000], undefined],
    [
      'the days of histories, by any name',
      [
        {
          'performance-history': history([0, { totalFollowers: 50 }], [1, { totalSubscribers: 40 }]),
          weeks: history([3, { followers: 30 }], [4, { subscribers: 0 }]),
        },
      ],
      [50],
      { '-1': 40, '-3': 30, '-4': 0 },
    ],
    [
      'today as the profile says',
      [{ profile: { totalFollowers: 60 }, weeks: history([0, { followers: 50 }], [1, { followers: 40 }]) }],
      [60],
      { '-1': 40 },
    ],
    [
      'of one day the newest',
      [
        { weeks: history([0, { followers: 50 }], [1, { followers: 40 }]) },
        { weeks: history([0, { followers: 7 }], [1, { followers: 8 }]) },
      ],
      [50],
      { '-1': 40 },
    ],
    [
      'whole days of the past alone, with what a world can hold',
      [
        {
          weeks: history(
            ...([0, -1, 0.5, 999, 1_000] as const).map((ago) => [ago, { followers: 50 + ago }] as const),
            ...[-1, 1.5, 1e12 + 1, 1e12, '9'].map((followers, n) => [n + 1, { followers }] as const),
          ),
        },
      ],
      [50],
      { '-999': 1_049, '-4': 1e12 },
    ],
  ])('followers by day: %s', (_what, all, weeks, followers) => {
    const account = madeOf('clip', ...all);
    expect([account.followerWeeks.slice(0, weeks.length), account.recorded?.followers]).toEqual([
      weeks,
      followers,
    ]);
  });
});

describe('the weeks of an account', () => {
  it.each<[string, Record<number, number>, readonly number[], number, readonly number[]]>([
    ['are as recorded, and between', { 0: 100, [-7]: 80, [-21]: 40 }, [9], 21, [100, 80, 60, 40]],
    ['are between days too', { 0: 100, [-4]: 80, [-8]: 40 }, [9], 7, [100, 50]],
    ['go on in proportion to the invented course', { 0: 50 }, [1_000, 900, 600], 14, [50, 45, 30]],
    ['follow it before the first day', { [-10]: 30 }, [1_000, 900, 600], 14, [1_000, 900, 23]],
    ['stand where it ends', { 0: 50 }, [1_000, 900], 28, [50, 45, 45, 45, 45]],
    ['stand where it is nothing', { 0: 50 }, [0, 900], 7, [50, 50]],
    ['are those since its creation', { 0: 50 }, [10], 6.9, [50]],
    ['are sixty at most', { 0: 50 }, [10], 7_000, Array(60).fill(50)],
  ])('%s', (_what, known, course, days, weeks) => {
    const byDay = new Map(Object.entries(known).map(([ago, followers]) => [Number(ago), followers]));
    expect(weeksAround(byDay, course, days * day)).toEqual(weeks);
  });
});

describe('the age of an account', () => {
  const list = (length: number) => ({ histories: Array(length).fill(0) });
  const [exactMs, unbounded] = [undefined, Number.POSITIVE_INFINITY];

  it.each<[Replies, ReturnType<typeof ageBounds>]>([
    [{}, { exactMs, minMs: 0, maxMs: unbounded }],
    [{ basic: { createDate: 0 } }, { exactMs: dayAt, minMs: 0, maxMs: unbounded }],
    [{ basic: { createDate: dayAt - 5 } }, { exactMs: 5, minMs: 0, maxMs: unbounded }],
    [{ basic: { createDate: dayAt } }, { exactMs: 0, minMs: 0, maxMs: unbounded }],
    [{ basic: { createDate: dayAt + 1 } }, { exactMs, minMs: 0, maxMs: unbounded }],
    [{ weeks: list(0) }, { exactMs, minMs: 0, maxMs: unbounded }],
    [{ weeks: list(1) }, { exactMs, minMs: 0, maxMs: 7 * day - 1 }],
    [{ weeks: list(52) }, { exactMs, minMs: 51 * 7 * day, maxMs: 52 * 7 * day - 1 }],
    [{ weeks: list(53) }, { exactMs, minMs: 52 * 7 * day, maxMs: unbounded }],
    [{ 'performance-history': { ...list(0), asked: 30 } }, { exactMs, minMs: 0, maxMs: unbounded }],
    [{ 'performance-history': { ...list(1), asked: 30 } }, { exactMs, minMs: 0, maxMs: day - 1 }],
    [
      { 'performance-history': { ...list(29), asked: 30 } },
      { exactMs, minMs: 28 * day, maxMs: 29 * day - 1 },
    ],
    [{ 'performance-history': { ...list(30), asked: 30 } }, { exactMs, minMs: 29 * day, maxMs: unbounded }],
    [{ 'performance-history': { asked: 30 } }, { exactMs, minMs: 0, maxMs: unbounded }],
    [{ 'performance-history': list(1) }, { exactMs, minMs: 0, maxMs: unbounded }],
  ])('is within what recordings tell: %j', (replies, bounds) => {
    expect(ageBounds(factsIn(replies), dayAt)).toEqual(bounds);
  });

  it.each<[string, Replies, { oldest?: number; days?: number; older?: [number, number][] }, number]>([
    ['as recorded', { basic: { createDate: dayAt - 30 * day } }, { oldest: 10 }, 30],
    ['that of its oldest content at least', { basic: { createDate: dayAt - 30 * day } }, { oldest: 40 }, 40],
    ['54 weeks, where nothing is known', {}, {}, 378],
    ['as invented', {}, { days: 400 }, 400],
    [
      'a day more than its earlier contents take',
      {},
      {
        oldest: 10,
        older: [
          [9, 9],
          [10, 100],
          [9, 99],
        ],
      },
      1_011,
    ],
    ['twenty years at most', {}, { older: [[100, 100]] }, 7_300],
    ['as long as its history', { 'performance-history': { ...list(500), asked: 500 } }, {}, 499],
    [
      'no longer than its history',
      { 'performance-history': { ...list(20), asked: 500 } },
      { days: 400 },
      20 - 1 / day,
    ],
    ['that of a content before its history', { weeks: list(1) }, { oldest: 40 }, 40],
  ])('is %s', (_what, replies, { oldest, days = 0, older = [] }, age) => {
    const account = {
      createdAt: epochAt - days * day,
      contents:
        oldest === undefined ? [] : [{ publishedAt: epochAt }, { publishedAt: epochAt - oldest * day }],
      older: older.map(([count, every]) => ({ count, everyMs: every * day })),
    } as unknown as Account;
    expect(ageOf(factsIn(replies), account, dayAt)).toBeCloseTo(age * day, 3);
  });
});

it('the marks of gram that no document explains follow from a seed that gives them', () => {
  for (const isBD of [true, false])
    for (const checks of [0, 1, 2, 3, 4]) {
      const seed = seedWithChecks(
        { seed: 7 },
        factsIn({ basic: { isBD, bdDauCheckedTimestamps: Array(checks).fill(1) } }),
      );
      expect([isMarkedBD(seed), checks === 0 || activityCheckCount(seed) === checks]).toEqual([isBD, true]);
    }
  const fitting = seedWithChecks({ seed: 7 }, factsIn({ basic: { isBD: true } }));
  expect(seedWithChecks({ seed: fitting }, factsIn({ basic: { isBD: true } }))).toBe(fitting);
  // none gives five checks, and without a mark any does
  for (const basic of [{ isBD: true, bdDauCheckedTimestamps: Array(5).fill(1) }, {}])
    expect(seedWithChecks({ seed: 7 }, factsIn({ basic }))).toBe(7);
});

it('the sponsors of contents are those that the newest record names, by the domains of brands', () => {
  const tea = {
    brandName: 'Some Tea',
    brandId: 'some-tea.example',
    brandGramIds: ['some.tea', 'no handle!'],
  };
  const shop = { brandName: 'Shop', brandId: 'the.shop' };
  const list = (...sponsorList: object[]) => ({ sponsorship: { sponsorList } });
  const creator = creatorOf(
    'gram',
    list(
      {
        ...tea,
        sponsoredImages: [{ contentId: 'a' }, { contentId: 7 }],
        sponsoredReels: [{ contentId: 'b' }],
      },
      { ...shop, sponsoredVideos: [{ contentId: 'a' }] },
      { ...shop, brandName: 7, sponsoredImages: [{ contentId: 'a' }] },
      { ...shop, brandId: null, sponsoredImages: [{ contentId: 'a' }] },
      { ...shop, brandId: 'the shop', sponsoredImages: [{ contentId: 'a' }] },
    ),
    list({ ...tea, brandName: 'Old Tea', sponsoredImages: [{ contentId: 'b' }] }),
  );
  const brands = sponsorsOf(creator);
  const keyed = /^recorded-[0-9a-f]{16}$/;
  expect(brands).toEqual([
    { key: 'some-tea', name: 'Some Tea', brandId: 'some-tea.example', gramHandles: ['some.tea'] },
    { key: expect.stringMatching(keyed), name: 'Shop', brandId: 'the.shop', gramHandles: [] },
    { key: 'some-tea', name: 'Old Tea', brandId: 'some-tea.example', gramHandles: ['some.tea'] },
  ]);
  expect(Object.fromEntries(sponsorKeysOf(creator))).toEqual({
    a: ['some-tea', brands[1]?.key],
    b: ['some-tea'],
  });
});
