import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFewest } from '../../src/core/fewest.ts';

test('of many items, those alone are found without which a condition does not hold, with few questions', async () => {
  const items = Array.from({ length: 64 }, (_, n) => n);
  await fc.assert(
    fc.asyncProperty(fc.subarray(items), async (needed) => {
      let questions = 0;
      const asked = new Set<string>();
      const holds = async (some: readonly number[]) => {
        questions += 1;
        asked.add(some.toSorted((a, b) => a - b).join());
        return needed.every((item) => some.includes(item));
      };
      expect(await findFewest(items, holds)).toEqual(needed);
      // each may cost a run of all tests
      expect(asked.size).toBe(questions);
      const count = Math.max(1, needed.length);
      expect(questions).toBeLessThanOrEqual(2 * count * (Math.log2(items.length / count) + 1) + 1);
    }),
  );
});

test('where one of several items suffices, one is found', async () => {
  const found = await findFewest(
    ['a', 'b', 'c', 'd'],
    async (some) => some.includes('b') || some.includes('d'),
  );
  expect(found).toHaveLength(1);
  for (const isTrue of [true, false]) expect(await findFewest([], async () => isTrue)).toEqual([]);
});
