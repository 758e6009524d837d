import { describe, expect, it } from 'vitest';
import type { FilterName } from '../../src/core/filters.ts';
import { parseSearch } from '../../src/core/search-body.ts';
import { jsonTypeOf } from '../../src/core/values.ts';

const names: FilterName[] = [
  { name: 'country', type: 'string', sortable: false },
  { name: 'plays', type: 'number', sortable: true },
  { name: 'likes', type: 'number', sortable: true },
];
const valid = { filters: [{ filterName: 'plays', op: '>', value: 1 }], pageSize: 10, offset: 0 };
const problemsOf = (raw: unknown) => {
  const parsed = parseSearch(names, raw);
  return 'problems' in parsed ? parsed.problems.map((problem) => Object.values(problem)) : [];
};

describe('the body of a search', () => {
  it('is parsed', () => {
    const filters = [{ name: 'plays', type: 'number', op: '>', value: 1 }];
    expect(parseSearch(names, { ...valid, sortBy: 'likes', desc: true, further: 'ignored' })).toEqual({
      search: { filters, sortBy: 'likes', desc: true, offset: 0, pageSize: 10 },
    });
    expect(parseSearch(names, { ...valid, pageSize: 100, offset: 1e15 })).toEqual({
      search: { filters, sortBy: undefined, desc: undefined, offset: 1e15, pageSize: 100 },
    });
  });

  it.each([null, undefined, [], 'text', 5, true])('must be an object, not %j', (raw) => {
    expect(problemsOf(raw)).toEqual([
      ['body', `'body': expected object, received ${jsonTypeOf(raw ?? null)}.`, 'invalid_type'],
    ]);
  });

  it.each([
    [{ pageSize: 0 }, 'pageSize', 'pageSize must be between 1 and 100.', 'too_small'],
    [{ pageSize: -5 }, 'pageSize', 'pageSize must be between 1 and 100.', 'too_small'],
    [{ pageSize: 101 }, 'pageSize', 'Exceeded max pageSize of 100. Must be between 1 and 100.', 'too_big'],
    [{ pageSize: 1.5 }, 'pageSize', "'pageSize': expected integer, received number.", 'invalid_type'],
    [{ pageSize: '10' }, 'pageSize', "'pageSize': expected integer, received string.", 'invalid_type'],
    [{ pageSize: null }, 'pageSize', "'pageSize': expected integer, received null.", 'invalid_type'],
    [{ pageSize: undefined }, 'pageSize', "Missing required field: 'pageSize'.", 'required'],
    [{ offset: -1 }, 'offset', "'offset' must be at least 0.", 'too_small'],
    [{ offset: '0' }, 'offset', "'offset': expected integer, received string.", 'invalid_type'],
    [{ offset: undefined }, 'offset', "Missing required field: 'offset'.", 'required'],
    [{ desc: 'true' }, 'desc', "'desc': expected boolean, received string.", 'invalid_type'],
    [{ desc: null }, 'desc', "'desc': expected boolean, received null.", 'invalid_type'],
    [{ sortBy: 5 }, 'sortBy', "'sortBy': expected string, received number.", 'invalid_type'],
    [{ sortBy: 'country' }, 'sortBy', "'sortBy' must be one of: plays, likes.", 'invalid_enum'],
    [{ sortBy: '' }, 'sortBy', "'sortBy' must be one of: plays, likes.", 'invalid_enum'],
  ])('is refused with %j', (change, field, message, code) => {
    expect(problemsOf({ ...valid, ...change })).toEqual([[field, message, code]]);
  });

  it('reports all problems at once', () => {
    expect(
      problemsOf({ filters: [{}], pageSize: 500, sortBy: 'x', desc: 1 }).map(([field]) => field),
    ).toEqual([
      'filters[0].filterName',
      'filters[0].op',
      'filters[0].value',
      'pageSize',
      'offset',
      'sortBy',
      'desc',
    ]);
    expect(problemsOf({}).map(([field]) => field)).toEqual(['filters', 'pageSize', 'offset']);
  });
});
