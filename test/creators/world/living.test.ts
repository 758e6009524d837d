import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { type Account, type Content, epochAt } from '../../../src/creators/world/account.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import {
  contentCount,
  followersOn,
  followingOn,
  listedOn,
  timeline,
  totalOn,
} from '../../../src/creators/world/timeline.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { expectCoherent } from './coherence.ts';
import { loadWriter, worldOf } from './worlds.ts';

const epochDay = (now: number): number => Math.floor((now - epochAt) / dayMs);
const base = await worldOf({ seed: 1, size: 60 });

async function livingOn(days: readonly number[]): Promise<(day: number) => World> {
  const world = livingWorld(base, { mode: 'living', epochDay }, loadWriter);
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

describe('an account on any day of the run', () => {
  test('every date has one figure, whatever day is today', () => {
    for (const { platform, id } of living) {
      const found = new Map<string, number>();
      const once = (what: string, value: number): void => {
        expect([`${platform} ${id} ${what}`, found.get(what) ?? value]).toEqual([
          `${platform} ${id} ${what}`,
          value,
        ]);
        found.set(what, value);
      };
      for (const { day, account } of history(platform, id)) {
        const line = timeline(account);
        for (const date of [-400, -31, -8, 0, 1, 11, 30, 59]) {
          if (date > day || absolute(account, account.createdAt) > epochAt + date * dayMs) continue;
          once(`followers ${date}`, followersOn(account, day - date));
          once(`following ${date}`, followingOn(account, day - date));
          once(`likes ${date}`, totalOn(line, day - date, 'likes'));
          const listed = listedOn(line, day - date);
          once(`listed ${date}`, listed.length);
          for (const { publishedAt, views } of listed)
            once(`views ${date} of ${absolute(account, publishedAt)}`, views);
        }
        once(`followers ${day}`, followersOn(account, 0));
        once(`count ${day}`, contentCount(account));
        once(`views ${day}`, totalOn(line, 0, 'views'));
      }
    }
  });

  test('lists what its histories count, and its contents keep their ids, instants and texts', () => {
    for (const { platform, id } of living) {
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
    for (const { platform, id } of living) {
      let updatedAt = Number.NEGATIVE_INFINITY;
      for (const { day, account } of history(platform, id)) {
        expect(epochAt - account.updatedAt).toBeLessThan(day === 0 ? 12 * dayMs : 11.5 * dayMs);
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
