import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterName, filterOperators } from '../../../src/core/filters.ts';
import { parseSearch } from '../../../src/core/search-body.ts';
import { jsonTypeOf } from '../../../src/core/values.ts';
import { searchBody } from '../../../src/service/v3/search-body.ts';
import { testApp } from '../../harness.ts';
import { type Detail, invalid, newKey } from './common.ts';

const names: FilterName[] = [
  { name: 'country', type: 'string', sortable: false },
  { name: 'plays', type: 'number', sortable: true },
  { name: 'isAd', type: 'boolean', sortable: false },
];

const ajv = new Ajv({ allErrors: true, strict: false });
const schemas = [0, 1].map((fewest) => ajv.compile(searchBody(names, fewest as 0 | 1, {})));

const value = fc.oneof(
  fc.constantFrom('', 'NZL', 5, -1.5, true, null, [], {}),
  fc.array(fc.constantFrom('NZL', 5), { maxLength: 3 }),
  fc.constant(Array.from({ length: 101 }, () => 'NZL')),
);
const maybe = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: value });
const filter = fc.record(
  {
    filterName: maybe(fc.constantFrom('country', 'plays', 'isAd', 'nothing')),
    op: maybe(fc.constantFrom(...filterOperators, '>=')),
    value,
    isFuzzySearch: maybe(fc.boolean()),
  },
  { requiredKeys: ['filterName', 'op', 'value'] },
);
const body = fc.record(
  {
    filters: maybe(fc.array(maybe(filter), { maxLength: 11 })),
    pageSize: maybe(fc.constantFrom(1, 100, 0, 101, 1.5)),
    offset: maybe(fc.constantFrom(0, 7, -1)),
    sortBy: maybe(fc.constantFrom('plays', 'country')),
    desc: maybe(fc.boolean()),
  },
  { requiredKeys: ['filters'] },
);

describe('the documented body of a search', () => {
  it('admits what the checks admit, and nothing else', () => {
    let admitted = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 20, arbitrary: body }, value),
        fc.constantFrom(0, 1),
        (given, fewest) => {
          const isAdmitted = !('problems' in parseSearch(names, given, fewest as 0 | 1));
          if (isAdmitted) admitted++;
          expect(schemas[fewest]?.(given), JSON.stringify(given)).toBe(isAdmitted);
        },
      ),
      { numRuns: 5000, seed: 1 },
    );
    expect(admitted).toBeGreaterThan(20);
  });
});

describe('the body of a search', async () => {
  const { ask, post, available } = await testApp();
  const plays = { filterName: 'totalFollowers', op: '>', value: 1 };
  const country = { filterName: 'country', op: '=', value: 'NZL' };
  const among = (value: unknown) => ({ ...country, op: 'in', value });
  const texts = (length: number) => among(Array(10).fill('x'.repeat(length)));
  const long = 'x'.repeat(1_001);
  const body = { filters: [plays], pageSize: 10, offset: 0 };
  const search = async (change: object) => {
    const key = newKey('clip/search');
    const { status, body: reply } = await post('/clip/search', { ...body, ...change }, key);
    const problems = (reply['details'] ?? []) as Detail[];
    expect([status, await available(key)]).toEqual(problems.length === 0 ? [200, 999] : [400, 1000]);
    return problems.map(({ field, message, code }) => `${field} ${code} ${message}`);
  };
  const fields = async (change: object) => (await search(change)).map((problem) => problem.split(' ')[0]);

  it.each<[object]>([
    [{ pageSize: 1 }],
    [{ pageSize: 100, offset: 1e15, further: 'ignored' }],
    [{ sortBy: 'totalFollowers', desc: true }],
    [{ filters: Array(10).fill({ ...plays, value: 2 ** 60, isFuzzySearch: true, further: 'ignored' }) }],
    [{ filters: [{ ...country, value: '' }] }],
    [{ filters: [among(Array(100).fill('NZL')), texts(1_000)] }],
    [{ filters: [texts(1_000), texts(1_000)] }],
  ])('is taken: %#', async (change) => {
    expect(await search(change)).toEqual([]);
  });

  it.each([null, 'text', 5])('is an object, not %j', async (given) => {
    const headers = { 'api-key': 'demo-unlimited', 'content-type': 'application/json' };
    const payload = JSON.stringify(given);
    const { body: reply } = await ask({ method: 'POST', url: '/clip/search', headers, payload });
    const message = `'body': expected object, received ${jsonTypeOf(given)}.`;
    expect(reply).toEqual(invalid({ field: 'body', message, code: 'invalid_type' }));
  });

  it.each<[object, string]>([
    [{ pageSize: 0 }, 'pageSize too_small pageSize must be between 1 and 100.'],
    [{ pageSize: -5 }, 'pageSize too_small pageSize must be between 1 and 100.'],
    [{ pageSize: 1.5 }, "pageSize invalid_type 'pageSize': expected integer, received number."],
    [{ pageSize: null }, "pageSize invalid_type 'pageSize': expected integer, received null."],
    [{ pageSize: undefined }, "pageSize required Missing required field: 'pageSize'."],
    [{ offset: -1 }, "offset too_small 'offset' must be at least 0."],
    [{ offset: '0' }, "offset invalid_type 'offset': expected integer, received string."],
    [{ offset: undefined }, "offset required Missing required field: 'offset'."],
    [{ desc: 'true' }, "desc invalid_type 'desc': expected boolean, received string."],
    [{ desc: null }, "desc invalid_type 'desc': expected boolean, received null."],
    [{ sortBy: 5 }, "sortBy invalid_type 'sortBy': expected string, received number."],
    [{ filters: undefined }, "filters required Missing required field: 'filters'."],
    [{ filters: null }, "filters invalid_type 'filters': expected array, received null."],
    [{ filters: [] }, 'filters too_small At least 1 filter object is required.'],
    [
      { filters: [texts(1_000), texts(1_000), texts(1)] },
      'filters too_big The texts of all filters must have at most 20000 characters.',
    ],
  ])('is refused: %#', async (change, problem) => {
    expect(await search(change)).toEqual([problem]);
  });

  it.each<[unknown, string]>([
    ['plays', " invalid_type 'filters[0]': expected object, received string."],
    [null, " invalid_type 'filters[0]': expected object, received null."],
    [[], " invalid_type 'filters[0]': expected object, received array."],
    [{ op: '=', value: 1 }, ".filterName required Missing required field: 'filters[0].filterName'."],
    [
      { ...plays, filterName: 5 },
      ".filterName invalid_type 'filters[0].filterName': expected string, received number.",
    ],
    [{ ...plays, op: undefined }, ".op required Missing required field: 'filters[0].op'."],
    [{ ...plays, op: null }, ".op invalid_type 'filters[0].op': expected string, received null."],
    ...['>=', 'in'].map((op): [object, string] => [
      { ...plays, op },
      ".op invalid_enum 'totalFollowers' is a number filter. Its operator must be one of: >, =, <.",
    ]),
    [
      { filterName: 'isAccountVerified', op: '<', value: true },
      ".op invalid_enum 'isAccountVerified' is a boolean filter. Its operator must be one of: =.",
    ],
    [{ ...plays, value: undefined }, ".value required Missing required field: 'filters[0].value'."],
    [{ ...plays, value: null }, ".value invalid_type 'totalFollowers' takes a number, received null."],
    [
      { filterName: 'isAccountVerified', op: '=', value: 1 },
      ".value invalid_type 'isAccountVerified' takes a boolean, received number.",
    ],
    [{ ...country, value: ['NZL'] }, ".value invalid_type 'country' takes a string, received array."],
    [among('NZL'), ".value invalid_type 'country' takes with 'in' an array of strings, received string."],
    [among([]), '.value too_small At least 1 value is required.'],
    [among(Array(101).fill('')), '.value too_big Exceeded max values of 100. Must be between 1 and 100.'],
    [among(['NZL', 5]), ".value[1] invalid_type 'country' takes strings, received number."],
    [{ ...country, value: long }, ".value too_big 'filters[0].value' must have at most 1000 characters."],
    [among(['', long]), ".value[1] too_big 'filters[0].value[1]' must have at most 1000 characters."],
    [
      { ...country, isFuzzySearch: 'yes' },
      ".isFuzzySearch invalid_type 'filters[0].isFuzzySearch': expected boolean, received string.",
    ],
  ])('has no such filter: %#', async (filter, problem) => {
    expect(await search({ filters: [filter] })).toEqual([`filters[0]${problem}`]);
  });

  it('is refused with all that is wrong in it, and a hundred problems at most', async () => {
    const filters = [
      {},
      plays,
      { filterName: 'nothing', op: '~', isFuzzySearch: 1 },
      among([1, 'NZL', null]),
    ];
    expect(await fields({ filters, pageSize: 500, offset: '', sortBy: 'country ', desc: 1 })).toEqual([
      ...[
        '[0].filterName',
        '[0].op',
        '[0].value',
        '[2].filterName',
        '[2].op',
        '[2].isFuzzySearch',
        '[2].value',
      ]
        .concat('[3].value[0]', '[3].value[2]')
        .map((at) => `filters${at}`),
      ...['pageSize', 'offset', 'sortBy', 'desc'],
    ]);
    const worst = Array(100).fill(among(Array(100).fill(5)));
    expect(await fields({ filters: worst })).toHaveLength(100);
  });
});
