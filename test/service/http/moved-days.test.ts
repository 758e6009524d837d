import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import { loadGenerator, worldOf } from '../../creators/world/worlds.ts';
import { noon, testApp } from '../../harness.ts';
import { identify } from '../../ledger/harness.ts';

/** Searches on days whose index has to be made first, over a real socket. */

const base = await worldOf({ seed: 1, size: 60 });
const calendar = { mode: 'living', epochDay: (now: number) => Math.floor((now - noon) / dayMs) } as const;
const { app, deps, ledger, warnings } = await testApp(
  {},
  { world: livingWorld(base, calendar, loadGenerator) },
);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const url = `http://127.0.0.1:${port}`;

let day = 0;
/** @returns whether the index of that day is being made, or was */
function moveToNewDay(): () => void {
  day += 1;
  deps.clock.set({ mode: 'frozen', at: noon + day * dayMs });
  const { begun } = deps.indexes.counts();
  return () => expect(deps.indexes.counts().begun).toBe(begun + 1);
}

/** Holds what threads are asked for. @returns how to pass it on */
function holdThread(): () => void {
  const held: (() => void)[] = [];
  const { postMessage } = Worker.prototype;
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    ...message
  ) {
    held.push(() => postMessage.apply(this, message));
  });
  return () => {
    spy.mockRestore();
    for (const pass of held) pass();
  };
}

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

/** Its index is made while its stream is open. */
const inWords: SearchRequest = { path: '/nls', body: { description } };

/** A second key header would keep a GET from its cached route. */
const headerOf = (path: string): string => (path.startsWith('/v2/') ? 'apiId' : 'api-key');

const ask = ({ path, body }: SearchRequest, key: string) =>
  fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { [headerOf(path)]: key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sends a request, and leaves when `isTime` does not throw. */
async function leave({ path, body }: SearchRequest, key: string, isTime: () => void): Promise<void> {
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
  await vi.waitFor(isTime, { interval: 1 });
  socket.destroy();
}

describe.each(Object.entries(searches))('%s on another day', (_, request) => {
  it('waits for its index without holding credits, and is charged once', async () => {
    const key = newKey();
    // a GET is answered by its cached route from now on
    const before = await ask(request, key);
    expect(before.status).toBe(200);
    const shown = await before.text();
    const { planUsed } = await balanceOf(key);
    expect(planUsed).toBe(request.price);
    const release = holdThread();
    const isMade = moveToNewDay();
    const replies = [ask(request, key), ask(request, key)];
    await vi.waitFor(isMade, { interval: 1 });
    expect(await balanceOf(key)).toEqual({ held: 0, planUsed });
    release();
    for (const reply of await Promise.all(replies)) {
      expect(reply.status).toBe(200);
      expect(await reply.text()).not.toBe(shown);
    }
    expect(await balanceOf(key)).toEqual({ held: 0, planUsed: 3 * planUsed });
    // both waited for one index
    isMade();
    expect(deps.indexes.counts().running).toBe(1);
  });

  it('charges nothing when its client leaves while it waits', async () => {
    const key = newKey();
    await (await ask(request, key)).text();
    const before = await balanceOf(key);
    const release = holdThread();
    const isMade = moveToNewDay();
    await leave(request, key, isMade);
    const caller = await callerOf(key);
    const entries = () => [...deps.journal.all(caller.id)];
    await expect.poll(() => entries().length).toBe(2);
    expect(entries().at(-1)).toMatchObject({
      errorCode: request.path.startsWith('/v2/') ? 'ServerError' : 'SERVICE_UNAVAILABLE',
      credits: 0,
      notes: expect.arrayContaining(['The client left while its search waited for the index of the day.']),
    });
    expect(await balanceOf(key)).toEqual(before);
    release();
    // the index is made nevertheless, and serves the next search
    expect((await ask(request, key)).status).toBe(200);
    isMade();
  });
});

describe('a search in words on another day', () => {
  it('waits for its index with its price held, and is charged once', async () => {
    const key = newKey();
    const shown = await (await ask(inWords, key)).text();
    const { planUsed } = await balanceOf(key);
    const release = holdThread();
    const isMade = moveToNewDay();
    const replies = [ask(inWords, key), ask(inWords, key)];
    await vi.waitFor(isMade, { interval: 1 });
    expect(await balanceOf(key)).toEqual({ held: 2 * planUsed, planUsed });
    release();
    for (const reply of await Promise.all(replies)) expect(await reply.text()).not.toBe(shown);
    expect(await balanceOf(key)).toEqual({ held: 0, planUsed: 3 * planUsed });
    isMade();
  });

  it('charges nothing when its client leaves while it waits', async () => {
    const key = newKey();
    await (await ask(inWords, key)).text();
    const before = await balanceOf(key);
    const release = holdThread();
    const isMade = moveToNewDay();
    await leave(inWords, key, isMade);
    await expect.poll(() => balanceOf(key)).toEqual(before);
    release();
    expect((await ask(inWords, key)).status).toBe(200);
    isMade();
  });
});

it('is refused like any other search when the credits went meanwhile', async () => {
  const key = 'sandbox:plan=2:mover-short';
  const request = searches['a content search'] ?? expect.fail();
  const release = holdThread();
  const isMade = moveToNewDay();
  const waiting = ask(request, key);
  await vi.waitFor(isMade, { interval: 1 });
  expect((await ask({ path: '/clip/profile?uniqueId=sample.creator' }, key)).status).toBe(200);
  release();
  expect((await waiting).status).toBe(402);
  expect(await balanceOf(key)).toEqual({ held: 0, planUsed: 2000 });
});

it('a mistake in a search does not wait', async () => {
  const { begun } = deps.indexes.counts();
  day += 1;
  deps.clock.set({ mode: 'frozen', at: noon + day * dayMs });
  const reply = await ask({ path: '/clip/search', body: { ...search, pageSize: 0 } }, newKey());
  expect(reply.status).toBe(400);
  expect(deps.indexes.counts().begun).toBe(begun);
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
