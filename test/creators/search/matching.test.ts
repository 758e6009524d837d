import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costs, type RowCondition } from '../../../src/creators/search/column.ts';
import { findRows } from '../../../src/creators/search/matching.ts';
import { sortRows } from '../../../src/creators/search/order-of.ts';
import { atOnce } from './at-once.ts';

type Counted = RowCondition & { tested: number; read: number };

/** A condition that counts the rows that it tests; its rows are known without tests if `isKnown`. */
function condition(
  size: number,
  cost: RowCondition['cost'],
  holds: (row: number) => boolean,
  isKnown = false,
): Counted {
  const all = Uint32Array.from({ length: size }, (_, row) => row).filter(holds);
  const counted: Counted = {
    cost,
    tested: 0,
    read: 0,
    keep(rows, count) {
      counted.tested += count;
      const kept = rows.slice(0, count).filter(holds);
      rows.set(kept);
      return kept.length;
    },
  };
  const rows = (): Uint32Array => {
    counted.read += all.length;
    return all;
  };
  return isKnown ? Object.assign(counted, { known: { count: all.length, rows } }) : counted;
}

/** A search of rows whose keys descend. */
function search(size: number, conditions: readonly RowCondition[], page: object = {}) {
  const keys = Uint32Array.from({ length: size }, (_, row) => size - row);
  const place = Uint32Array.from({ length: size }, (_, row) => row);
  const sorted = { order: sortRows(keys, place), keys };
  return atOnce(
    findRows({
      ...{ size, conditions, sorted, place: () => place, desc: false, offset: 0, pageSize: 10 },
      ...page,
    }),
  );
}

describe('a search of several conditions', () => {
  it('finds the rows that meet all, whatever is known of them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.array(
          fc.record({
            cost: fc.constantFrom(...costs),
            divisor: fc.integer({ min: 1, max: 90 }),
            isKnown: fc.boolean(),
          }),
          { maxLength: 3 },
        ),
        fc.boolean(),
        fc.nat({ max: 3000 }),
        fc.integer({ min: 1, max: 50 }),
        (size, given, desc, offset, pageSize) => {
          const conditions = given.map(({ cost, divisor, isKnown }) =>
            condition(size, cost, (row) => row % divisor === 0, isKnown),
          );
          const all = Array.from({ length: size }, (_, row) => row).filter((row) =>
            given.every(({ divisor }) => row % divisor === 0),
          );
          const inOrder = desc ? all : all.toReversed();
          expect(search(size, conditions, { desc, offset, pageSize })).toEqual({
            rows: inOrder.slice(offset, offset + pageSize),
            totalResults: all.length,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tests rows by cheap conditions before expensive ones', () => {
    const size = 21_000;
    const divisors = { scan: 2, exclusion: 3, 'look-up': 5, mark: 7 };
    const conditions = costs
      .toReversed()
      .map((cost) => condition(size, cost, (row) => row % divisors[cost] === 0));
    search(size, conditions);
    expect(conditions.map(({ cost, tested }) => [cost, tested])).toEqual([
      ['scan', 200],
      ['exclusion', 600],
      ['look-up', 3000],
      ['mark', 21_000],
    ]);
  });

  it.each([
    ['of less than a quarter', 2499, 2499],
    ['of a quarter', 2500, 10_000],
  ])('tests only the rows of the rarest condition, if they are known and %s of all', (_, known, tested) => {
    const rare = condition(10_000, 'scan', (row) => row < known, true);
    const other = condition(10_000, 'mark', (row) => row < 9000, true);
    const third = condition(10_000, 'look-up', (row) => row % 3 === 0);
    expect(search(10_000, [other, third, rare]).totalResults).toBe(Math.ceil(known / 3));
    expect([other, third].map((each) => each.tested)).toEqual([tested, Math.min(tested, 9000)]);
    expect(rare.tested).toBe(tested === known ? 0 : 3000);
  });
});

describe('a page of one condition', () => {
  // A walk reads blocks of 1,024 rows in the order of results; a selection reads all that are known to match.
  it.each([
    ['a selection among few rows', 3882, 0, { tested: 0, read: 3882 }],
    ['a walk where that reads fewer rows', 3883, 0, { tested: 1024, read: 0 }],
    ['a selection for a later page', 3883, 1, { tested: 0, read: 3883 }],
  ])('is found by %s', (_, matching, offset, work) => {
    const size = 640_000;
    const only = condition(size, 'mark', (row) => row >= size - matching, true);
    expect(search(size, [only], { offset }).totalResults).toBe(matching);
    expect(only).toMatchObject(work);
  });

  it('is read from a walk of one block, if most rows match', () => {
    const only = condition(640_000, 'look-up', (row) => row % 2 === 0, true);
    expect(search(640_000, [only])).toEqual({
      rows: Array.from({ length: 10 }, (_, n) => 639_998 - 2 * n),
      totalResults: 320_000,
    });
    expect(only).toMatchObject({ tested: 1024, read: 0 });
  });
});
