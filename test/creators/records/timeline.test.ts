import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { contentCount, earlierContents, followersOn } from '../../../src/creators/world/timeline.ts';
import { clipAccount } from '../../seed/hand-written.ts';

const day = fc.integer({ min: 0, max: 420 });

describe('earlier contents', () => {
  test('are as many as the account states, newest first, after its creation and before its oldest listed content', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 20 }),
        (seed, count, days) => {
          const run = {
            kind: 'video',
            count,
            everyMs: days * dayMs,
            lengthSec: 20,
            views: 900,
            likes: 90,
            comments: 9,
            shares: 0,
          };
          const account = clipAccount({ seed, older: [run, { ...run, kind: 'other', count: 50 }] });
          const older = [...earlierContents(account)];
          expect(older).toHaveLength(count + 50);
          const oldestListed = account.contents.at(-1)?.publishedAt ?? 0;
          let before = oldestListed;
          for (const content of older) {
            expect(content.publishedAt).toBeLessThanOrEqual(before);
            expect(content.publishedAt).toBeGreaterThanOrEqual(account.createdAt);
            expect(content.likes).toBeLessThanOrEqual(content.views);
            before = content.publishedAt;
          }
          expect(contentCount(account)).toBe(30 + older.length);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are the same every time and differ from seed to seed', () => {
    const [first] = earlierContents(clipAccount());
    expect(first).toEqual(earlierContents(clipAccount()).next().value);
    expect(first).not.toEqual(earlierContents(clipAccount({ seed: 8 })).next().value);
  });

  test('vary around the typical figure, with a long tail', () => {
    const views = [...earlierContents(clipAccount())].map((content) => content.views).sort((a, b) => a - b);
    expect(views[150]).toBeGreaterThan(3500);
    expect(views[150]).toBeLessThan(6500);
    expect(views[299]).toBeGreaterThan(15_000);
  });
});

describe('an earlier day', () => {
  const weeks = fc.array(fc.nat(50_000_000), { minLength: 1, maxLength: 20 });

  test('has the stored followers at the ends of a week, and does not change between equal weeks', () => {
    fc.assert(
      fc.property(weeks, fc.nat(), (followerWeeks, seed) => {
        const weekly = clipAccount({ followerWeeks, seed });
        for (const [week, followers] of followerWeeks.entries())
          expect(followersOn(weekly, week * 7)).toBe(followers);
        const even = clipAccount({ followerWeeks: followerWeeks.map(() => 700), seed });
        for (let daysAgo = 0; daysAgo < 150; daysAgo++) expect(followersOn(even, daysAgo)).toBe(700);
      }),
    );
  });

  test('has whole followers, none below zero, at most half a week away from an even gain', () => {
    fc.assert(
      fc.property(weeks, fc.nat(), day, (followerWeeks, seed, daysAgo) => {
        const followers = followersOn(clipAccount({ followerWeeks, seed }), daysAgo);
        const newer = followerWeeks[Math.floor(daysAgo / 7)] ?? followerWeeks.at(-1) ?? 0;
        const older = followerWeeks[Math.floor(daysAgo / 7) + 1] ?? newer;
        const even = (newer * (7 - (daysAgo % 7)) + older * (daysAgo % 7)) / 7;
        expect(Number.isInteger(followers) && followers >= 0).toBe(true);
        expect(Math.abs(followers - even)).toBeLessThanOrEqual(
          Math.abs(newer - older) / 2 + 0.18 * Math.sqrt(newer) + 1,
        );
      }),
    );
  });
});
