import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import type { Platform } from '../../../src/core/platforms.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { loadGenerator, worldOf } from '../../creators/world/worlds.ts';
import { noon, testApp } from '../../harness.ts';
import { identify } from '../../ledger/harness.ts';

/** Searches on days whose columns have to be made first, over a real socket. */

const stored = await worldOf({ seed: 1, size: 60 });
/** Reading an account takes a millisecond at least, so that no search of another day ends in its first slice. */
function* slowly<T>(accounts: Iterable<T>): Generator<T> {
  for (const account of accounts) {
    for (const until = performance.now() + 1; performance.now() < until; );
    yield account;
  }
}
const base: World = {
  ...stored,
  accounts: ((platform: Platform) => slowly(stored.accounts(platform))) as World['accounts'],
  sponsoredAccounts: () => slowly(stored.sponsoredAccounts()),
};
const calendar = { mode: 'living', epochDay: (now: number) => Math.floor((now - noon) / dayMs) } as const;
const { app, deps, ledger, warnings } = await testApp(
  {},
  { world: livingWorld(base, calendar, loadGenerator) },
);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const url = `http://127.0.0.1:${port}`;

let day = 0;
function moveToNewDay(): void {
  day += 1;
  deps.clock.set({ mode: 'frozen', at: noon + day * dayMs });
}

/** Holds the slices of searches. @returns how many wait, and how to let them go on */
function holdSlices(): { waiting: () => number; release: () => void } {
  const held: (() => void)[] = [];
  const { run } = deps.loopShare;
  const spy = vi
    .spyOn(deps.loopShare, 'run')
    .mockImplementation((work) => new Promise((resolve) => held.push(() => resolve(run(work)))));
  const release = (): void => {
    spy.mockRestore();
    for (const go of held.splice(0)) go();
  };
  // a test that fails lets the next one search
  onTestFinished(release);
  return { waiting: () => held.length, release };
}

/** Waits until so many searches wait. */
const untilWaiting = (waiting: () => number, count: number) =>
  vi.waitFor(() => expect(waiting()).toBe(count), { interval: 1, timeout: 120_000 });

let keys = 0;
const newKey = () => `sandbox:plan=100:mover-${++keys}`;

async function callerOf(key: string) {
  return (await identify(ledger, key, deps.clock.now())) ?? expect.fail();
}

async function balanceOf(key: string) {
  const { held, planUsed } = await ledger.balance(await callerOf(key), deps.clock.now());
  return { held, planUsed };
}

interface SearchRequest {
  path: string;
  body?: object;
  /** In thousandths; undefined for a search whose length has a price. */
  price?: number;
}

const search = { filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }], pageSize: 3, offset: 0 };
const v2Search = {
  maxResults: 3,
  offset: 0,
  desc: true,
  sortBy: 'followers',
  filters: [{ filterKey: 'followers', op: '>', value: 10 }],
};
const contentSearch = { ...search, filters: [{ filterName: 'likes', op: '>', value: 10 }] };
const description = 'clip creators with more than 10 followers';

/** Every operation that searches before its reply begins. */
const searches: Record<string, SearchRequest> = {
  'a creator search': { path: '/clip/search', body: search, price: 1000 },
  'a content search': { path: '/gram/content-search', body: contentSearch, price: 2000 },
  'a search of generation 2': { path: '/v2/clipAdvancedSearch', body: v2Search, price: 1000 },
  'a search of brands': { path: '/sponsor/search', body: { ...search, filters: [] }, price: 2000 },
  'the list of brands': { path: '/sponsor/list?pageSize=2', price: 1000 },
};

/** Its columns are made while its stream is open. */
const inWords: SearchRequest = { path: '/nls', body: { description } };

/** A second key header would keep a GET from its cached route. */
const headerOf = (path: string): string => (path.startsWith('/v2/') ? 'apiId' : 'api-key');

const ask = ({ path, body }: SearchRequest, key: string) =>
  fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { [headerOf(path)]: key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sends a request, and leaves when `isTime` has resolved. */
async function leave({ path, body }: SearchRequest, key: string, isTime: () => Promise<void>): Promise<void> {
  const text = body ? JSON.stringify(body) : '';
  const head = {
    host: 'x',
    [headerOf(path)]: key,
    ...(body && { 'content-type': 'application/json', 'content-length': String(text.length) }),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  await isTime();
  socket.destroy();
  await once(socket, 'close');
}

describe.each(Object.entries(searches))('%s on another day', (_, request) => {
  it('waits for its columns without holding credits, and is charged once', async () => {
    const key = newKey();
    // a GET is answered by its cached route from now on
    const before = await ask(request, key);
    expect(before.status).toBe(200);
    const shown = await before.text();
    const { planUsed } = await balanceOf(key);
    expect(planUsed).toBe(request.price);
    const { waiting, release } = holdSlices();
    moveToNewDay();
    const replies = [ask(request, key), ask(request, key)];
    await untilWaiting(waiting, 2);
    expect(await balanceOf(key)).toEqual({ held: 0, planUsed });
    release();
    for (const reply of await Promise.all(replies)) {
      expect(reply.status).toBe(200);
      expect(await reply.text()).not.toBe(shown);
    }
    expect(await balanceOf(key)).toEqual({ held: 0, planUsed: 3 * planUsed });
  });

  it('charges nothing when its client leaves while it waits', async () => {
    const key = newKey();
    await (await ask(request, key)).text();
    const before = await balanceOf(key);
    const { waiting, release } = holdSlices();
    moveToNewDay();
    await leave(request, key, () => untilWaiting(waiting, 1));
    release();
    const caller = await callerOf(key);
    const entries = () => [...deps.journal.all(caller.id)];
    await expect.poll(() => entries().length).toBe(2);
    expect(entries().at(-1)).toMatchObject({
      errorCode: request.path.startsWith('/v2/') ? 'ServerError' : 'SERVICE_UNAVAILABLE',
      credits: 0,
      notes: expect.arrayContaining(['The client left while its search was under way.']),
    });
    expect(await balanceOf(key)).toEqual(before);
    expect((await ask(request, key)).status).toBe(200);
  });
});

describe('a search in words on another day', () => {
  it('waits with its price held, and is charged once', async () => {
    const key = newKey();
    const shown = await (await ask(inWords, key)).text();
    const { planUsed } = await balanceOf(key);
    const { waiting, release } = holdSlices();
    moveToNewDay();
    const replies = [ask(inWords, key), ask(inWords, key)];
    await untilWaiting(waiting, 2);
    expect(await balanceOf(key)).toEqual({ held: 2 * planUsed, planUsed });
    release();
    for (const reply of await Promise.all(replies)) expect(await reply.text()).not.toBe(shown);
    expect(await balanceOf(key)).toEqual({ held: 0, planUsed: 3 * planUsed });
  });

  it('charges nothing when its client leaves while it waits', async () => {
    const key = newKey();
    await (await ask(inWords, key)).text();
    const before = await balanceOf(key);
    const { waiting, release } = holdSlices();
    moveToNewDay();
    await leave(inWords, key, () => untilWaiting(waiting, 1));
    release();
    await expect.poll(() => balanceOf(key)).toEqual(before);
    // to its end: what is still searched would wait in the next test
    const again = await ask(inWords, key);
    expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('event: result')]);
  });
});

it('is refused like any other search when the credits went meanwhile', async () => {
  const key = 'sandbox:plan=2:mover-short';
  const request = searches['a content search'] ?? expect.fail();
  const { waiting: held, release } = holdSlices();
  moveToNewDay();
  const waiting = ask(request, key);
  await untilWaiting(held, 1);
  expect((await ask({ path: '/clip/profile?uniqueId=sample.creator' }, key)).status).toBe(200);
  release();
  expect((await waiting).status).toBe(402);
  expect(await balanceOf(key)).toEqual({ held: 0, planUsed: 2000 });
});

it('a mistake in a search does not wait', async () => {
  const { waiting, release } = holdSlices();
  moveToNewDay();
  const reply = await ask({ path: '/clip/search', body: { ...search, pageSize: 0 } }, newKey());
  expect(reply.status).toBe(400);
  expect(waiting()).toBe(0);
  release();
});

it('a subtitle track that was downloaded is unknown again on a day before its video', async () => {
  const [before, after] = [noon, noon + 200 * dayMs];
  await deps.world.on(after).ready();
  const isNew = (id: string) => !deps.world.on(before).post('tube', id);
  const [video] = [...deps.world.on(after).accounts('tube')]
    .flatMap(({ contents }) => contents.filter(({ id, subtitles }) => subtitles.length > 0 && isNew(id)))
    .sort((one, other) => one.lengthSec - other.lengthSec);
  const path = `/tube/subtitles/download?videoId=${video?.id}&vssId=${video?.subtitles[0]}`;
  const statuses = [];
  for (const at of [after, before, after]) {
    deps.clock.set({ mode: 'frozen', at });
    const reply = await ask({ path }, newKey());
    await reply.text();
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([200, 404, 200]);
});

it('nothing of this is logged', () => {
  expect(warnings).toEqual([]);
});
