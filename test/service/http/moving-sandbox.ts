import { expect } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { type Platform, platformsByName } from '../../../src/core/platforms.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import { loadGenerator, worldOf } from '../../creators/world/worlds.ts';
import { noon, testApp } from '../../harness.ts';

type Data = Record<string, unknown>;

const idName = { clip: 'uniqueId', gram: 'uniqueId', tube: 'channelId' };
const followerName = { clip: 'totalFollowers', gram: 'totalFollowers', tube: 'totalSubscribers' };
const v2Record = { clip: 'basicClip', gram: 'basicGram', tube: 'basicTube' };
const v2FollowerName = { clip: 'followers', gram: 'followers', tube: 'subscribers' };

/**
 * A sandbox whose clock moves to other days, over its socket. `compareOn` looks every account up and searches in both
 * generations, all on one day, and expects the searches to find exactly what the look-ups show.
 */
export async function openMovingSandbox() {
  const world = await worldOf({ seed: 1, size: 60 });
  const calendar = { mode: 'living', epochDay: (now: number) => Math.floor((now - noon) / dayMs) } as const;
  const { app, deps } = await testApp({}, { world: livingWorld(world, calendar, loadGenerator) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const { newcomers } = await loadGenerator(world);
  const ids = Object.fromEntries(
    platformsByName.map((platform) => [
      platform,
      [
        ...[...world.accounts(platform)].map(accountId),
        ...newcomers.all.filter((each) => each.platform === platform).map(({ id }) => id),
      ],
    ]),
  ) as Record<Platform, string[]>;

  return {
    indexes: deps.indexes,
    /** @returns how many results were compared */
    async compareOn(day: number, random: () => number): Promise<number> {
      deps.clock.set({ mode: 'frozen', at: noon + day * dayMs });
      let compared = 0;
      for (const platform of platformsByName) {
        const looked = await lookUpAll(platform);
        compared += await compareCreators(platform, looked.creators, random);
        compared += await compareContents(platform, looked.contents, random);
      }
      return compared;
    },
  };

  async function ask(path: string, body?: object): Promise<{ status: number; reply: Data }> {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        [path.startsWith('/v2/') ? 'apiId' : 'api-key']: 'demo-unlimited',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, reply: (await reply.json()) as Data };
  }

  async function dataOf<T>(path: string, body?: object): Promise<T> {
    const { status, reply } = await ask(path, body);
    expect(status, `${path} ${JSON.stringify(body)}: ${JSON.stringify(reply)}`).toBe(200);
    return reply['data'] as T;
  }

  async function lookUpAll(platform: Platform): Promise<Looked> {
    const looked: Looked = { creators: [], contents: [] };
    for (const id of ids[platform]) {
      const query = `?${idName[platform]}=${encodeURIComponent(id)}`;
      const { status, reply } = await ask(`/${platform}/profile${query}`);
      // accounts disappear and become known
      if (status === 404) continue;
      const details = await dataOf<Record<string, LookedContent[]>>(`/${platform}/content-detail${query}`);
      const basic = await dataOf<Record<string, Record<string, number>>>(
        `/v2/${platform}Basic?${platform}Id=${encodeURIComponent(id)}`,
      );
      looked.creators.push({
        id,
        followers: (reply['data'] as Data)[followerName[platform]] as number,
        v2Followers: basic[v2Record[platform]]?.[v2FollowerName[platform]] ?? expect.fail('no followers'),
      });
      looked.contents.push(...Object.values(details).flat());
    }
    return looked;
  }

  async function compareCreators(platform: Platform, looked: LookedCreator[], random: () => number) {
    const least = pick(looked, random).followers;
    const above = looked.filter(({ followers }) => followers > least);
    const filters = [{ filterName: followerName[platform], op: '>', value: least }];
    const found = await allPages(`/${platform}/search`, filters, 'creatorList');
    expect(
      found.map((creator) => creator[idName[platform]]).sort(),
      `${platform} creators with more than ${least} followers`,
    ).toEqual(above.map(({ id }) => id).sort());

    const name = v2FollowerName[platform];
    const v2Above = looked.filter(({ v2Followers }) => v2Followers > least);
    const v2Found = await dataOf<string[]>(`/v2/${platform}AdvancedSearch`, {
      maxResults: 200,
      offset: 0,
      desc: true,
      sortBy: name,
      filters: [{ filterKey: name, op: '>', value: least }],
    });
    expect(v2Found.toSorted(), `generation 2: ${platform} creators with more than ${least}`).toEqual(
      v2Above.map(({ id }) => id).sort(),
    );
    return above.length + v2Above.length;
  }

  async function compareContents(platform: Platform, looked: LookedContent[], random: () => number) {
    const { likes } = pick(looked, random);
    const days = Math.floor(random() * 60);
    const now = deps.clock.now();
    const expected = looked.filter(
      (content) => content.likes > likes && now - content.publishTime < days * dayMs,
    );
    const filters = [
      { filterName: 'likes', op: '>', value: likes },
      { filterName: 'publishTime', op: '<', value: days },
    ];
    const found = await allPages(`/${platform}/content-search`, filters, 'contentList');
    expect(
      found.map(({ contentId }) => contentId).sort(),
      `${platform} contents of ${days} days with more than ${likes} likes`,
    ).toEqual(expected.map(({ contentId }) => contentId).sort());
    return expected.length;
  }

  async function allPages(path: string, filters: object[], list: string): Promise<Data[]> {
    const rows: Data[] = [];
    for (let offset = 0; ; offset += 100) {
      const page = await dataOf<Data>(path, { filters, offset, pageSize: 100 });
      rows.push(...(page[list] as Data[]));
      if (!page['hasNextPage']) return rows;
    }
  }
}

interface LookedCreator {
  id: string;
  followers: number;
  v2Followers: number;
}

interface LookedContent {
  contentId: string;
  likes: number;
  publishTime: number;
}

interface Looked {
  creators: LookedCreator[];
  contents: LookedContent[];
}

const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)] ?? expect.fail('nothing was found');
