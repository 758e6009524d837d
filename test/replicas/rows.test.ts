import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Changes } from '../../src/ledger/changes.ts';
import { SharedRows } from '../../src/ledger/ledger-rows.ts';
import { sharedWindows } from '../../src/replicas/shared-windows.ts';
import { createTruncations } from '../../src/replicas/truncations.ts';
import { createRateWindows } from '../../src/service/http/rate-windows.ts';

/** The rows of one replica, whose batches are committed or undone by hand. */
function rowsOf() {
  const changes = new Changes();
  const shared = new SharedRows(changes);
  return { changes, shared, replicas: { shared, accountOf: () => 1 } };
}

const rate = { count: 3, windowMs: 1_000 };

test('a shared window admits what the window of one process admits, while time goes on', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600 }), { maxLength: 60 }), (steps) => {
      const windows = sharedWindows(rowsOf().replicas);
      const local = createRateWindows();
      let now = 1e12;
      for (const step of steps) {
        now += step;
        expect(windows.admit({ id: 'a', rate }, now)).toBe(local.admit({ id: 'a', rate }, now));
      }
      expect(windows.saved()).toEqual(local.saved());
    }),
  );
});

test('clocks that differ by less than a second never admit too many', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 100 }), fc.integer({ min: -450, max: 450 })), { maxLength: 80 }),
      (calls) => {
        const windows = sharedWindows(rowsOf().replicas);
        const admitted: number[] = [];
        let now = 1e12;
        for (const [step, skew] of calls) {
          now += step;
          if (windows.admit({ id: 'a', rate }, now + skew)) admitted.push(now);
        }
        // Seen on a right clock, the window is shorter by what two clocks may differ.
        for (const [index, at] of admitted.entries())
          expect(
            admitted.slice(index).filter((each) => each - at < rate.windowMs - 900).length,
          ).toBeLessThanOrEqual(3);
      },
    ),
  );
});

test('a batch that is undone leaves rows, counters and their listeners as they were', () => {
  const { changes, shared } = rowsOf();
  let heard = 0;
  shared.onChange(() => {
    heard += 1;
  });
  shared.set({ name: 'rule', account: null, counter: true, value: 1 });
  changes.begin();
  shared.announce();
  shared.announce();
  expect(heard).toBe(1);
  shared.set({ name: 'rule', account: null, counter: false, value: 2 });
  shared.set({ name: 'window', account: 7, counter: false, value: [] });
  shared.remove('rule');
  expect([shared.globalRows('rule'), shared.hasCounters]).toEqual([[], false]);
  changes.undo();
  shared.announce();
  expect(shared.globalRows('rule')).toMatchObject([{ value: 1 }]);
  expect([shared.hasCounters, shared.accountRows('window'), heard]).toEqual([true, [], 2]);
});

test('a replica that slept through several truncations applies all of them', () => {
  const { shared } = rowsOf();
  const heard: unknown[] = [];
  const truncations = createTruncations(shared, 'cleared');
  truncations.onTruncated((keyIds) => heard.push(keyIds));
  truncations.truncate(['a']);
  truncations.truncate(['b']);
  shared.announce();
  expect(heard).toEqual([expect.arrayContaining(['a', 'b'])]);
  expect([
    truncations.isTruncated('a', 0),
    truncations.isTruncated('a', 1),
    truncations.isTruncated('c', 0),
  ]).toEqual([true, false, false]);
  truncations.truncate();
  shared.announce();
  expect(heard.at(-1)).toBeUndefined();
  expect([truncations.applied, truncations.isTruncated('c', 2), truncations.isTruncated('c', 3)]).toEqual([
    3,
    true,
    false,
  ]);
});
