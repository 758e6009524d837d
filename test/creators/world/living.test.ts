import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { median } from '../../../src/core/statistics.ts';
import { type Account, type Content, epochAt } from '../../../src/creators/world/account.ts';
import { followerLine } from '../../../src/creators/world/followers.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { contentCount, followersOn, listedOn, timeline } from '../../../src/creators/world/timeline.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { expectCoherent } from './coherence.ts';
import { loadGenerator, worldOf } from './worlds.ts';

const epochDay = (now: number): number => Math.floor((now - epochAt) / dayMs);
const base = await worldOf({ seed: 1, size: 60 });

async function livingOn(days: readonly number[]): Promise<(day: number) => World> {
  const world = livingWorld(base, { mode: 'living', epochDay }, loadGenerator);
  await world.on(epochAt + (days.find((day) => day !== 0) ?? 1) * dayMs).ready();
  return (day) => world.on(epochAt + day * dayMs);
}

const days = [-700, -365, -30, -7, 0, 1, 2, 12, 30, 31, 119, 365, 1826];
const on = await livingOn(days);
const accounts = platformsByName.flatMap((platform) =>
  [...base.accounts(platform)].map((account) => ({ platform, id: accountId(account), stored: account })),
);
const find = (world: World, platform: string, id: string): Account | undefined =>
  ({ clip: world.clip, gram: world.gram, tube: world.tube })[platform as 'clip'](id);
/** The instants of a view, on the calendar of the base. */
const absolute = (account: Account, at: number): number => at + (account.life?.day ?? 0) * dayMs;

/** An account on the days on which it is known. */
const history = (platform: string, id: string): { day: number; account: Account }[] =>
  days.flatMap((day) => {
    const account = find(on(day), platform, id);
    return account ? [{ day, account }] : [];
  });
const living = accounts.filter(({ stored }) => !stored.isStill);
/** A third of each platform. */
const some = living.filter((_, n) => n % 3 === 0);

describe('an account on any day of the run', () => {
  test('lists what its histories count, and its contents keep their ids, instants and texts', () => {
    for (const { platform, id } of some) {
      const seen = new Map<string, { at: number; text: string; views: number; day: number }>();
      for (const { day, account } of history(platform, id)) {
        const listed = listedOn(timeline(account), 0);
        expect(account.contents.map(({ views, publishedAt }) => ({ views, publishedAt }))).toEqual(
          listed.map(({ views, publishedAt }) => ({ views, publishedAt })),
        );
        const ids = account.contents.map((content) => content.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(contentCount(account)).toBeGreaterThanOrEqual(ids.length);
        for (const content of account.contents as Content[]) {
          const now = {
            at: absolute(account, content.publishedAt),
            text: content.text,
            views: content.views,
            day,
          };
          const before = seen.get(content.id) ?? now;
          expect({ at: now.at, text: now.text }).toEqual({ at: before.at, text: before.text });
          expect(now.views >= before.views).toBe(true);
          expect(content.kind === 'image' || content.likes <= content.views).toBe(true);
          expect(content.publishedAt < epochAt && content.publishedAt >= account.createdAt).toBe(true);
          seen.set(content.id, now);
        }
        const newest = account.contents[0];
        const post = newest && on(day).post(account.platform, newest.id);
        expect(post?.content).toEqual(newest);
        expect(post && accountId(post.account)).toBe(newest && id);
      }
    }
  });

  test('was updated within twelve days, after all that it lists, and never earlier than before', () => {
    for (const { platform, id } of some) {
      let updatedAt = Number.NEGATIVE_INFINITY;
      for (const { account } of history(platform, id)) {
        const maxDays = (find(base, platform, id)?.followerWeeks[0] ?? 0) > 100_000 ? 1 : 11;
        expect(epochAt - account.updatedAt).toBeLessThanOrEqual(maxDays * dayMs);
        expect(account.updatedAt).toBeLessThanOrEqual(epochAt);
        expect(account.updatedAt).toBeGreaterThanOrEqual(account.contents[0]?.publishedAt ?? 0);
        expect(absolute(account, account.updatedAt)).toBeGreaterThanOrEqual(updatedAt);
        updatedAt = absolute(account, account.updatedAt);
      }
    }
  });

  test('is the same to the byte when the clock comes back', () => {
    const json = (world: World): string =>
      JSON.stringify(living.slice(0, 40).map(({ platform, id }) => find(world, platform, id)));
    const first = days.map((day) => json(on(day)));
    expect([...days].reverse().map((day) => json(on(day)))).toEqual(first.reverse());
  });

  test.each([-400, -45, 3, 40, 400])('has records that agree with each other on day %d', (day) => {
    for (const { platform, id } of living.filter((_, index) => index % 8 === 0)) {
      const account = find(on(day), platform, id);
      if (account) expectCoherent(account, base.brandByKey, 92);
    }
  });
});

describe('a world over the years', () => {
  const at = (day: number) =>
    living.map(({ platform, id, stored }) => ({
      platform,
      id,
      stored,
      account: find(on(day), platform, id),
    }));

  test('loses a few accounts, hides a few, deletes a few contents, and knew fewer accounts before', () => {
    const [gone, hidden] = [
      at(365).filter(({ account }) => !account),
      at(1826).filter(
        ({ account, stored }) =>
          account &&
          'isPrivate' in account &&
          'isPrivate' in stored &&
          account.isPrivate &&
          !stored.isPrivate,
      ),
    ];
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.length).toBeLessThan(living.length * 0.08);
    expect(hidden.length).toBeGreaterThan(0);
    for (const { account } of hidden)
      expect([account?.contents, account && contentCount(account)]).toEqual([[], 0]);
    for (const { platform, id } of gone) expect(on(365).has(platform, id)).toBe(false);
    const deleted = at(30).filter(({ account, stored }) => {
      const ids = new Set((account?.contents as Content[] | undefined)?.map((content) => content.id));
      const oldest = account?.contents.at(-1);
      return stored.contents.some(
        (content) =>
          oldest &&
          content.publishedAt > absolute(account as Account, oldest.publishedAt) &&
          !ids.has(content.id),
      );
    });
    expect(deleted.length).toBeGreaterThan(0);
    expect(deleted.length).toBeLessThan(living.length / 4);
    for (const { stored } of at(-700).filter(({ account }) => account))
      expect(stored.createdAt).toBeLessThanOrEqual(epochAt - 700 * dayMs);
    const before = at(-365).filter(({ account }) => account).length;
    expect(before).toBeLessThan(living.length);
    expect(before).toBeGreaterThan(living.length * 0.6);
  });

  test('goes on at a believable pace', () => {
    const grown = at(1826).flatMap(({ account, stored }) =>
      account ? [followersOn(account, 0) / Math.max(1, followersOn(stored, 0))] : [],
    );
    grown.sort((a, b) => a - b);
    expect(grown.at(-1)).toBeLessThan(12);
    expect(grown[0]).toBeGreaterThan(0.2);
    const usual = grown[Math.floor(grown.length / 2)] ?? 0;
    expect(usual).toBeGreaterThan(1);
    expect(usual).toBeLessThan(2.5);
    const today = at(30).filter(
      ({ account }) => (account?.contents[0]?.publishedAt ?? 0) > epochAt - 14 * dayMs,
    );
    expect(today.length).toBeGreaterThan(living.length * 0.6);
    // New contents are received like the older ones, by the followers of their day.
    const middle = (of: Account) =>
      median(of.contents.map(({ views }) => views / (followersOn(of, 0) + 100)));
    const reached = at(365).flatMap(({ account, stored }) =>
      account?.contents.length && stored.contents.length ? [middle(account) / (middle(stored) + 1e-6)] : [],
    );
    expect(median(reached)).toBeGreaterThan(0.6);
    expect(median(reached)).toBeLessThan(1.6);
  });

  test('brings no followers to an account without any', () => {
    const line = followerLine({ seed: 1, createdAt: epochAt - 100 * dayMs, followerWeeks: [0, 0] });
    expect([-7, 0, 30].map(line)).toEqual([0, 0, 0]);
  });

  test('leaves fixtures as they are, unless they live', () => {
    for (const day of days)
      for (const { platform, id, stored } of accounts.filter((each) => each.stored.isStill))
        expect(find(on(day), platform, id)).toEqual(stored);
  });

  test('shows sponsors only where their contents are', () => {
    for (const day of [-30, 119])
      for (const { key } of [...base.brands()].slice(0, 40))
        for (const { platform, id, contentIds } of on(day).sponsored(key)) {
          const account = find(on(day), platform, id) ?? expect.fail();
          const listed = (account.contents as Content[]).filter(
            (content) => 'brands' in content && content.brands.includes(key),
          );
          expect(contentIds).toEqual(listed.map((content) => content.id));
        }
  });
});

// Users compare figures with those of their last run, so none changes unseen; where they are meant to change, -u writes them.
test('the accounts of other days keep their figures', async () => {
  const large = await worldOf(defaultWorld);
  const world = livingWorld(large, { mode: 'living', epochDay }, loadGenerator);
  await world.on(epochAt + dayMs).ready();
  const hashOf = (accounts: readonly (Account | undefined)[]): string => {
    const hash = createHash('sha256');
    for (const account of accounts) {
      const { life: _, ...shown } = account ?? {};
      hash.update(JSON.stringify(shown));
    }
    return hash.digest('hex').slice(0, 12);
  };
  const lines = [-730, -30, -1, 1, 12, 400, 1826].map((day) => {
    const view = world.on(epochAt + day * dayMs);
    const hashes = platformsByName.map((platform) => {
      const ids = [...large.accounts(platform as 'clip')].map((account) => accountId(account));
      const heads = ids.map((id) => view.excerpt(platform as 'clip', id, []));
      const whole = ids.filter((_, n) => n % 24 === 0).map((id) => find(view, platform, id));
      return `${platform} ${hashOf(heads)} ${hashOf(whole)}`;
    });
    return `${day}: ${hashes.join(', ')}`;
  });
  expect(lines).toMatchInlineSnapshot(`
    [
      "-730: clip b841bfb8c279 9ee92f74af75, gram 499be224cfaa 0c2d48ee4f1e, tube 4a7031fc4426 2c35ba5c45f0",
      "-30: clip eaed38ba1d4c 6e48914237d1, gram 53cec7b8d543 dfe552c028f5, tube 0f95736a34d9 2204472c78f5",
      "-1: clip c4a746ae6e03 d7c654766261, gram 4d2bcfc77b4a e8d54e34b048, tube a7054deda754 45346822a76f",
      "1: clip 24cebdddefe2 522fab0d64d8, gram 41878e2db93b 301a4e498c10, tube 9c6939f45701 37cf32843852",
      "12: clip ec82de5c80ab e3031bd2e931, gram ac1c67684c84 25f320e2e730, tube 4f0e1e9673ef 17a792b059ad",
      "400: clip 6ea97b9fe00a 1dca6ccb205e, gram 9ba591b3195d b4eb050ecb64, tube 18075a8ea7ef db30e70147c0",
      "1826: clip b09498eee2b1 3261bb032539, gram 8f879974dfa8 98be1596e493, tube 454db0d13552 709e036bcd64",
    ]
  `);
});
