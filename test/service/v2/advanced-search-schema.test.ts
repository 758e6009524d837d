import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { basicNames } from '../../../src/creators/search/basics.ts';
import { parseAdvancedSearch } from '../../../src/service/v2/advanced-search-body.ts';
import { advancedSearchBody } from '../../../src/service/v2/advanced-search-schema.ts';

const body = (changes: object = {}) => ({
  maxResults: 10,
  sortBy: 'followers',
  offset: 0,
  desc: true,
  filters: [{ filterKey: 'followers', op: '>', value: 1 }],
  ...changes,
});

const takes = (parse: () => unknown): boolean => {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
};

describe.each(['clip', 'gram', 'tube'] as const)('the documented body of a search on %s', (platform) => {
  const names = basicNames[platform];
  const sortBy = names.find(({ type }) => type === 'number')?.name;
  const fits = new Ajv({ strict: false }).compile(advancedSearchBody(names));
  const accepts = (given: unknown) => takes(() => parseAdvancedSearch(names, given));

  it('allows the combinations of key, operator and kind of value that the checks accept', () => {
    let accepted = 0;
    for (const { name } of names)
      for (const op of ['in', '>', '=', '<'])
        for (const value of [1, 0.5, 'text', true, ['one', 'two'], []]) {
          const given = body({ sortBy, filters: [{ filterKey: name, op, value }] });
          const isAccepted = accepts(given);
          if (isAccepted) accepted++;
          expect(fits(given), JSON.stringify(given)).toBe(isAccepted);
        }
    expect(accepted).toBeGreaterThan(names.length);
  });

  it.each([
    [{ maxResults: 0 }],
    [{ maxResults: 201 }],
    [{ maxResults: 1.5 }],
    [{ offset: -1 }],
    [{ desc: 'true' }],
    [{ filters: [] }],
    [{ filters: {} }],
    [{ sortBy: 'nonsense' }],
    [{ sortBy: undefined }],
    [{ filters: [{ filterKey: 'nonsense', op: '>', value: 1 }] }],
    [{ filters: [{ filterKey: 'engageRate', op: '!', value: 1 }] }],
    [{ filters: [{ filterKey: 'engageRate', op: '>', value: null }] }],
    [{ filters: [{ filterKey: 'engageRate', op: '>' }] }],
    [{ filters: Array(101).fill({ filterKey: 'engageRate', op: '>', value: 1 }) }],
    [{ filters: [{ filterKey: 'country', op: '=', value: 'x'.repeat(1001) }] }],
    [{ filters: [{ filterKey: 'country', op: 'in', value: ['x'.repeat(1001)] }] }],
    [{ filters: [{ filterKey: 'hashtags', op: '=', value: Array(101).fill('x') }] }],
  ])('forbids what the checks refuse: %j', (changes) => {
    const given = JSON.parse(JSON.stringify(body({ sortBy, ...changes }))) as unknown;
    expect([accepts(given), fits(given)]).toEqual([false, false]);
  });
});
