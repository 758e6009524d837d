import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOfSorted } from '../../../src/service/v3/sponsor/page.ts';

test('pages of a sorted list never overlap, and equal keys come in the order of their ids', () => {
  const item = fc.record({ id: fc.stringMatching(/^[a-z]{3}$/), key: fc.integer({ min: 0, max: 3 }) });
  fc.assert(
    fc.property(
      fc.uniqueArray(item, { selector: ({ id }) => id }),
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      (items, desc, pageSize) => {
        const walked = Array.from({ length: Math.ceil(items.length / pageSize) }, (_, n) =>
          pageOfSorted(
            items,
            { pageSize, offset: n * pageSize },
            { key: ({ key }) => key, id: ({ id }) => id, desc },
          ),
        ).flat();
        const groups = (desc ? [3, 2, 1, 0] : [0, 1, 2, 3]).map((key) =>
          items.filter((each) => each.key === key),
        );
        expect(walked).toEqual(
          groups.flatMap((group) => group.toSorted((one, other) => (one.id < other.id ? -1 : 1))),
        );
      },
    ),
  );
});
