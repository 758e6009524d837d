import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { newcomersOf } from '../../../seed/newcomers.ts';
import { rankCurves } from '../../../seed/rank-curves.ts';
import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { rankedFigures } from '../../../src/creators/records/ranking.ts';
import { type Account, type Content, epochAt } from '../../../src/creators/world/account.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { followersOn, listedOn, timeline } from '../../../src/creators/world/timeline.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { expectCoherent } from './coherence.ts';
import { loadGenerator, worldOf } from './worlds.ts';

/** Accounts that the service finds after the epoch. */

const epochDay = (now: number): number => Math.floor((now - epochAt) / dayMs);
const base = await worldOf({ seed: 1, size: 150 });
const { newcomers } = await loadGenerator(base);

async function living(mode: 'living' | 'still' = 'living'): Promise<(day: number) => World> {
  const world = livingWorld(base, { mode, epochDay }, loadGenerator);
  await world.on(epochAt + dayMs).ready();
  return (day) => world.on(epochAt + day * dayMs);
}
const on = await living();
const find = (world: World, platform: string, id: string): Account | undefined =>
  ({ clip: world.clip, gram: world.gram, tube: world.tube })[platform as 'clip'](id);
const idsOn = (day: number) =>
  platformsByName.flatMap((platform) =>
    [...on(day).accounts(platform as 'clip')].map((account) => `${platform} ${accountId(account)}`),
  );

describe('an account that the service finds after the epoch', () => {
  test('is unknown until its day, in every way, and known from then on', () => {
    expect(newcomers.all.length).toBeGreaterThan(40);
    for (const { platform, id, handle, knownOn, niches } of newcomers.all) {
      expect(niches.length).toBeGreaterThan(0);
      for (const day of [-30, 0, knownOn - 1]) {
        expect(find(on(day), platform, id)).toBeUndefined();
        expect(on(day).has(platform, id)).toBe(false);
        expect(on(day).excerpt(platform as 'clip', id, [])).toBeUndefined();
        if (platform === 'tube') expect(on(day).tubeByHandle(handle)).toBeUndefined();
      }
      const found = find(on(knownOn), platform, id) ?? expect.fail(`${platform} ${id} on ${knownOn}`);
      expect(on(knownOn).has(platform, id)).toBe(true);
      expect(accountId(found)).toBe(id);
      expect(epochAt - found.updatedAt).toBeLessThanOrEqual(dayMs);
      if (platform === 'tube') expect(on(knownOn).tubeByHandle(handle)).toEqual(found);
      const [newest] = found.contents;
      if (!newest) continue;
      expect(on(knownOn).post(platform, newest.id)?.content).toEqual(newest);
      expect(on(knownOn - 1).post(platform, newest.id)).toBeUndefined();
    }
  });

  test('joins the accounts of its day, and only in a living world', async () => {
    for (const day of [0, 1000]) {
      const expected = newcomers.all.filter(({ platform, id }) => on(day).has(platform, id));
      const ids = new Set(idsOn(day));
      expect(expected.every(({ platform, id }) => ids.has(`${platform} ${id}`))).toBe(true);
      const known = newcomers.all.filter(({ knownOn }) => knownOn <= day).length;
      expect(expected.length).toBeLessThanOrEqual(known);
      expect(expected.length).toBeGreaterThanOrEqual(known * 0.85);
    }
    expect(idsOn(1000).length).toBe(new Set(idsOn(1000)).size);
    const still = await living('still');
    for (const { platform, id } of newcomers.all) expect(still(1500).has(platform, id)).toBe(false);
  });

  test('keeps its figures, contents, ids and texts on every later day', () => {
    for (const { platform, id, knownOn } of newcomers.all.filter((_, index) => index % 6 === 0)) {
      const figures = new Map<string, unknown>();
      const once = (what: string, value: unknown): void => {
        expect([what, figures.get(what) ?? value]).toEqual([what, value]);
        figures.set(what, value);
      };
      for (const day of [0, 1, 9, 40, 200].map((later) => knownOn + later).filter((day) => day < 1827)) {
        const account = find(on(day), platform, id);
        if (!account) continue;
        const line = timeline(account);
        for (const date of [knownOn - 400, knownOn - 20, knownOn, knownOn + 8]) {
          if (date > day || account.createdAt > epochAt + (date - day) * dayMs) continue;
          once(`followers ${date}`, followersOn(account, day - date));
          once(`listed ${date}`, listedOn(line, day - date).length);
        }
        for (const { id: contentId, publishedAt, text } of account.contents as Content[])
          once(contentId, [publishedAt + day * dayMs, text]);
        if (day === knownOn + 40) expectCoherent(account, base.brandByKey, 92);
      }
    }
  });

  test('is another one for each account, and the same in another run', async () => {
    const ids = newcomers.all.map(({ platform, id }) => `${platform} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { platform, id } of newcomers.all) expect(base.has(platform, id)).toBe(false);
    const contents = newcomers.all
      .slice(0, 90)
      .flatMap(({ platform, id, knownOn }) =>
        (find(on(knownOn), platform, id)?.contents ?? []).map((content) => `${platform} ${content.id}`),
      );
    expect(new Set(contents).size).toBe(contents.length);
    const other = await living();
    for (const { platform, id } of newcomers.all.toReversed().slice(0, 12))
      expect(JSON.stringify(find(other(1826), platform, id))).toBe(
        JSON.stringify(find(on(1826), platform, id)),
      );
  });
});

// Users compare figures with those of their last run, so none changes unseen; where they are meant to change, -u writes them.
test('newcomers keep their figures of their first day', async () => {
  const later = (await loadGenerator(await worldOf(defaultWorld))).newcomers;
  const hashes = platformsByName.map((each) => {
    const hash = createHash('sha256');
    for (const newcomer of later.all)
      if (newcomer.platform === each) hash.update(JSON.stringify([newcomer.knownOn, later.make(newcomer)]));
    return `${each} ${hash.digest('hex').slice(0, 12)}`;
  });
  expect(hashes).toMatchInlineSnapshot(`
    [
      "clip d5696ac0cf42",
      "gram 6dc7d2311f78",
      "tube 9d263b01ac12",
    ]
  `);
});

test.each([
  [40, 8],
  [2480, 496],
  [2500, 500],
  [100_000, 500],
])('of a world of %i people, %i become known in five years', async (size, people) => {
  const { all } = await newcomersOf({ ...base, info: { ...base.info, size } });
  const persons = new Set(all.map(({ number }) => Math.floor((number - 2 ** 31) / platformsByName.length)));
  expect([persons.size, Math.max(...persons)]).toEqual([people, people - 1]);
  expect(all[0]?.knownOn).toBeLessThanOrEqual(1 + 1826 / people);
});

test('of many ids those are known that a look-up finds on the day', () => {
  const stored = platformsByName.flatMap((platform) =>
    [...base.accounts(platform as 'clip')].map((account) => ({ platform, id: accountId(account) })),
  );
  for (const day of [-400, 0, 1, 1000])
    for (const platform of platformsByName) {
      const ids = [...stored, ...newcomers.all]
        .filter((each) => each.platform === platform)
        .map(({ id }) => id);
      const found = ids.filter((id) => find(on(day), platform, id));
      expect(on(day).known(platform, ['nobody.knows', ...ids, ...ids])).toEqual(new Set(found));
      expect(found.length < ids.length).toBe(true);
    }
});

test('related accounts are known on the day, and some newcomers come among them', () => {
  const named = new Set<string>();
  for (const day of [-500, 3, 1826])
    for (const platform of platformsByName)
      for (const { id, related } of [...base.accounts(platform as 'clip')]
        .filter(({ isStill }) => !isStill)
        .slice(0, 60)
        .map((account) => ({ id: accountId(account), related: account.related }))) {
        const account = find(on(day), platform, id);
        if (!account) continue;
        for (const other of account.related) expect(on(day).has(platform, other)).toBe(true);
        expect(related.filter((other) => on(day).has(platform, other))).toEqual(
          account.related.filter((other) => base.has(platform, other)),
        );
        for (const other of account.related) if (!base.has(platform, other)) named.add(`${day} ${other}`);
      }
  expect([...named].some((each) => /^(3|-500) /.test(each))).toBe(false);
  expect(named.size).toBeGreaterThan(5);
});

test('niches and topics count the newcomers of the day', () => {
  const countsOf = (world: World) =>
    platformsByName.map((platform) =>
      world.niches(platform).reduce((sum, each) => sum + each.channelCount, 0),
    );
  const more = (day: number) =>
    platformsByName.map((platform) =>
      newcomers.all
        .filter((each) => each.platform === platform && on(day).has(platform, each.id))
        .reduce((sum, { niches }) => sum + niches.length, 0),
    );
  const [atEpoch, later] = [countsOf(base), countsOf(on(900))];
  expect(countsOf(on(0))).toEqual(atEpoch);
  expect(later).toEqual(atEpoch.map((count, index) => count + (more(900)[index] ?? 0)));
  expect(later).not.toEqual(atEpoch);
  expect(on(900).topics()).not.toEqual(base.topics());
});

test('the curves that rank newcomers are those of the accounts of a world', async () => {
  const world = await worldOf(defaultWorld);
  for (const platform of platformsByName) {
    const ranked = Array.from(world.accounts(platform as 'clip'), rankedFigures);
    for (const [metric, curve] of Object.entries(rankCurves[platform])) {
      const figures = ranked.map((each) => each[metric] ?? expect.fail(metric)).sort((a, b) => a - b);
      // A curve has 21 points, and each platform some 800 accounts.
      for (const part of [0.1, 0.25, 0.5, 0.75, 0.9]) {
        const at = figures[Math.floor(part * figures.length)] ?? 0;
        const rank = (curve.findIndex((each) => each > at) - 1) / (curve.length - 1);
        expect(Math.abs(rank - part), `${platform} ${metric} ${part}: ${at}`).toBeLessThan(0.06);
      }
    }
  }
});
