import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterName, filterOperators } from '../../../src/core/filters.ts';
import { parseSearch } from '../../../src/core/search-body.ts';
import { searchBody } from '../../../src/service/v3/search-body.ts';

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
  it('admits everything that the checks admit', () => {
    let admitted = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 20, arbitrary: body }, value),
        fc.constantFrom(0, 1),
        (given, fewest) => {
          if ('problems' in parseSearch(names, given, fewest as 0 | 1)) return;
          admitted++;
          expect(schemas[fewest]?.(given), JSON.stringify(schemas[fewest]?.errors)).toBe(true);
        },
      ),
      { numRuns: 5000, seed: 1 },
    );
    expect(admitted).toBeGreaterThan(20);
  });
});
