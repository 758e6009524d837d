import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createKept } from '../../src/journal/kept.ts';

const item = (id: number, owner: string) => ({ id, owner });
const ids = (items: Iterable<{ id: number }>) => [...items].map(({ id }) => id);

describe('what is kept', () => {
  it('is so much of each owner, and so much in all, the newest', () => {
    const kept = createKept<{ id: number; owner: string }>({ most: 5, mostPerOwner: 3 });
    for (let id = 1; id <= 4; id++) kept.add(item(id, 'a'));
    expect(ids(kept.all())).toEqual([2, 3, 4]);
    for (let id = 5; id <= 7; id++) kept.add(item(id, 'b'));
    expect(ids(kept.all())).toEqual([3, 4, 5, 6, 7]);
    expect([ids(kept.of('a')), ids(kept.of('b')), ids(kept.of('c'))]).toEqual([[3, 4], [5, 6, 7], []]);
    expect([kept.size, kept.forgotten(), kept.forgotten('a'), kept.forgotten('b')]).toEqual([5, 2, 2, 0]);
  });

  it('tells how many of an owner it has forgotten, though none is left, until it is cleared', () => {
    const kept = createKept<{ id: number; owner: string }>({ most: 3, mostPerOwner: 2 });
    for (let id = 1; id <= 4; id++) kept.add(item(id, 'a'));
    for (let id = 5; id <= 8; id++) kept.add(item(id, id % 2 ? 'b' : 'c'));
    expect([ids(kept.of('a')), kept.forgotten('a')]).toEqual([[], 4]);
    for (let id = 9; id <= 11; id++) kept.add(item(id, 'a'));
    expect([ids(kept.of('a')), kept.forgotten('a')]).toEqual([[10, 11], 5]);
    kept.clear('a');
    expect([kept.forgotten('a'), kept.forgotten('b')]).toEqual([0, 2]);
    kept.clear();
    expect([kept.forgotten(), kept.forgotten('b')]).toEqual([0, 0]);
  });

  it('remembers no more owners than there may be, the latest', () => {
    const kept = createKept<{ id: number; owner: string }>({ most: 1, mostPerOwner: 1 });
    for (let id = 0; id <= 100_001; id++) kept.add(item(id, `owner-${id}`));
    expect(['owner-0', 'owner-1', 'owner-100000'].map(kept.forgotten)).toEqual([0, 1, 1]);
  });

  it('of an owner who adds a lot pushes out nobody else', () => {
    const kept = createKept<{ id: number; owner: string }>({ most: 100, mostPerOwner: 10 });
    for (let id = 0; id < 10; id++) kept.add(item(id, 'quiet'));
    for (let id = 10; id < 5_000; id++) kept.add(item(id, 'loud'));
    expect(ids(kept.of('quiet'))).toHaveLength(10);
    expect(kept.size).toBe(20);
  });

  it('is nothing where nothing may be kept', () => {
    const kept = createKept<{ id: number; owner: string }>({ most: 0, mostPerOwner: 3 });
    kept.add(item(1, 'a'));
    expect([kept.size, ids(kept.all())]).toEqual([0, []]);
  });

  test('is what a list that is cut would keep, whatever is added and cleared', () => {
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'c', 'd').map((owner) => ({ add: owner })) },
      { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'e').map((owner) => ({ clear: owner })) },
      { weight: 1, arbitrary: fc.constant({ clear: undefined }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const kept = createKept<{ id: number; owner: string }>({ most: 12, mostPerOwner: 5 });
        let list: { id: number; owner: string }[] = [];
        for (const [id, each] of steps.entries()) {
          if ('add' in each) {
            const added = item(id, each.add);
            kept.add(added);
            list.push(added);
            const own = list.filter(({ owner }) => owner === each.add);
            if (own.length > 5) list = list.filter((one) => one !== own[0]);
            if (list.length > 12) list.shift();
          } else {
            const before = list.length;
            list = each.clear === undefined ? [] : list.filter(({ owner }) => owner !== each.clear);
            expect(kept.clear(each.clear)).toBe(before - list.length);
          }
          expect(ids(kept.all())).toEqual(ids(list));
          expect(kept.size).toBe(list.length);
        }
        for (const owner of 'abcd')
          expect(ids(kept.of(owner))).toEqual(ids(list.filter((one) => one.owner === owner)));
      }),
    );
  });
});
