import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Changes } from '../../src/ledger/changes.ts';
import { SharedRows } from '../../src/ledger/ledger-rows.ts';
import { sharedWindows } from '../../src/replicas/shared-windows.ts';
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

test('a window begins anew once the clock goes back by more than a second, and a reset of its key ends it', () => {
  const windows = sharedWindows(rowsOf().replicas);
  const admitted = (...instants: number[]) =>
    instants.map((at) => windows.admit({ id: 'a', rate: { count: 2, windowMs: 5_000 } }, at));
  expect(admitted(10_000, 10_500, 9_500, 14_999)).toEqual([true, true, false, false]);
  expect(admitted(9_499, 9_500, 9_501)).toEqual([true, true, false]);
  windows.admit({ id: 'b', rate }, 0);
  windows.clear(['a']);
  expect(windows.saved()).toEqual({ b: [0] });
  windows.restore({ a: [1, 2] });
  expect(windows.saved()).toEqual({ a: [1, 2] });
  windows.clear();
  expect([windows.saved(), windows.admit({ id: 'a', rate: null }, 5), windows.saved()]).toEqual([
    {},
    true,
    {},
  ]);
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
