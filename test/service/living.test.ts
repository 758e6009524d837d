import { expect, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { livingWorld } from '../../src/creators/world/view.ts';
import { loadGenerator, worldOf } from '../creators/world/worlds.ts';
import { noon, testApp } from '../harness.ts';

/** Clients that store what they see, over a run whose clock moves. */

const base = await worldOf({ seed: 1, size: 60 });
const epochDay = (now: number): number => Math.floor(now / dayMs) - Math.floor(noon / dayMs);
const runOf = async () => {
  const world = livingWorld(base, { mode: 'living', epochDay }, loadGenerator);
  const sandbox = await testApp({}, { world });
  return {
    ...sandbox,
    goTo: (day: number) => sandbox.deps.clock.set({ mode: 'frozen', at: noon + day * dayMs }),
  };
};

const creators = platformsByName.flatMap((platform) =>
  [...base.accounts(platform)]
    .filter(({ isStill, contents }) => !isStill && contents.length > 0)
    .slice(0, 8)
    .map((account) => ({ platform, query: queryOf(platform, accountId(account)) })),
);

function queryOf(platform: string, id: string): string {
  return platform === 'tube' ? `channelId=${id}` : `uniqueId=${encodeURIComponent(id)}`;
}

interface Item {
  contentId: string;
  publishTime: number;
  views?: number;
}

/** The listed contents of a creator, whatever their lists are called. */
const itemsIn = (data: Record<string, Item[]>): Item[] => Object.values(data).flat();
const dateOf = (at: number): number => Math.floor(at / dayMs);

test('a client that stores daily snapshots never reads two figures of one date, and syncs every content once', async () => {
  const { get, goTo } = await runOf();
  const figures = new Map<string, number>();
  const once = (what: string, value: number): void => {
    expect([what, figures.get(what) ?? value]).toEqual([what, value]);
    figures.set(what, value);
  };
  const seen = new Map<string, Item>();
  const taken = new Map<string, number>();
  const newestOf = new Map<string, number>();
  for (const day of [0, 1, 2, 3, 5, 8, 13, 21, 22, 34, 55, 89, 119]) {
    goTo(day);
    const today = dateOf(noon + day * dayMs);
    for (const { platform, query } of creators) {
      const who = `${platform} ${query}`;
      const profile = await get(`/${platform}/profile?${query}`, 'demo-unlimited');
      if (profile.status === 404) continue;
      const data = profile.body['data'] as Record<string, number>;
      once(`${who} followers ${today}`, data['totalFollowers'] ?? data['totalSubscribers'] ?? -1);
      once(`${who} contents ${today}`, data['totalContents'] ?? -1);
      const history = await get(
        `/${platform}/performance-history?${query}&pastDayRange=30`,
        'demo-unlimited',
      );
      for (const each of (history.body['data'] as { histories: Record<string, number>[] }).histories) {
        const date = dateOf(each['timestamp'] ?? 0);
        once(`${who} followers ${date}`, each['totalFollowers'] ?? each['totalSubscribers'] ?? -1);
        once(`${who} contents ${date}`, each['totalContents'] ?? -1);
      }
      const detail = await get(`/${platform}/content-detail?${query}`, 'demo-unlimited');
      const items = itemsIn(detail.body['data'] as Record<string, Item[]>);
      const newest = newestOf.get(who) ?? Number.NEGATIVE_INFINITY;
      for (const item of items) {
        const before = seen.get(item.contentId) ?? item;
        expect(item.publishTime).toBe(before.publishTime);
        expect((item.views ?? 0) >= (before.views ?? 0)).toBe(true);
        seen.set(item.contentId, item);
        if (item.publishTime > newest) taken.set(item.contentId, (taken.get(item.contentId) ?? 0) + 1);
      }
      newestOf.set(who, Math.max(newest, ...items.map(({ publishTime }) => publishTime)));
    }
  }
  // every content that any list showed was taken once, and the lists moved on
  expect([...seen.keys()].filter((id) => taken.get(id) !== 1)).toEqual([]);
  expect([...seen.values()].filter(({ publishTime }) => publishTime > noon).length).toBeGreaterThan(200);
});

test('an account is unknown until the service finds it, then looked up, searched and counted', async () => {
  const { get, post, goTo } = await runOf();
  const { newcomers } = await loadGenerator(base);
  const found = newcomers.all.find(({ platform }) => platform === 'clip') ?? expect.fail();
  const profile = `/clip/profile?uniqueId=${found.id}`;
  const filters = [{ filterName: 'uniqueId', op: '=', value: found.id }];
  const read = async (day: number) => {
    goTo(day);
    const looked = await get(profile, 'demo-unlimited');
    const searched = await post('/clip/search', { filters, pageSize: 5, offset: 0 }, 'demo-unlimited');
    const niches = await get('/clip/niches', 'demo-unlimited');
    const list = Object.values(niches.body['data'] as object).flat() as {
      id: string;
      channelCount: number;
    }[];
    return {
      status: looked.status,
      body: looked.body,
      searched: searched.body['data'],
      count: list.find(({ id }) => id === found.niches[0])?.channelCount ?? expect.fail(),
    };
  };
  const before = await read(found.knownOn - 1);
  expect(before).toMatchObject({
    status: 404,
    body: { errorCode: 'NOT_FOUND' },
    searched: { totalResults: 0 },
  });
  const after = await read(found.knownOn);
  expect(after).toMatchObject({
    status: 200,
    body: { data: { uniqueId: found.id } },
    searched: { totalResults: 1, creatorList: [{ uniqueId: found.id }] },
    count: before.count + 1,
  });
  const again = await read(found.knownOn - 1);
  expect(again.status).toBe(404);
});
