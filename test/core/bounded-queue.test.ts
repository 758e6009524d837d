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
  it('counts the evictions of the latest 100,000 owners', () => {
    const queue = queueOf({ max: 1, maxPerOwner: 1 });
    for (let id = 0; id <= 100_001; id++) queue.add(id, `owner-${id}`);
    expect(['owner-0', 'owner-1', 'owner-100000'].map(queue.evicted)).toEqual([0, 1, 1]);
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
        let evicted: string[] = [];
        let evictedOfAll = 0;
        const evict = (oldest: (typeof list)[number] | undefined) => {
          list = list.filter((one) => one !== oldest);
          evicted.push(oldest?.owner ?? '');
          evictedOfAll += 1;
        };
        for (const [id, each] of steps.entries()) {
          if ('add' in each) {
            queue.add(id, each.add);
            list.push({ id, owner: each.add });
            const own = list.filter(({ owner }) => owner === each.add);
            if (own.length > 5) evict(own[0]);
            if (list.length > 12) evict(list[0]);
          } else {
            const before = list.length;
            const stays = (owner: string) => each.clear !== undefined && owner !== each.clear;
            list = list.filter(({ owner }) => stays(owner));
            evicted = evicted.filter(stays);
            if (each.clear === undefined) evictedOfAll = 0;
            expect(queue.clear(each.clear)).toBe(before - list.length);
          }
          expect(queue.all()).toEqual(list.map(({ id }) => id));
          expect(queue.size()).toBe(list.length);
        }
        expect(queue.evicted()).toBe(evictedOfAll);
        for (const name of 'abcd') {
          expect(queue.of(name)).toEqual(list.flatMap(({ id, owner }) => (owner === name ? [id] : [])));
          expect(queue.evicted(name)).toBe(evicted.filter((owner) => owner === name).length);
        }
      }),
    );
  });
});
