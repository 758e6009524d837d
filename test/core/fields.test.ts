import { describe, expect, test } from 'vitest';
import type { FieldProblem } from '../../src/core/errors.ts';
import { parseFields, parseQueryFields, parseSearchFields } from '../../src/core/fields.ts';
import { type OperationId, operations } from '../../src/core/operations.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import { partNames, priceBook } from '../../src/core/prices.ts';
import {
  priceLookup,
  quoteLookup,
  quoteSearch,
  type Selection,
  selectParts,
} from '../../src/core/selection.ts';

const book = priceBook();

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ contentId: `${index}` }));

/** Records of a creator that has 24 recent videos, 3 shorts and 4 brands. */
const records: Partial<Record<OperationId, object>> = {
  'clip/profile': {
    uniqueId: 'ada',
    ...Object.fromEntries(partNames('clip/profile').map((name) => [name, `its ${name}`])),
  },
  'gram/profile': {
    uniqueId: 'ada',
    ...Object.fromEntries(partNames('gram/profile').map((name) => [name, `its ${name}`])),
  },
  'tube/profile': {
    channelId: 'UCada',
    uniqueId: '@ada',
    ...Object.fromEntries(partNames('tube/profile').map((name) => [name, `its ${name}`])),
  },
  'clip/contact': { emails: ['ada@example.com', 'agent@example.com'] },
  'gram/contact': { emails: [] },
  'tube/contact': { emails: ['ada@example.com'] },
  'clip/performance': {
    contentCountByDays: {},
    ranking: {},
    videosPerformanceRecent: {},
    recentVideosGrowth: {},
  },
  'gram/performance': {
    contentCountByDays: {},
    ranking: {},
    imagesPerformanceRecent: {},
    reelsPerformanceRecent: {},
    recentImagesGrowth: {},
    recentReelsGrowth: {},
  },
  // a channel without prices: two of its fields are absent
  'tube/performance': {
    contentCountByDays: {},
    ranking: {},
    videosPerformanceRecent: {},
    shortsPerformanceRecent: {},
    videosPerformanceAll: {},
    shortsPerformanceAll: {},
    recentVideosGrowth: {},
    recentShortsGrowth: {},
  },
  'clip/audience': {
    audienceLocations: [],
    audienceGender: {},
    audienceAvgAge: 30,
    audienceAgeBreakdown: [],
  },
  'gram/audience': {
    audienceLocations: [],
    audienceGender: {},
    audienceAvgAge: 30,
    audienceAgeBreakdown: [],
  },
  'tube/audience': {
    audienceLocations: [],
    audienceGender: {},
    audienceAvgAge: 30,
    audienceAgeBreakdown: [],
  },
  'clip/content-detail': { recentVideos: items(24) },
  'gram/content-detail': { recentImages: items(24), recentReels: items(2) },
  'tube/content-detail': { recentVideos: items(24), recentShorts: items(3) },
  'tube/sponsorship': { sponsorList: items(4) },
  'gram/sponsorship': { sponsorList: items(12) },
};

/** operation, `fields`, the names and numbers of items in the reply, the estimate, the price */
type Row = [OperationId, unknown, Record<string, number | true> | 'whole', number, number];

const anything = (operation: OperationId): Record<string, true> =>
  Object.fromEntries(Object.keys(records[operation] ?? {}).map((name) => [name, true] as const));

const table: Row[] = [
  ['clip/profile', undefined, 'whole', 2, 2],
  ['clip/profile', [], 'whole', 2, 2],
  ['clip/profile', ['country'], { uniqueId: true, country: true }, 0.1, 0.1],
  ['clip/profile', ['bio'], { uniqueId: true, bio: true }, 0.1, 0.1],
  ['clip/profile', ['languages'], { uniqueId: true, languages: true }, 0.2, 0.2],
  [
    'clip/profile',
    ['languages', 'subscriberGrowth'],
    { uniqueId: true, languages: true, subscriberGrowth: true },
    0.4,
    0.4,
  ],
  ['clip/profile', ['country', 'country', 'country'], { uniqueId: true, country: true }, 0.1, 0.1],
  ['clip/profile', partNames('clip/profile'), anything('clip/profile'), 2, 2],
  [
    'gram/profile',
    ['relatedCreators', 'subscriberGrowth'],
    { uniqueId: true, relatedCreators: true, subscriberGrowth: true },
    0.3,
    0.3,
  ],
  ['gram/profile', partNames('gram/profile'), anything('gram/profile'), 2, 2],
  [
    'tube/profile',
    ['topics', 'videoPrice'],
    { channelId: true, uniqueId: true, topics: true, videoPrice: true },
    0.2,
    0.2,
  ],
  ['tube/profile', partNames('tube/profile'), anything('tube/profile'), 2, 2],

  ['clip/contact', undefined, 'whole', 15, 15],
  ['clip/contact', [], 'whole', 15, 15],
  ['clip/contact', ['emails'], { emails: true }, 15, 15],
  ['gram/contact', ['emails'], { emails: true }, 15, 15],
  ['tube/contact', ['emails'], { emails: true }, 15, 15],

  ['clip/performance', undefined, 'whole', 1.5, 1.5],
  ['clip/performance', [], 'whole', 1.5, 1.5],
  ['clip/performance', ['contentCountByDays'], { contentCountByDays: true }, 0.2, 0.2],
  ['clip/performance', ['ranking'], { ranking: true }, 0.6, 0.6],
  ['clip/performance', ['videosPerformanceRecent'], { videosPerformanceRecent: true }, 1, 1],
  [
    'clip/performance',
    ['recentVideosGrowth', 'ranking'],
    { ranking: true, recentVideosGrowth: true },
    0.8,
    0.8,
  ],
  ['clip/performance', partNames('clip/performance'), anything('clip/performance'), 1.5, 1.5],
  ['gram/performance', undefined, 'whole', 2, 2],
  ['gram/performance', ['ranking'], { ranking: true }, 0.4, 0.4],
  [
    'gram/performance',
    ['recentReelsGrowth', 'imagesPerformanceRecent'],
    { imagesPerformanceRecent: true, recentReelsGrowth: true },
    1.2,
    1.2,
  ],
  ['gram/performance', partNames('gram/performance'), anything('gram/performance'), 2, 2],
  ['tube/performance', undefined, 'whole', 2, 2],
  [
    'tube/performance',
    ['ranking', 'contentCountByDays'],
    { contentCountByDays: true, ranking: true },
    0.6,
    0.6,
  ],
  [
    'tube/performance',
    ['shortsPerformanceAll', 'recentShortsGrowth'],
    { shortsPerformanceAll: true, recentShortsGrowth: true },
    1.2,
    1.2,
  ],
  ['tube/performance', ['ranking', 'videoPrice'], { ranking: true }, 0.9, 0.4],
  ['tube/performance', partNames('tube/performance'), anything('tube/performance'), 2, 2],

  ['tube/audience', undefined, 'whole', 10, 10],
  ['tube/audience', [], 'whole', 10, 10],
  ['tube/audience', ['audienceLocations'], { audienceLocations: true }, 4, 4],
  ['clip/audience', ['audienceGender'], { audienceGender: true }, 4, 4],
  ['gram/audience', ['audienceAvgAge'], { audienceAvgAge: true }, 2, 2],
  [
    'tube/audience',
    ['audienceAgeBreakdown', 'audienceAvgAge'],
    { audienceAvgAge: true, audienceAgeBreakdown: true },
    6,
    6,
  ],
  ['tube/audience', partNames('tube/audience'), anything('tube/audience'), 10, 10],

  ['clip/content-detail', undefined, 'whole', 3, 3],
  ['clip/content-detail', {}, 'whole', 3, 3],
  ['clip/content-detail', { recentVideos: 5 }, { recentVideos: 5 }, 0.5, 0.5],
  ['clip/content-detail', { recentVideos: 0 }, { recentVideos: 0 }, 0, 0],
  ['clip/content-detail', { recentVideos: null }, { recentVideos: 0 }, 0, 0],
  ['clip/content-detail', { recentVideos: 24 }, { recentVideos: 24 }, 2.4, 2.4],
  ['clip/content-detail', { recentVideos: 30 }, { recentVideos: 24 }, 3, 2.4],
  ['clip/content-detail', { recentVideos: 10_000 }, { recentVideos: 24 }, 3, 2.4],
  ['clip/content-detail', { recentVideos: 1e300 }, { recentVideos: 24 }, 3, 2.4],
  ['gram/content-detail', { recentImages: 1, recentReels: 3 }, { recentImages: 1, recentReels: 2 }, 0.4, 0.3],
  ['gram/content-detail', { recentReels: 2 }, { recentReels: 2 }, 0.2, 0.2],
  [
    'tube/content-detail',
    { recentVideos: 0, recentShorts: 100 },
    { recentVideos: 0, recentShorts: 3 },
    3,
    0.3,
  ],
  [
    'tube/content-detail',
    { recentVideos: 24, recentShorts: 10 },
    { recentVideos: 24, recentShorts: 3 },
    3,
    2.7,
  ],

  ['tube/sponsorship', undefined, 'whole', 5, 5],
  ['tube/sponsorship', {}, 'whole', 5, 5],
  ['tube/sponsorship', { sponsorList: 0 }, { sponsorList: 0 }, 0, 0],
  ['tube/sponsorship', { sponsorList: 3 }, { sponsorList: 3 }, 1.5, 1.5],
  ['tube/sponsorship', { sponsorList: 1_000 }, { sponsorList: 4 }, 5, 2],
  ['gram/sponsorship', { sponsorList: 1_000 }, { sponsorList: 12 }, 5, 5],
];

describe('a fractional call returns what is selected and costs what is returned', () => {
  test.each(table)('%s %j', (operation, fields, expected, estimate, cost) => {
    const selection = selectionOf(parseFields(operation, fields));
    const data = records[operation] ?? {};
    const reply = selectParts(data, selection);

    expect(reply).toEqual(expected === 'whole' ? data : cut(data, expected));
    expect(quoteLookup(book, operation, selection)).toBe(Math.round(estimate * 1000));
    expect(priceLookup(book, operation, selection, data)).toBe(Math.round(cost * 1000));
    expect(priceLookup(book, operation, selection, reply)).toBe(Math.round(cost * 1000));
  });

  test('the table has every look-up that takes fields', () => {
    const taking = operations.filter(({ fields }) => fields === 'array' || fields === 'object');
    expect(new Set(table.map(([operation]) => operation))).toEqual(new Set(taking.map(({ id }) => id)));
  });

  test.each(platformsByName)('each single field of a %s profile has its price', (platform) => {
    const operation = `${platform}/profile` as const;
    for (const name of partNames(operation)) {
      const selection = selectionOf(parseFields(operation, [name]));
      const dearer = name === 'languages' || name === 'subscriberGrowth';
      expect([name, quoteLookup(book, operation, selection)]).toEqual([name, dearer ? 200 : 100]);
    }
  });

  test('the reply keeps the order of the record, not that of the request', () => {
    const selection = selectionOf(parseFields('clip/profile', ['niches', 'bio', 'displayName']));
    expect(Object.keys(selectParts(records['clip/profile'] ?? {}, selection))).toEqual([
      'uniqueId',
      'displayName',
      'bio',
      'niches',
    ]);
  });

  test('a count above the bundle price costs the bundle price', () => {
    const selection = selectionOf(parseFields('clip/content-detail', { recentVideos: 10_000 }));
    expect(priceLookup(book, 'clip/content-detail', selection, { recentVideos: items(60) })).toBe(3000);
  });

  test('replaced prices apply, also to the maximum', () => {
    const other = priceBook({ 'clip/profile': { credits: 1, fields: { country: 0.7 } } });
    const selection = selectionOf(parseFields('clip/profile', ['country', 'languages']));
    expect(quoteLookup(other, 'clip/profile', selection)).toBe(900);
    const three = selectionOf(parseFields('clip/profile', ['country', 'languages', 'subscriberGrowth']));
    expect(quoteLookup(other, 'clip/profile', three)).toBe(1000);
  });
});

/** operation, `fields`, every problem as [field, code]. */
type Wrong = [OperationId, unknown, [string, string][]];

const wrong: Wrong[] = [
  ['clip/profile', null, [['fields', 'invalid_type']]],
  ['clip/profile', 'country', [['fields', 'invalid_type']]],
  ['clip/profile', 7, [['fields', 'invalid_type']]],
  ['clip/profile', true, [['fields', 'invalid_type']]],
  ['clip/profile', {}, [['fields', 'invalid_type']]],
  ['clip/profile', { country: 1 }, [['fields', 'invalid_type']]],
  ['clip/profile', ['nothing'], [['fields[0]', 'unrecognized_field']]],
  ['clip/profile', [''], [['fields[0]', 'unrecognized_field']]],
  ['clip/profile', ['Country'], [['fields[0]', 'unrecognized_field']]],
  ['clip/profile', ['uniqueId'], [['fields[0]', 'unrecognized_field']]],
  ['clip/profile', ['relatedCreators'], [['fields[0]', 'unrecognized_field']]],
  [
    'clip/profile',
    ['__proto__', 'constructor', 'toString'],
    [
      ['fields[0]', 'unrecognized_field'],
      ['fields[1]', 'unrecognized_field'],
      ['fields[2]', 'unrecognized_field'],
    ],
  ],
  ['clip/profile', ['subscriberGrowth.g7'], [['fields[0]', 'sub_field']]],
  ['clip/profile', ['hashtags[].name'], [['fields[0]', 'sub_field']]],
  ['clip/profile', ['hashtags/name'], [['fields[0]', 'sub_field']]],
  ['clip/profile', ['nothing.name'], [['fields[0]', 'unrecognized_field']]],
  ['clip/profile', ['audienceQuality'], [['fields[0]', 'not_available']]],
  ['gram/profile', ['audienceQuality'], [['fields[0]', 'not_available']]],
  ['tube/profile', ['audienceQuality'], [['fields[0]', 'not_available']]],
  ['tube/profile', ['channelId'], [['fields[0]', 'unrecognized_field']]],
  ['clip/contact', ['phones'], [['fields[0]', 'unrecognized_field']]],
  ['clip/performance', ['shortsPerformanceRecent'], [['fields[0]', 'unrecognized_field']]],
  ['clip/profile', ['languages:2'], [['fields[0]', 'legacy_form']]],
  [
    'clip/profile',
    [null, 5, ['bio'], {}],
    [
      ['fields[0]', 'invalid_type'],
      ['fields[1]', 'invalid_type'],
      ['fields[2]', 'invalid_type'],
      ['fields[3]', 'invalid_type'],
    ],
  ],
  [
    'clip/profile',
    ['country', 'nothing', 'subscriberGrowth.g7', 'bio:1', 'audienceQuality', 4],
    [
      ['fields[1]', 'unrecognized_field'],
      ['fields[2]', 'sub_field'],
      ['fields[3]', 'legacy_form'],
      ['fields[4]', 'not_available'],
      ['fields[5]', 'invalid_type'],
    ],
  ],

  ['clip/content-detail', null, [['fields', 'invalid_type']]],
  ['clip/content-detail', [], [['fields', 'invalid_type']]],
  ['clip/content-detail', ['recentVideos'], [['fields', 'invalid_type']]],
  [
    'clip/content-detail',
    ['recentVideos:5'],
    [
      ['fields', 'invalid_type'],
      ['fields[0]', 'legacy_form'],
    ],
  ],
  ['clip/content-detail', 'recentVideos:5', [['fields', 'invalid_type']]],
  ['clip/content-detail', { recentShorts: 5 }, [['fields.recentShorts', 'unrecognized_field']]],
  ['clip/content-detail', { recentVideos: -1 }, [['fields.recentVideos', 'too_small']]],
  ['clip/content-detail', { recentVideos: 1.5 }, [['fields.recentVideos', 'not_integer']]],
  [
    'clip/content-detail',
    { recentVideos: -0.5 },
    [
      ['fields.recentVideos', 'too_small'],
      ['fields.recentVideos', 'not_integer'],
    ],
  ],
  [
    'clip/content-detail',
    { recentVideos: Number.POSITIVE_INFINITY },
    [['fields.recentVideos', 'not_integer']],
  ],
  ['clip/content-detail', { recentVideos: '5' }, [['fields.recentVideos', 'invalid_type']]],
  ['clip/content-detail', { recentVideos: true }, [['fields.recentVideos', 'invalid_type']]],
  ['clip/content-detail', { recentVideos: [5] }, [['fields.recentVideos', 'invalid_type']]],
  ['clip/content-detail', { recentVideos: {} }, [['fields.recentVideos', 'invalid_type']]],
  ['clip/content-detail', { 'recentVideos.likes': 5 }, [['fields.recentVideos.likes', 'sub_field']]],
  ['clip/content-detail', { 'recentVideos:5': 5 }, [['fields.recentVideos:5', 'legacy_form']]],
  ['tube/sponsorship', { 'sponsorList.brandName': 1 }, [['fields.sponsorList.brandName', 'sub_field']]],
  [
    'tube/content-detail',
    { recentVideos: -3, recentShorts: 'all', recentReels: 1 },
    [
      ['fields.recentVideos', 'too_small'],
      ['fields.recentShorts', 'invalid_type'],
      ['fields.recentReels', 'unrecognized_field'],
    ],
  ],
];

describe('names that cannot be selected are refused, one problem each', () => {
  test.each(wrong)('%s %j', (operation, fields, expected) => {
    expect(problemsOf(parseFields(operation, fields))).toEqual(expected);
  });

  const none = operations.filter(({ fields }) => fields === null);

  test.each([[[]], [{}], [null], [['histories']], [{ histories: 3 }], ['histories'], [0]])(
    'operations without fields refuse %j',
    (fields) => {
      for (const { id } of none)
        expect([id, problemsOf(parseFields(id, fields))]).toEqual([id, [['fields', 'unrecognized_key']]]);
    },
  );

  test('messages name the parent to ask for instead of its part', () => {
    expect(parseFields('tube/sponsorship', { 'sponsorList.brandName': 1 })).toEqual({
      problems: [
        {
          field: 'fields.sponsorList.brandName',
          message:
            "Parts of 'sponsorList' cannot be selected; request 'sponsorList' instead of 'sponsorList.brandName'.",
          code: 'sub_field',
        },
      ],
    });
    expect(parseFields('clip/profile', ['audienceQuality'])).toEqual({
      problems: [
        { field: 'fields[0]', message: "'audienceQuality' is not yet available.", code: 'not_available' },
      ],
    });
  });

  test('of many wrong names the first hundred are reported', () => {
    const flood = Array.from({ length: 50_000 }, (_, index) => `${index}${'x'.repeat(200)}`);
    const problems = problemsOf(parseFields('clip/profile', flood));
    expect(problems).toHaveLength(100);
  });
});

describe('in a query, fields are JSON or names', () => {
  test.each<[string | string[], Selection | undefined]>([
    ['country', { form: 'array', names: new Set(['country']) }],
    [['country', 'bio'], { form: 'array', names: new Set(['country', 'bio']) }],
    ['["country","bio"]', { form: 'array', names: new Set(['country', 'bio']) }],
    ['[]', 'whole'],
  ])('clip/profile %j', (text, selection) => {
    expect(parseQueryFields('clip/profile', text)).toEqual({ selection });
  });

  test('a count is written as JSON', () => {
    expect(parseQueryFields('clip/content-detail', '{"recentVideos": 5}')).toEqual({
      selection: { form: 'object', counts: new Map([['recentVideos', 5]]) },
    });
    expect(parseQueryFields('clip/content-detail', '{}')).toEqual({ selection: 'whole' });
    expect(parseQueryFields('clip/content-detail', undefined)).toEqual({ selection: 'whole' });
  });

  test.each<[OperationId, string | string[], [string, string][]]>([
    ['clip/profile', '', [['fields', 'too_small']]],
    ['clip/profile', ['country', ''], [['fields', 'too_small']]],
    ['clip/profile', '["country"', [['fields', 'invalid_json']]],
    ['clip/profile', ['["country"]', 'bio'], [['fields', 'invalid_type']]],
    ['clip/profile', ['["country"]', '["bio"]'], [['fields', 'invalid_type']]],
    ['clip/profile', '{"country": 1}', [['fields', 'invalid_type']]],
    ['clip/profile', 'country,bio', [['fields[0]', 'unrecognized_field']]],
    ['clip/content-detail', 'recentVideos', [['fields', 'invalid_type']]],
    [
      'clip/content-detail',
      'recentVideos:5',
      [
        ['fields', 'invalid_type'],
        ['fields[0]', 'legacy_form'],
      ],
    ],
    ['clip/content-detail', '{"recentVideos": 1e999}', [['fields.recentVideos', 'not_integer']]],
    ['clip/performance-history', 'histories', [['fields', 'unrecognized_key']]],
    ['clip/performance-history', '[]', [['fields', 'unrecognized_key']]],
  ])('%s %j is refused', (operation, text, expected) => {
    expect(problemsOf(parseQueryFields(operation, text))).toEqual(expected);
  });
});

describe('a search selects blocks by the names of operations', () => {
  test('by bare names, each with its own form of fields', () => {
    const parsed = parseSearchFields('clip/search', {
      profile: ['country'],
      'content-detail': { recentVideos: 3 },
    });
    const blocks = 'blocks' in parsed ? parsed.blocks : [];
    expect(blocks).toEqual([
      {
        name: 'profile',
        operation: 'clip/profile',
        selection: { form: 'array', names: new Set(['country']) },
      },
      {
        name: 'content-detail',
        operation: 'clip/content-detail',
        selection: { form: 'object', counts: new Map([['recentVideos', 3]]) },
      },
    ]);
    // one credit for the search, 0.1 and 0.3 for each of 20 creators
    expect(quoteSearch(book, 'clip/search', blocks, { filters: 2, pageSize: 20 })).toBe(9000);
  });

  test.each<[unknown, number]>([
    [undefined, 1000],
    [{}, 1000],
    [{ profile: [] }, 1000 + 50 * 2000],
    [{ sponsorship: {} }, 1000 + 50 * 5000],
    [{ sponsorship: { sponsorList: 0 } }, 1000],
    [{ contact: ['emails'], audience: ['audienceAvgAge'] }, 1000 + 50 * 17_000],
    [{ 'content-detail': { recentVideos: 1_000 } }, 1000 + 50 * 3000],
  ])('%j for a page of 50 on tube', (fields, expected) => {
    const parsed = parseSearchFields('tube/search', fields);
    expect(parsed).toHaveProperty('blocks');
    const blocks = 'blocks' in parsed ? parsed.blocks : [];
    expect(quoteSearch(book, 'tube/search', blocks, { filters: 10, pageSize: 50 })).toBe(expected);
  });

  test.each<[OperationId, unknown, [string, string][]]>([
    ['clip/search', null, [['fields', 'invalid_type']]],
    ['clip/search', [], [['fields', 'invalid_type']]],
    ['clip/search', ['profile'], [['fields', 'invalid_type']]],
    ['clip/search', 'profile', [['fields', 'invalid_type']]],
    ['clip/search', { 'clip/profile': ['country'] }, [['fields.clip/profile', 'unrecognized_key']]],
    ['clip/search', { nothing: [] }, [['fields.nothing', 'unrecognized_key']]],
    ['clip/search', { sponsorship: {} }, [['fields.sponsorship', 'unrecognized_key']]],
    ['clip/search', { 'performance-history': [] }, [['fields.performance-history', 'unrecognized_key']]],
    ['clip/search', { search: {} }, [['fields.search', 'unrecognized_key']]],
    ['clip/search', { profile: null }, [['fields.profile', 'invalid_type']]],
    ['clip/search', { profile: {} }, [['fields.profile', 'invalid_type']]],
    ['clip/search', { 'content-detail': [] }, [['fields.content-detail', 'invalid_type']]],
    [
      'clip/search',
      { profile: ['nothing', 'bio.x'], 'content-detail': { recentVideos: -1 }, other: 1 },
      [
        ['fields.profile[0]', 'unrecognized_field'],
        ['fields.profile[1]', 'sub_field'],
        ['fields.content-detail.recentVideos', 'too_small'],
        ['fields.other', 'unrecognized_key'],
      ],
    ],
  ])('%s %j is refused', (operation, fields, expected) => {
    expect(problemsOf(parseSearchFields(operation, fields))).toEqual(expected);
  });
});

function selectionOf(parsed: ReturnType<typeof parseFields>): Selection {
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.selection;
}

const problemsOf = (parsed: object | { problems: FieldProblem[] }): [string, string][] =>
  'problems' in parsed ? (parsed.problems as FieldProblem[]).map(({ field, code }) => [field, code]) : [];

const cut = (data: object, parts: Record<string, number | true>) =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, part]) => {
      const much = parts[name];
      return much === undefined ? [] : [[name, much === true ? part : part.slice(0, much)]];
    }),
  );
