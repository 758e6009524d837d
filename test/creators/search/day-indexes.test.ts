import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { openWorldWithFixtures } from '../../../seed/fixtures/with-fixtures.ts';
import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import type { Search } from '../../../src/core/search-body.ts';
import { inSlices } from '../../../src/core/steps.ts';
import { createTurns } from '../../../src/core/turns.ts';
import {
  createDayIndexes,
  type DayIndexes,
  type DayIndexOptions,
} from '../../../src/creators/search/day-indexes.ts';
import { createIndexThread } from '../../../src/creators/search/index-thread.ts';
import { indexesOf } from '../../../src/creators/search/indexes.ts';
import { type IndexName, indexesBeside, makeParts } from '../../../src/creators/search/make-indexes.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
import { decodePart } from '../../../src/creators/world/index-parts.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { newFolder } from '../../new-folder.ts';
import { loadGenerator, worldFile, worldOf } from '../world/worlds.ts';
import { atOnce } from './at-once.ts';

const small = { seed: 1, size: 60 };
const base = await worldOf(small);
const living = (world: World): World =>
  livingWorld(
    world,
    { mode: 'living', epochDay: (now) => Math.floor((now - epochAt) / dayMs) },
    loadGenerator,
  );
const world = living(base);
const dayOf = (day: number, of = world): World => of.on(epochAt + day * dayMs);

/** The indexes that are made together. */
const groups: IndexName[][] = [
  ...platformsByName.map((platform) => indexesBeside(`${platform} creators`)),
  ['brands'],
];
const ofTube = indexesBeside('tube creators');
const turns = createTurns();
const onFailure = (error: unknown): never => expect.fail(String(error));
const search: Search = { filters: [], sortBy: undefined, desc: undefined, offset: 0, pageSize: 50 } as never;
const moment = { now: epochAt, shiftMs: 0 };

function openDays(options: DayIndexOptions = {}, of = world) {
  const days = createDayIndexes(of, { onFailure, ...options });
  const find = (day: number, platform: 'clip' | 'gram' | 'tube' = 'clip') =>
    inSlices(days.of(dayOf(day, of)).creators(platform).find(search, moment));
  return { days, find };
}

describe('the thread', () => {
  it('makes the indexes that the file of the world has, byte for byte', async () => {
    const thread = createIndexThread(base, { turns, onFailure });
    const indexes = new Set<IndexName>();
    for (const group of groups) {
      const made = (await inSlices(thread.make({ day: 0, indexes: group }))) ?? expect.fail(group.join());
      for (const [index, name, ...part] of made) {
        indexes.add(index);
        expect(decodePart(...part), `${index} ${name}`).toEqual(base.indexPart?.(index, name));
      }
    }
    expect([...indexes]).toEqual(groups.flat());
    expect(indexes.size).toBe(10);
    expect(thread.counts()).toEqual({ started: 1, running: 1, begun: groups.length, waiting: 0 });
    await thread.close();
    expect(thread.counts().running).toBe(0);
  });

  it('makes those of a world in memory', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'creators'));
    writeFileSync(
      join(folder, 'creators', 'mine.json'),
      JSON.stringify({ clip: { handle: 'only.here', followers: 5 } }),
    );
    const merged = openWorldWithFixtures(await worldFile(small), folder);
    const thread = createIndexThread(merged, { turns, onFailure });
    const made = (await inSlices(thread.make({ day: 0, indexes: ['clip creators'] }))) ?? expect.fail();
    expect(new Map(made.map(([, name, ...part]) => [name, decodePart(...part)]))).toEqual(
      atOnce(makeParts(merged, 'clip creators')),
    );
    await thread.close();
    merged.close();
  });

  it('makes the index of brands alike, whether it read the sponsored accounts for other indexes before or not', async () => {
    const thread = createIndexThread(base, { turns, onFailure });
    const make = async (day: number, indexes: IndexName[]) =>
      (await inSlices(thread.make({ day, indexes }))) ?? expect.fail(indexes.join());
    const alone = await make(30, ['brands']);
    await make(30, indexesBeside('tube creators'));
    expect(await make(30, ['brands'])).toEqual(alone);
    await make(30, ['gram contents']);
    expect(await make(30, ['brands'])).toEqual(alone);
    const nextDay = await make(31, ['brands']);
    await make(30, ofTube);
    expect(await make(31, ['brands'])).toEqual(nextDay);
    expect(nextDay).not.toEqual(alone);
    await thread.close();
  });

  it('begins with the latest wish, and lets each be overtaken three times', async () => {
    const thread = createIndexThread(base, { turns, onFailure });
    const made: number[] = [];
    const wishes = [1, 2, 3, 4, 5, 6, 7].map(async (day) => {
      await inSlices(thread.make({ day, indexes: ofTube }));
      made.push(day);
    });
    await Promise.all(wishes);
    expect(made).toEqual([1, 7, 6, 5, 2, 3, 4]);
    expect(thread.counts()).toMatchObject({ started: 1, running: 1, begun: 7 });
    await thread.close();
  });

  it('does not begin what nobody waits for any more', async () => {
    const thread = createIndexThread(base, { turns, onFailure });
    const leaver = new AbortController();
    const first = inSlices(thread.make({ day: 1, indexes: ofTube }));
    const left = inSlices(thread.make({ day: 2, indexes: ofTube }), { signal: leaver.signal });
    await vi.waitFor(() => expect(thread.counts().waiting).toBe(1));
    leaver.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await first;
    expect(thread.counts()).toMatchObject({ begun: 1, waiting: 0 });
    await thread.close();
  });

  it('ends when it was idle for twenty seconds, and another one makes what is wanted later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const thread = createIndexThread(base, { turns, onFailure });
      const make = (day: number) => inSlices(thread.make({ day, indexes: ['brands'] }));
      const counts = () => [thread.counts().started, thread.counts().running];
      await make(0);
      vi.advanceTimersByTime(19_999);
      await make(0);
      vi.advanceTimersByTime(19_999);
      expect(counts()).toEqual([1, 1]);
      vi.advanceTimersByTime(1);
      expect(counts()).toEqual([1, 0]);
      expect(await make(0)).not.toBeUndefined();
      expect(counts()).toEqual([2, 1]);
      await thread.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives up its jobs when it is closed', async () => {
    const thread = createIndexThread(base, { turns, onFailure });
    const jobs = [1, 2].map((day) => inSlices(thread.make({ day, indexes: ofTube })));
    await vi.waitFor(() => expect(thread.counts().waiting).toBe(1));
    await thread.close();
    expect(await Promise.all(jobs)).toEqual([undefined, undefined]);
    expect(await inSlices(thread.make({ day: 3, indexes: ['brands'] }))).toBeUndefined();
  });
});

describe('the indexes of other days', () => {
  it('find what indexes find that are made in memory', async () => {
    const { days } = openDays();
    const view = dayOf(30);
    const [made, inMemory] = [days.of(view), indexesOf(view)];
    for (const platform of platformsByName) {
      for (const kind of ['creators', 'contents', 'basics'] as const)
        expect(await inSlices<unknown>(made[kind](platform).find(search, moment))).toEqual(
          atOnce<unknown>(inMemory[kind](platform).find(search, moment)),
        );
    }
    expect(await inSlices(made.brands().find(search, moment))).toEqual(
      atOnce(inMemory.brands().find(search, moment)),
    );
    expect(days.counts()).toMatchObject({ days: 1, started: 1, begun: groups.length });
    await days.close();
  });

  it('start no thread on the day of the epoch, nor before a search', async () => {
    const { days, find } = openDays();
    await find(0);
    const none = { started: 0, running: 0, begun: 0, waiting: 0 };
    expect(days.counts()).toEqual({ ...none, days: 0, bytes: 0 });
    days.of(dayOf(3));
    expect(days.counts()).toEqual({ ...none, days: 1, bytes: 65_536 });
  });

  it('are made once for searches that come together, and again only when they were let go', async () => {
    const { days, find } = openDays();
    await Promise.all([find(3), find(3), find(3)]);
    expect(days.counts()).toMatchObject({ begun: 1, days: 1, bytes: 529_234 });
    await find(3);
    await find(3, 'tube');
    expect(days.counts()).toMatchObject({ begun: 2, days: 1 });
    // the other indexes of a platform came along
    await inSlices(days.of(dayOf(3)).contents('tube').find(search, moment));
    await inSlices(
      days
        .of(dayOf(3))
        .basics('clip')
        .find({ ...search, sortBy: 'followers' }, moment),
    );
    expect(days.counts()).toMatchObject({ begun: 2, days: 1 });
    await days.close();
  });

  it('are made from the second day on only where searches used them, each with those that they did', async () => {
    const { days, find } = openDays();
    const findContents = (day: number) => inSlices(days.of(dayOf(day)).contents('clip').find(search, moment));
    await find(1);
    const first = days.counts().bytes;
    await find(2);
    expect(days.counts().bytes - first).toBeLessThan(first / 2);
    // one that comes later is made alone
    expect(await findContents(2)).toEqual(atOnce(indexesOf(dayOf(2)).contents('clip').find(search, moment)));
    expect(days.counts()).toMatchObject({ begun: 3, days: 2 });
    // and from then on with the others
    await find(3);
    await findContents(3);
    expect(days.counts()).toMatchObject({ begun: 4, days: 3 });
    // another platform has a first day of its own
    await find(3, 'tube');
    await inSlices(days.of(dayOf(3)).contents('tube').find(search, moment));
    expect(days.counts()).toMatchObject({ begun: 5, days: 3 });
    // what came along on the first day and was used is made along later
    await find(4, 'tube');
    await inSlices(days.of(dayOf(4)).contents('tube').find(search, moment));
    expect(days.counts()).toMatchObject({ begun: 6, days: 4 });
    await days.close();
  });

  it('stay within their bytes, those used last', async () => {
    const findBrands = (days: DayIndexes, day: number) =>
      inSlices(days.of(dayOf(day)).brands().find(search, moment));
    const { days: one } = openDays();
    await findBrands(one, 1);
    const { bytes } = one.counts();
    await one.close();
    const maxBytes = 3.5 * bytes;
    const { days } = openDays({ maxBytes });
    for (let day = 1; day <= 5; day++) {
      await findBrands(days, day);
      expect(days.counts().bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(days.counts()).toMatchObject({ begun: 5, days: 3 });
    await findBrands(days, 5);
    expect(days.counts().begun).toBe(5);
    await findBrands(days, 1);
    expect(days.counts().begun).toBe(6);
    await days.close();
  });

  it('of one day stay, however large they are', async () => {
    const { days, find } = openDays({ maxBytes: 1 });
    await find(1);
    await find(1);
    expect(days.counts()).toMatchObject({ days: 1, begun: 1 });
    await find(2);
    expect(days.counts()).toMatchObject({ days: 1, begun: 2 });
    await days.close();
  });

  it('are made by one thread when every search has another day', async () => {
    const { days, find } = openDays();
    const running = new Set<number>();
    await Promise.all(
      Array.from({ length: 6 }, async (_, day) => {
        await find(day + 1);
        running.add(days.counts().running);
      }),
    );
    expect([...running]).toEqual([1]);
    expect(days.counts()).toMatchObject({ started: 1, begun: 6, waiting: 0 });
    await days.close();
  });

  it('are made on the event loop when the thread is killed, and by a new thread afterwards', async () => {
    const failures: unknown[] = [];
    const { days, find } = openDays({ onFailure: (error) => failures.push(error) });
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const found = find(5);
    await vi.waitFor(() => expect(posted).toHaveBeenCalled());
    const killed = posted.mock.contexts[0] as Worker;
    await killed.terminate();
    posted.mockRestore();
    expect(await found).toEqual(atOnce(indexesOf(dayOf(5)).creators('clip').find(search, moment)));
    expect(String(failures)).toMatch(/^Error: the thread ended with code [01]$/);
    await find(6);
    expect(days.counts()).toMatchObject({ started: 2, running: 1, begun: 2, days: 2 });
    await days.close();
  });

  it('are made on the event loop when the thread cannot open the world', async () => {
    const failures: unknown[] = [];
    const gone = { ...base, source: () => join(newFolder(), 'gone.sqlite') };
    const days = createDayIndexes(gone, { onFailure: (error) => failures.push(error) });
    // the second search finds the indexes that the first one made
    for (let searches = 0; searches < 2; searches++)
      expect(await inSlices(days.of(dayOf(5)).creators('clip').find(search, moment))).toEqual(
        atOnce(indexesOf(dayOf(5)).creators('clip').find(search, moment)),
      );
    expect(failures).toHaveLength(1);
    expect(days.counts()).toMatchObject({ running: 0, begun: 1, days: 1 });
    await days.close();
  });
});
