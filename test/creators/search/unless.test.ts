import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowCondition } from '../../../src/creators/search/column.ts';
import { unless } from '../../../src/creators/search/unless.ts';

const multipleOf = (divisor: number): RowCondition => ({
  keep(rows, count) {
    const matched = rows.slice(0, count).filter((row) => row % divisor === 0);
    rows.set(matched);
    return matched.length;
  },
  cost: 'look-up',
});

it('an exclusion keeps the rows that miss one of its conditions, in their order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 500 }), { maxLength: 100 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
      fc.nat({ max: 100 }),
      (rows, divisors, most) => {
        const count = Math.min(most, rows.length);
        const block = Uint32Array.from(rows);
        const matched = unless(divisors.map(multipleOf)).keep(block, count);
        expect([...block.subarray(0, matched)]).toEqual(
          rows.slice(0, count).filter((row) => divisors.some((divisor) => row % divisor !== 0)),
        );
      },
    ),
  );
});
