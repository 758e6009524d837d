import { expect, it } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { median } from '../../../src/core/statistics.ts';
import { type Account, epochAt } from '../../../src/creators/world/account.ts';
import { followerLine } from '../../../src/creators/world/followers.ts';
import { seenUntil, updatedBy } from '../../../src/creators/world/lifetime.ts';
import { scheduleOf } from '../../../src/creators/world/schedule.ts';
import { worldOf } from './worlds.ts';

const world = await worldOf(defaultWorld);
const living = platformsByName
  .flatMap((platform): Account[] => [...world.accounts(platform)])
  .filter(({ isStill }) => isStill !== true)
  .map((account) => ({ account, schedule: scheduleOf(account, followerLine(account)) }));
const days = Array.from({ length: 60 }, (_, index) => index + 1);

/** Every day is near the usual one: weekdays differ a little, as creators like some more. */
function expectEven(counts: readonly number[]): void {
  const usual = median(counts);
  expect(usual).toBeGreaterThan(100);
  for (const [index, count] of counts.entries())
    expect([index + 1, count / usual > 0.7, count / usual < 1.35]).toEqual([index + 1, true, true]);
}

it.each([...platformsByName])(
  'on %s as many new contents are seen on every day after the epoch',
  (platform) => {
    const here = living.filter(({ account }) => account.platform === platform);
    // on the epoch itself nothing is seen but what is stored
    const seen = (day: number): number =>
      day === 0
        ? 0
        : here.reduce(
            (sum, { account, schedule }) => sum + (schedule?.countUntil(seenUntil(account, day)) ?? 0),
            0,
          );
    expectEven(days.map((day) => seen(day) - seen(day - 1)));
  },
);

it('as many contents are published on every day after the first one', () => {
  const published = (day: number): number =>
    living.reduce((sum, { schedule }) => sum + (schedule?.countUntil(epochAt + day * dayMs) ?? 0), 0);
  expectEven(days.map((day) => published(day + 1) - published(day)));
});

it('as many accounts are updated on every day', () => {
  const isUpdated = ({ account }: (typeof living)[number], day: number): boolean =>
    updatedBy(account, day) !== updatedBy(account, day - 1);
  expectEven(days.map((day) => living.filter((each) => isUpdated(each, day)).length));
});

it('no content that was seen by the epoch comes again: the first ones follow the last update', () => {
  for (const { account, schedule } of living)
    if (schedule) expect(schedule.at(0).publishedAt).toBeGreaterThan(account.updatedAt);
});
