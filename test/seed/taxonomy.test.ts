import { describe, expect, it } from 'vitest';
import { isCurrent } from '../../seed/build.ts';
import { nichesOf, topicsOf } from '../../seed/taxonomy.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { verifyWorld } from '../../src/creators/world/verify.ts';
import { openWorld } from '../../src/creators/world/world.ts';
import { createSandbox } from '../../src/library/index.ts';
import { worldFile } from '../creators/world/worlds.ts';

const settings = { seed: 1, size: 60 };
const full = await worldFile({ ...settings, taxonomy: 'full' });

describe('a full taxonomy', () => {
  it('has 40,000 niches on clip and gram, 1,000 in each of 16 categories on tube, and some 470 topics', () => {
    expect(nichesOf('clip', 'full')).toHaveLength(40_000);
    expect(nichesOf('gram', 'full')).toEqual(nichesOf('clip', 'full'));
    const categories = Map.groupBy(nichesOf('tube', 'full'), ({ category }) => category);
    expect([...categories.values()].map((niches) => niches.length)).toEqual(Array(16).fill(1000));
    expect(topicsOf('full').length).toBeGreaterThan(450);
    expect(topicsOf('full').length).toBeLessThan(490);
    for (const list of [nichesOf('clip', 'full'), nichesOf('tube', 'full'), topicsOf('full')])
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });

  it('has one name in several categories of tube, with an id in each', () => {
    for (const list of [nichesOf('tube', 'full'), topicsOf('full')]) {
      const shared = [...Map.groupBy(list, ({ name }) => name).values()].filter(({ length }) => length > 1);
      expect(shared.length).toBeGreaterThan(2);
      for (const same of shared) expect(new Set(same.map(({ category }) => category)).size).toBe(same.length);
    }
    expect(nichesOf('tube', 'full').filter(({ name }) => name === 'Easy Vlogs')).toHaveLength(16);
  });

  it('gives every generated account narrow niches, and changes nothing else of the world', async () => {
    expect(await verifyWorld(full)).toEqual([]);
    const [world, small] = [openWorld(full), openWorld(await worldFile(settings))];
    for (const platform of ['clip', 'gram', 'tube'] as const)
      for (const usual of small.accounts(platform as 'clip')) {
        const account = world[platform](accountId(usual)) ?? expect.fail();
        expect({ ...account, niches: usual.niches }).toEqual(usual);
        expect(account.niches.slice(0, usual.niches.length)).toEqual(usual.niches);
      }
    const counted = world.niches('clip');
    const members = [...world.accounts('clip')].flatMap(({ niches }) => niches).length;
    expect(counted.reduce((sum, { channelCount }) => sum + channelCount, 0)).toBe(members);
    expect(members).toBeGreaterThan(5 * world.info.counts.clip);
    // Its niches and who has them; where they are meant to change, -u writes it.
    expect(world.info.hash).toMatchInlineSnapshot(
      `"b145c0e55e767ac7525a20a0bb6a9cbd5173008f9a973c40080f43713d4a9eaf"`,
    );
    for (const each of [world, small]) each.close();
  });

  it('is another world than the small one of its seed and size', async () => {
    const small = await worldFile(settings);
    for (const taxonomy of ['small', 'full'] as const)
      expect([small, full].map((file) => isCurrent(file, { ...settings, taxonomy }))).toEqual([
        taxonomy === 'small',
        taxonomy === 'full',
      ]);
  });

  it('is what the sandbox lists, in megabytes, and what it searches by', async () => {
    const sandbox = await createSandbox({
      ...settings,
      taxonomy: 'full',
      logLevel: 'silent',
      clock: '2026-01-01T12:00:00Z',
    });
    try {
      const ask = async (path: string, body?: object) => {
        const reply = await fetch(sandbox.url + path, {
          method: body ? 'POST' : 'GET',
          headers: { 'api-key': 'sandbox:plan=1000:taxonomy', 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await reply.text();
        return { bytes: text.length, data: (JSON.parse(text) as { data: unknown }).data };
      };
      const { bytes, data } = await ask('/clip/niches');
      expect(bytes).toBeGreaterThan(2_000_000);
      expect(bytes).toBeLessThan(4_300_000);
      expect(data).toHaveLength(40_000);

      const searched = (data as { id: string; name: string; channelCount: number }[]).find(
        ({ name, channelCount }) => name === 'Easy Recipes' && channelCount > 0,
      );
      const found = (await ask('/clip/search', {
        filters: [{ filterName: 'niches', op: 'in', value: [searched?.id] }],
        pageSize: 50,
        offset: 0,
        sortBy: 'totalFollowers',
        desc: true,
      })) as { data: { totalResults: number; creatorList: unknown[] } };
      expect(found.data.creatorList).toHaveLength(searched?.channelCount ?? -1);
    } finally {
      await sandbox.close();
    }
  });
});
