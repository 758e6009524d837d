import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createBoundedQueue } from '../../src/core/bounded-queue.ts';

/** A queue whose items are ids. */
function queueOf(limits: { max: number; maxPerOwner: number }) {
  const queue = createBoundedQueue<string>(limits);
  const idAt: number[] = [];
  const ids = (slots: Iterable<number>) => [...slots].map((slot) => idAt[slot]);
  return {
    add(id: number, owner: string) {
      idAt[queue.add(owner)] = id;
    },
    all: () => ids(queue.all()),
    of: (owner: string) => ids(queue.of(owner)),
    clear: queue.clear,
    size: () => queue.size,
    evicted: queue.evicted,
  };
}

describe('a bounded queue', () => {
  it('has the newest items, up to the limit per owner and in all', () => {
    const queue = queueOf({ max: 5, maxPerOwner: 3 });
    for (let id = 1; id <= 4; id++) queue.add(id, 'a');
    expect(queue.all()).toEqual([2, 3, 4]);
    for (let id = 5; id <= 7; id++) queue.add(id, 'b');
    expect(queue.all()).toEqual([3, 4, 5, 6, 7]);
    expect([queue.of('a'), queue.of('b'), queue.of('c')]).toEqual([[3, 4], [5, 6, 7], []]);
    expect([queue.size(), queue.evicted(), queue.evicted('a'), queue.evicted('b')]).toEqual([5, 2, 2, 0]);
  });

  it('counts the evictions of an owner, even when no item is left, until it is cleared', () => {
    const queue = queueOf({ max: 3, maxPerOwner: 2 });
    for (let id = 1; id <= 4; id++) queue.add(id, 'a');
    for (let id = 5; id <= 8; id++) queue.add(id, id % 2 ? 'b' : 'c');
    expect([queue.of('a'), queue.evicted('a')]).toEqual([[], 4]);
    for (let id = 9; id <= 11; id++) queue.add(id, 'a');
    expect([queue.of('a'), queue.evicted('a')]).toEqual([[10, 11], 5]);
    queue.clear('a');
    expect([queue.evicted('a'), queue.evicted('b')]).toEqual([0, 2]);
    queue.clear();
    expect([queue.evicted(), queue.evicted('b')]).toEqual([0, 0]);
  });

  it('counts the evictions of the latest 100,000 owners', () => {
    const queue = queueOf({ max: 1, maxPerOwner: 1 });
    for (let id = 0; id <= 100_001; id++) queue.add(id, `owner-${id}`);
    expect(['owner-0', 'owner-1', 'owner-100000'].map(queue.evicted)).toEqual([0, 1, 1]);
  });

  it('evicts items of an owner who adds many before those of others', () => {
    const queue = queueOf({ max: 100, maxPerOwner: 10 });
    for (let id = 0; id < 10; id++) queue.add(id, 'quiet');
    for (let id = 10; id < 5_000; id++) queue.add(id, 'loud');
    expect(queue.of('quiet')).toHaveLength(10);
    expect(queue.size()).toBe(20);
  });

  it('stays empty when its limit is 0', () => {
    const queue = queueOf({ max: 0, maxPerOwner: 3 });
    queue.add(1, 'a');
    expect([queue.size(), queue.all()]).toEqual([0, []]);
  });

  test('agrees with a plain list after any additions and clearings', () => {
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'c', 'd').map((owner) => ({ add: owner })) },
      { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'e').map((owner) => ({ clear: owner })) },
      { weight: 1, arbitrary: fc.constant({ clear: undefined }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = queueOf({ max: 12, maxPerOwner: 5 });
        let list: { id: number; owner: string }[] = [];
        for (const [id, each] of steps.entries()) {
          if ('add' in each) {
            queue.add(id, each.add);
            list.push({ id, owner: each.add });
            const own = list.filter(({ owner }) => owner === each.add);
            if (own.length > 5) list = list.filter((one) => one !== own[0]);
            if (list.length > 12) list.shift();
          } else {
            const before = list.length;
            list = each.clear === undefined ? [] : list.filter(({ owner }) => owner !== each.clear);
            expect(queue.clear(each.clear)).toBe(before - list.length);
          }
          expect(queue.all()).toEqual(list.map(({ id }) => id));
          expect(queue.size()).toBe(list.length);
        }
        for (const owner of 'abcd')
          expect(queue.of(owner)).toEqual(list.flatMap((one) => (one.owner === owner ? [one.id] : [])));
      }),
    );
  });
});
