import { expect, onTestFinished, test, vi } from 'vitest';
import { createEvents } from '../../src/journal/events.ts';
import type { Notice, Replicas } from '../../src/ledger/replicas.ts';
import { sharedEvents } from '../../src/replicas/shared-events.ts';

/** Replicas over one table of events, whose timers the test moves. */
function replicas(count: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const table: { from: number; content: string }[] = [];
  const notices: Notice[] = [];
  const hearers: ((notice: Notice) => void)[] = [];
  const replica = (from: number) => {
    const parts = {
      onNotice: (hear: (notice: Notice) => void) => void hearers.push(hear),
      async notify(notice: Notice) {
        notices.push(notice);
        // A notice of the next events may come before those of the first are read.
        for (const given of notice.events ? [notice, notice] : [notice])
          hearers.forEach((hear, n) => void (n !== from && hear(given)));
      },
      events: {
        // It takes a while.
        async append(contents: readonly string[]) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          table.push(...contents.map((content) => ({ from, content })));
        },
        last: async () => table.length,
        readSince: async (place: number) => ({
          rows: table
            .map((row, n) => ({ ...row, place: n + 1 }))
            .filter((row) => row.place > place && row.from !== from),
          place: table.length,
        }),
      },
    };
    return sharedEvents(createEvents(), parts as unknown as Replicas);
  };
  return {
    ...{ table, notices, all: Array.from({ length: count }, (_, from) => replica(from)) },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

const event = (name: string) => ({ name, keyId: null, data: {} });

test('a listener hears each event of a peer once, and the peer writes none when nobody listens any more', async () => {
  const { table, notices, all, pass } = replicas(2);
  const [one, other] = all as [(typeof all)[0], (typeof all)[0]];
  const heard: unknown[] = [];
  const happen = async (name: string, ms: number) => {
    other.emit(event(name));
    await pass(ms);
    return heard.splice(0);
  };
  expect(await happen('before', 10_000)).toEqual([]);
  const stop = one.listen(({ name }) => heard.push(name));
  await pass(0);
  // It writes ten times a second.
  expect(await happen('one', 99)).toEqual([]);
  expect([await happen('another', 1), one.heard, other.heard]).toEqual([[], true, true]);
  expect(await happen('during the write', 10)).toEqual(['one', 'another']);
  await pass(99);
  expect(heard.splice(0)).toEqual([]);
  await pass(1);
  expect(heard.splice(0)).toEqual(['during the write']);
  expect(await happen('a minute later', 60_000)).toEqual(['a minute later']);
  // The one says every other second that it listens, the other says that it wrote.
  const listening = notices.filter((notice) => notice.listening);
  expect([listening.length, notices.length]).toEqual([31, 34]);
  one.emit(event('own'));
  expect(heard.splice(0)).toEqual(['own']);
  stop();
  expect(await happen('meanwhile', 5_200)).toEqual([]);
  const written = table.length;
  expect(await happen('after', 10_000)).toEqual([]);
  expect([written, table.length, one.heard, other.heard]).toEqual([5, 5, false, false]);
  expect(vi.getTimerCount()).toBe(0);
});

test('several listen at once, those of one process hear its own events only, and of many the latest 1,000 come', async () => {
  const { notices, all, pass } = replicas(3);
  const [one, other, late] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  const heard: [string, string][] = [];
  one.listen(({ name }) => heard.push(['here', name]), 'here');
  await pass(10_000);
  expect(notices).toEqual([]);
  const stops = ['first', 'second'].map((who) => one.listen(({ name }) => heard.push([who, name])));
  await pass(0);
  other.emit(event('theirs'));
  await pass(10_000);
  one.emit(event('own'));
  expect(heard.splice(0)).toEqual([
    ['first', 'theirs'],
    ['second', 'theirs'],
    ['here', 'own'],
    ['first', 'own'],
    ['second', 'own'],
  ]);
  // Two that listen give one another's notice.
  expect(notices.filter((notice) => notice.listening)).toHaveLength(7);
  stops[1]?.();
  late.listen(({ name }) => heard.push(['late', name]));
  await pass(0);
  for (let n = 0; n <= 1_000; n++) other.emit(event(`${n}`));
  await pass(110);
  for (const who of ['first', 'late'])
    expect(heard.flatMap(([each, name]) => (each === who ? name : []))).toEqual(
      Array.from({ length: 1_000 }, (_, n) => `${n + 1}`),
    );
});
