import { describe, expect, it } from 'vitest';
import type { FieldProblem } from '../../src/core/errors.ts';
import { problemList } from '../../src/core/errors.ts';
import { type FilterName, parseFilters } from '../../src/core/filters.ts';

const names: FilterName[] = [
  { name: 'country', type: 'string', sortable: true },
  { name: 'plays', type: 'number', sortable: true },
  { name: 'isAd', type: 'boolean', sortable: false },
];

function parse(raw: unknown, fewest: 0 | 1 = 1) {
  const { problems, report } = problemList();
  const filters = parseFilters(names, raw, fewest, report);
  return { filters, problems };
}

const one = (filter: object) => parse([filter]);
const problem = (field: string, message: string, code: string): FieldProblem => ({ field, message, code });

describe('filters of a search', () => {
  it('are read by the type of their name', () => {
    expect(
      parse([
        { filterName: 'country', op: '=', value: 'NZL' },
        { filterName: 'country', op: 'in', value: ['NZL', 'FJI'], isFuzzySearch: true },
        { filterName: 'plays', op: '>', value: 1.5 },
        { filterName: 'plays', op: '<', value: 2 ** 60, isFuzzySearch: true },
        { filterName: 'isAd', op: '=', value: false, further: 'ignored' },
      ]),
    ).toEqual({
      problems: [],
      filters: [
        { name: 'country', type: 'string', anyOf: ['NZL'], contains: false },
        { name: 'country', type: 'string', anyOf: ['NZL', 'FJI'], contains: true },
        { name: 'plays', type: 'number', op: '>', value: 1.5 },
        { name: 'plays', type: 'number', op: '<', value: 2 ** 60 },
        { name: 'isAd', type: 'boolean', value: false },
      ],
    });
  });

  it('accept an empty text, which means unknown', () => {
    expect(one({ filterName: 'country', op: '=', value: '' }).problems).toEqual([]);
  });

  it.each([
    [undefined, problem('filters', "Missing required field: 'filters'.", 'required')],
    [null, problem('filters', "'filters': expected array, received null.", 'invalid_type')],
    [{}, problem('filters', "'filters': expected array, received object.", 'invalid_type')],
    ['plays', problem('filters', "'filters': expected array, received string.", 'invalid_type')],
    [[], problem('filters', 'At least 1 filter object is required.', 'too_small')],
    [
      Array.from({ length: 11 }, () => ({ filterName: 'plays', op: '>', value: 1 })),
      problem('filters', 'Exceeded max filters of 10. Must be between 1 and 10.', 'too_big'),
    ],
    [['plays'], problem('filters[0]', "'filters[0]': expected object, received string.", 'invalid_type')],
    [[null], problem('filters[0]', "'filters[0]': expected object, received null.", 'invalid_type')],
    [[[]], problem('filters[0]', "'filters[0]': expected object, received array.", 'invalid_type')],
  ])('cannot be %j', (raw, only) => {
    expect(parse(raw).problems).toEqual([only]);
  });

  it('may be absent if the operation allows it', () => {
    expect(parse([], 0)).toEqual({ filters: [], problems: [] });
    expect(
      parse(
        Array.from({ length: 11 }, () => ({ filterName: 'plays', op: '>', value: 1 })),
        0,
      ).problems,
    ).toEqual([problem('filters', 'Exceeded max filters of 10. Must be between 0 and 10.', 'too_big')]);
  });

  it.each([
    [{ op: '=', value: 1 }, 'filterName', "Missing required field: 'filters[0].filterName'.", 'required'],
    [
      { filterName: 5, op: '=', value: 1 },
      'filterName',
      "'filters[0].filterName': expected string, received number.",
      'invalid_type',
    ],
    [
      { filterName: 'Plays', op: '=', value: 1 },
      'filterName',
      "'filters[0].filterName' must be one of: country, plays, isAd.",
      'invalid_enum',
    ],
    [{ filterName: 'plays', value: 1 }, 'op', "Missing required field: 'filters[0].op'.", 'required'],
    [
      { filterName: 'plays', op: null, value: 1 },
      'op',
      "'filters[0].op': expected string, received null.",
      'invalid_type',
    ],
    [
      { filterName: 'plays', op: '>=', value: 1 },
      'op',
      "'plays' is a number filter. Its operator must be one of: >, =, <.",
      'invalid_enum',
    ],
    [
      { filterName: 'plays', op: 'in', value: 1 },
      'op',
      "'plays' is a number filter. Its operator must be one of: >, =, <.",
      'invalid_enum',
    ],
    [
      { filterName: 'country', op: '>', value: 'NZL' },
      'op',
      "'country' is a string filter. Its operator must be one of: =, in.",
      'invalid_enum',
    ],
    [
      { filterName: 'isAd', op: '<', value: true },
      'op',
      "'isAd' is a boolean filter. Its operator must be one of: =.",
      'invalid_enum',
    ],
    [{ filterName: 'plays', op: '=' }, 'value', "Missing required field: 'filters[0].value'.", 'required'],
    [
      { filterName: 'plays', op: '=', value: '5' },
      'value',
      "'plays' takes a number, received string.",
      'invalid_type',
    ],
    [
      { filterName: 'plays', op: '=', value: null },
      'value',
      "'plays' takes a number, received null.",
      'invalid_type',
    ],
    [
      { filterName: 'isAd', op: '=', value: 1 },
      'value',
      "'isAd' takes a boolean, received number.",
      'invalid_type',
    ],
    [
      { filterName: 'country', op: '=', value: ['NZL'] },
      'value',
      "'country' takes a string, received array.",
      'invalid_type',
    ],
    [
      { filterName: 'country', op: 'in', value: 'NZL' },
      'value',
      "'country' takes with 'in' an array of strings, received string.",
      'invalid_type',
    ],
    [{ filterName: 'country', op: 'in', value: [] }, 'value', 'At least 1 value is required.', 'too_small'],
    [
      { filterName: 'country', op: 'in', value: Array.from({ length: 101 }, () => 'NZL') },
      'value',
      'Exceeded max values of 100. Must be between 1 and 100.',
      'too_big',
    ],
    [
      { filterName: 'country', op: 'in', value: ['NZL', 5] },
      'value[1]',
      "'country' takes strings, received number.",
      'invalid_type',
    ],
    [
      { filterName: 'country', op: '=', value: 'NZL', isFuzzySearch: 'yes' },
      'isFuzzySearch',
      "'filters[0].isFuzzySearch': expected boolean, received string.",
      'invalid_type',
    ],
  ])('are refused when one is %j', (filter, at, message, code) => {
    expect(one(filter).problems).toEqual([problem(`filters[0].${at}`, message, code)]);
  });

  it.each([
    [{ filterName: 'country', op: '=', value: 'x'.repeat(1001), isFuzzySearch: true }, 'value'],
    [{ filterName: 'country', op: 'in', value: ['NZL', 'x'.repeat(1001)] }, 'value[1]'],
  ])('have texts of at most 1,000 characters', (filter, at) => {
    const where = `filters[0].${at}`;
    expect(one(filter).problems).toEqual([
      problem(where, `'${where}' must have at most 1000 characters.`, 'too_big'),
    ]);
  });

  it('have texts of at most 20,000 characters together', () => {
    const filter = (length: number) => ({
      filterName: 'country',
      op: 'in',
      value: Array(10).fill('x'.repeat(length)),
    });
    expect(parse([filter(1000), filter(1000)]).problems).toEqual([]);
    expect(parse([filter(1000), filter(1000), filter(1)]).problems).toEqual([
      problem('filters', 'The texts of all filters must have at most 20000 characters.', 'too_big'),
    ]);
  });

  it('report all problems of all filters at once', () => {
    expect(
      parse([
        {},
        { filterName: 'plays', op: '>', value: 1 },
        { filterName: 'nothing', op: '~', isFuzzySearch: 1 },
        { filterName: 'country', op: 'in', value: [1, 'NZL', null] },
      ]).problems.map(({ field }) => field),
    ).toEqual([
      'filters[0].filterName',
      'filters[0].op',
      'filters[0].value',
      'filters[2].filterName',
      'filters[2].op',
      'filters[2].isFuzzySearch',
      'filters[2].value',
      'filters[3].value[0]',
      'filters[3].value[2]',
    ]);
  });

  it('report no more than a hundred problems, however many there are', () => {
    const worst = { filterName: 'country', op: 'in', value: Array.from({ length: 100 }, () => 5) };
    expect(parse(Array.from({ length: 10_000 }, () => worst)).problems).toHaveLength(100);
  });
});
