import { expect, onTestFinished, test, vi } from 'vitest';
import { createEvents } from '../../src/journal/events.ts';
import type { Notice, Replicas } from '../../src/ledger/replicas.ts';
import { sharedEvents } from '../../src/replicas/shared-events.ts';

test('a listener hears each event of a peer once, and the peer writes none when nobody listens any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const table: { from: number; content: string }[] = [];
  const hearers: ((notice: Notice) => void)[] = [];
  const replica = (from: number) => {
    const local = createEvents();
    const parts = {
      onNotice: (hear: (notice: Notice) => void) => void hearers.push(hear),
      notify: async (notice: Notice) => hearers.forEach((hear, n) => void (n !== from && hear(notice))),
      events: {
        append: async (contents: readonly string[]) =>
          void table.push(...contents.map((content) => ({ from, content }))),
        last: async () => table.length,
        readSince: async (place: number) => ({
          rows: table
            .map((row, n) => ({ ...row, place: n + 1 }))
            .filter((row) => row.place > place && row.from !== from),
          place: table.length,
        }),
      },
    };
    return sharedEvents(local, parts as unknown as Replicas);
  };
  const [one, other] = [replica(0), replica(1)];
  const heard: unknown[] = [];
  const happen = async (name: string, ms: number) => {
    other.emit({ name, keyId: null, data: {} });
    await vi.advanceTimersByTimeAsync(ms);
    return heard.splice(0);
  };
  expect(await happen('before', 10_000)).toEqual([]);
  const stop = one.listen(({ name }) => heard.push(name));
  await vi.advanceTimersByTimeAsync(0);
  expect(await happen('one', 100)).toEqual(['one']);
  expect(await happen('a minute later', 60_000)).toEqual(['a minute later']);
  stop();
  expect(await happen('meanwhile', 5_200)).toEqual([]);
  const written = table.length;
  expect(await happen('after', 10_000)).toEqual([]);
  expect([written, table.length, other.heard]).toEqual([3, 3, false]);
});
