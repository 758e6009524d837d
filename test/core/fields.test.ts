import { describe, expect, test } from 'vitest';
import type { FieldProblem } from '../../src/core/errors.ts';
import { parseFields, parseQueryFields, parseSearchFields } from '../../src/core/fields.ts';
import { type OperationId, operations } from '../../src/core/operations.ts';
import { priceBook } from '../../src/core/prices.ts';
import {
  priceLookup,
  quoteLookup,
  quoteSearch,
  type Selection,
  selectParts,
} from '../../src/core/selection.ts';

const book = priceBook();

/** operation, `fields`, the credits of the estimate, and of a record that has less; the HTTP tests have every field. */
test.each<[OperationId, unknown, object, number, number]>([
  // a channel without prices
  ['tube/performance', ['ranking', 'videoPrice'], { ranking: {} }, 0.9, 0.4],
  ['clip/content-detail', { recentVideos: 1e300 }, { recentVideos: Array(24).fill({}) }, 3, 2.4],
  ['clip/content-detail', { recentVideos: 10_000 }, { recentVideos: Array(60).fill({}) }, 3, 3],
  [
    'tube/content-detail',
    { recentVideos: 24, recentShorts: 10 },
    { recentVideos: Array(24).fill({}), recentShorts: Array(3).fill({}) },
    3,
    2.7,
  ],
])(
  '%s %j costs what is returned, and never more than its estimate',
  (operation, fields, data, quote, cost) => {
    const selection = selectionOf(parseFields(operation, fields));
    expect(quoteLookup(book, operation, selection)).toBe(quote * 1000);
    expect(priceLookup(book, operation, selection, data)).toBe(cost * 1000);
    expect(priceLookup(book, operation, selection, selectParts(data, selection))).toBe(cost * 1000);
  },
);

test('a reply keeps the order of the record, not that of the request', () => {
  const selection = selectionOf(parseFields('clip/profile', ['niches', 'bio', 'displayName']));
  const record = { uniqueId: 'ada', displayName: 'Ada', country: 'NZL', bio: '', niches: [] };
  expect(Object.keys(selectParts(record, selection))).toEqual(['uniqueId', 'displayName', 'bio', 'niches']);
});

test('replaced prices apply, also to the maximum', () => {
  const other = priceBook({ 'clip/profile': { credits: 1, fields: { country: 0.7 } } });
  const quote = (...fields: string[]) =>
    quoteLookup(other, 'clip/profile', selectionOf(parseFields('clip/profile', fields)));
  expect(quote('country', 'languages')).toBe(900);
  expect(quote('country', 'languages', 'subscriberGrowth')).toBe(1000);
});

/** operation, `fields`, every problem as [field, code]. */
type Wrong = [OperationId, unknown, [string, string][]];

const wrong: Wrong[] = [
  [
    'clip/profile',
    ['', 'Country', 'relatedCreators', '__proto__', 'constructor', 'toString'],
    [0, 1, 2, 3, 4, 5].map((at) => [`fields[${at}]`, 'unrecognized_field']),
  ],
  [
    'clip/profile',
    ['subscriberGrowth.g7', 'hashtags[].name', 'hashtags/name', 'nothing.name'],
    [
      ['fields[0]', 'sub_field'],
      ['fields[1]', 'sub_field'],
      ['fields[2]', 'sub_field'],
      ['fields[3]', 'unrecognized_field'],
    ],
  ],
  ['gram/profile', ['audienceQuality'], [['fields[0]', 'not_available']]],
  ['tube/profile', ['audienceQuality'], [['fields[0]', 'not_available']]],
  ['clip/profile', [null, 5, ['bio'], {}], [0, 1, 2, 3].map((at) => [`fields[${at}]`, 'invalid_type'])],
  [
    'clip/content-detail',
    { recentVideos: -0.5 },
    [
      ['fields.recentVideos', 'too_small'],
      ['fields.recentVideos', 'not_integer'],
    ],
  ],
  ['clip/content-detail', { 'recentVideos:5': 5 }, [['fields.recentVideos:5', 'legacy_form']]],
  [
    'tube/content-detail',
    { recentVideos: -3, recentShorts: 'all', recentReels: 'all' },
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

  test('messages name a block without its platform, or those that there are', () => {
    const messageOf = (name: string) => parseSearchFields('clip/search', { [name]: [] });
    expect(messageOf('clip/profile')).toMatchObject({
      problems: [{ message: "Operations are named without their platform: 'profile'." }],
    });
    expect(messageOf('clip/nothing')).toMatchObject({
      problems: [
        { message: "'clip/nothing' is not one of profile, contact, performance, audience, content-detail." },
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
