import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { priceBook } from '../../src/core/prices.ts';
import type { JournalEntry } from '../../src/journal/entry.ts';
import { createJournal } from '../../src/journal/journal.ts';
import { Changes } from '../../src/ledger/changes.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { SharedRows } from '../../src/ledger/ledger-rows.ts';
import { sharedJournal } from '../../src/replicas/shared-journal.ts';
import { sharedNames } from '../../src/replicas/shared-names.ts';
import { type PendingTallyEvent, sharedTally } from '../../src/replicas/shared-tally.ts';
import { sharedWindows } from '../../src/replicas/shared-windows.ts';
import { createTruncations } from '../../src/replicas/truncations.ts';
import { Unwritten } from '../../src/replicas/unwritten.ts';
import { maxNamedKeys } from '../../src/report/key-names.ts';
import { createTally } from '../../src/report/tally.ts';
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

describe('requests that the database did not take', () => {
  /** What a replica would write: its requests by key, and up to three of them. */
  function unwrittenOf() {
    const { shared } = rowsOf();
    const truncations = createTruncations(shared, 'cleared');
    const entries = new Map<number, JournalEntry>();
    const unwritten = new Unwritten(3, truncations, (id) => entries.get(id));
    const record = (id: number, keyId: string) => {
      const entry = { id, keyId } as JournalEntry;
      entries.set(id, entry);
      unwritten.add(entry);
    };
    const truncate = (keyIds?: string[]) => {
      truncations.truncate(keyIds);
      shared.announce();
    };
    const taken = () => {
      const { entries: found, evicted } = unwritten.take();
      return [found.map(({ id }) => id), Object.fromEntries([...evicted].filter(([, count]) => count > 0))];
    };
    return { unwritten, record, truncate, taken, evict: (id: number) => entries.delete(id) };
  }

  it('go first when it takes them again, and count what they crowd out', () => {
    const { unwritten, record, taken, evict } = unwrittenOf();
    for (const id of [1, 2]) record(id, 'a');
    const failed = unwritten.take();
    record(3, 'b');
    unwritten.requeue(failed);
    unwritten.change(1);
    expect(taken()).toEqual([[1, 2, 3], {}]);
    expect(taken()).toEqual([[], {}]);
    unwritten.change(2);
    for (const id of [4, 5, 6, 7]) record(id, id === 4 ? 'a' : 'b');
    expect(taken()).toEqual([[5, 6, 7, 2], { a: 1 }]);
    for (const id of [8, 9]) record(id, 'a');
    evict(8);
    expect(taken()).toEqual([[9], { a: 1 }]);
  });

  it('do not come back once they are cleared', () => {
    const { unwritten, record, truncate, taken } = unwrittenOf();
    record(1, 'a');
    record(2, 'b');
    const failed = unwritten.take();
    truncate(['a']);
    record(3, 'a');
    unwritten.requeue(failed);
    expect(taken()).toEqual([[2, 3], {}]);

    for (const id of [4, 5, 6, 7]) record(id, 'b');
    const evicted = unwritten.take();
    truncate();
    unwritten.requeue(evicted);
    expect(taken()).toEqual([[], {}]);
  });

  it('keep the order in which a report counted them, and the newest have room', () => {
    const { shared } = rowsOf();
    const isFrozen = () => true;
    const local = createTally({
      ...{ on: true, generations: [], operations: [], served: [], prices: priceBook(), isFrozen },
      ...{ labelOf: () => null, about: () => ({ label: null, looksReal: false }), now: () => 0 },
    });
    const tally = sharedTally(local, {
      ...{ clock: { now: () => 5, lag: 0 }, isFrozen, maxEvents: 3 },
      truncations: createTruncations(shared, 'cleared-reports'),
    });
    const renewed = (events: readonly PendingTallyEvent[]) =>
      events.map(({ event }) => ('renewed' in event ? event.renewed : event));
    for (const account of ['one', 'two']) tally.noteRenewal(account);
    const failed = tally.take();
    tally.noteRenewal('three');
    tally.requeue(failed);
    const taken = tally.take();
    expect(renewed(taken)).toEqual(['one', 'two', 'three']);
    const instants = taken.map(({ at }) => at);
    expect(new Set(instants.toSorted((a, b) => a - b))).toEqual(new Set(instants));
    for (const account of ['four', 'five']) tally.noteRenewal(account);
    tally.requeue(taken);
    expect(renewed(tally.take())).toEqual(['three', 'four', 'five']);
    for (const account of ['1', '2', '3', '4', '5', '6']) tally.noteRenewal(account);
    expect(renewed(tally.take())).toHaveLength(6);
    for (const account of ['1', '2', '3', '4', '5', '6', '7']) tally.noteRenewal(account);
    expect(renewed(tally.take())).toEqual(['5', '6', '7']);
  });
});

test('what replicas evicted is counted for the latest 100,000 keys, and found no more', () => {
  const entry = (id: number, keyId: string) => ({ id, keyId }) as JournalEntry;
  const find = (id: number) => (id === 5 ? entry(5, 'k1') : undefined);
  const truncations = createTruncations(rowsOf().shared, 'cleared');
  const journal = sharedJournal({ ...createJournal({ maxEntries: 9 }), find }, 9, truncations);
  const put = (...entries: JournalEntry[]) =>
    journal.put(entries.map((each) => ({ truncations: 0, entry: each })));
  put(entry(6, 'k1'), entry(7, 'k1'), entry(7.5, 'k0'));
  const evicted = (n: number) => ({ key: `k${n}`, watermark: 7, count: 2, version: n, truncations: 0 });
  journal.applyWatermarks(Array.from({ length: 100_001 }, (_, n) => evicted(n)));
  expect([undefined, 'k0', 'k1'].map((key) => journal.forgotten(key))).toEqual([200_000, 0, 2]);
  expect(Array.from(journal.all(), ({ id }) => id)).toEqual([7, 7.5]);
  expect([5, 6, 7].map((id) => journal.find(id)?.keyId)).toEqual([undefined, undefined, 'k1']);
  const heard: number[] = [];
  journal.watch(({ id }) => heard.push(id));
  truncations.truncate(['k2']);
  put(entry(6.5, 'k1'), entry(8, 'k1'), entry(9, 'k2'));
  expect(heard).toEqual([8]);
});

test('a key keeps its label until it has neither label nor test', () => {
  const { shared } = rowsOf();
  const names = sharedNames({ shared } as Ledger);
  names.assignLabel('a', 'one');
  names.assignLabel('a', 'two');
  names.assignLabel('b', 'three');
  expect([names.labelOf('a'), names.testOf('a'), names.labelOf('b')]).toEqual(['two', null, 'three']);
  for (const key of ['b', 'c']) names.assignLabel(key, null);
  expect(shared.globalRows('names ').map(({ name }) => name)).toEqual(['names a']);
  expect(shared.hasCounters).toBe(false);
});

test('beyond 5,000 keys the oldest lose their names', () => {
  const { shared } = rowsOf();
  const names = sharedNames({ shared } as Ledger);
  const first = ['k0', 'k1', 'k2'];
  for (let n = 1; n < maxNamedKeys; n++) {
    const value = { number: n, label: 'label', test: null };
    shared.set({ name: `names k${n - 1}`, account: null, counter: false, value });
  }
  names.assignLabel('last', 'label');
  expect(first.map(names.labelOf)).toEqual(['label', 'label', 'label']);
  names.assignLabel('k0', 'changed');
  names.assignLabel('more', 'label');
  names.assignLabel('one more', 'label');
  expect(first.map(names.labelOf)).toEqual([null, null, 'label']);
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
  const many = Array.from({ length: 1_000 }, (_, n) => `k${n}`);
  truncations.truncate(many.slice(0, 999));
  expect(['a', 'b', 'k0'].map((keyId) => truncations.isTruncated(keyId, 0))).toEqual([false, true, true]);
  truncations.truncate(many.slice(999));
  expect(['b', 'k999'].map((keyId) => truncations.isTruncated(keyId, 0))).toEqual([false, true]);
  truncations.truncate();
  shared.announce();
  expect(heard).toEqual([expect.arrayContaining(['a', 'b']), undefined]);
  expect([truncations.applied, truncations.isTruncated('c', 4), truncations.isTruncated('c', 5)]).toEqual([
    5,
    true,
    false,
  ]);
  expect(shared.hasCounters).toBe(false);
});
