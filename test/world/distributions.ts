import { dayMs } from '../../src/core/durations.ts';
import { type Platform, platformsByName } from '../../src/core/platforms.ts';
import { ageRanges, round4 } from '../../src/core/statistics.ts';
import { clipPerformance } from '../../src/records/clip-performance.ts';
import { type Account, epochAt } from '../../src/world/account.ts';
import { followerGrowth, followersOn } from '../../src/world/timeline.ts';
import type { World } from '../../src/world/world.ts';

/** How the figures of a world spread: shares of accounts by class, each summing to about 1. */
export interface Distributions {
  /** By half a decade of followers: 10 to 32, 32 to 100, …, over 32 million. */
  followers: Record<Platform, number[]>;
  /** Clip accounts with 10,000 to 100,000 followers by average engagement rate, in steps of 1 %, the last one open. */
  engagement: number[];
  /** By the largest age group of the audience. */
  ages: number[];
  /** By growth in 30 days, in steps of 2 % from −8 % on; both ends are open. */
  growth: number[];
  /** One account with 10,000 to 100,000 followers that grows steadily: the followers gained on each of the last 60 days. */
  days: number[];
}

export const followerClasses = 14;
export const engagementClasses = 25;
export const growthClasses = 14;

export function distributionsOf(world: World): Distributions {
  const accounts = platformsByName.flatMap((platform): Account[] => [...world.accounts(platform)]);
  const medium = accounts.filter(
    (account) => account.platform === 'clip' && isBetween(followersOn(account, 0), 10_000, 100_000),
  );
  return {
    followers: Object.fromEntries(
      platformsByName.map((platform) => [
        platform,
        classesOf(
          accounts.filter((account) => account.platform === platform),
          followerClasses,
          (account) => Math.floor(Math.log10(Math.max(10, followersOn(account, 0))) * 2) - 2,
        ),
      ]),
    ) as Distributions['followers'],
    engagement: classesOf(medium, engagementClasses, (account) => Math.floor(rateOf(account) * 100)),
    ages: classesOf(
      accounts.filter(({ audience }) => audience !== null),
      ageRanges.length,
      ({ audience }) => audience?.ages.indexOf(Math.max(...audience.ages)) ?? 0,
    ),
    growth: classesOf(
      accounts.filter(({ createdAt }) => createdAt < epochAt - 30 * dayMs),
      growthClasses,
      (account) => Math.floor((followerGrowth(account, 30) + 0.08) / 0.02),
    ),
    days: stepsOf(steadyOne(medium), 60).reverse(),
  };
}

/** The followers gained on each of the latest days, newest first. */
export const stepsOf = (account: Account, days: number): number[] =>
  Array.from({ length: days }, (_, day) => followersOn(account, day) - followersOn(account, day + 1));

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value < most;

const rateOf = (account: Account): number =>
  account.platform === 'clip'
    ? clipPerformance(account).videosPerformanceRecent.engagement.avgEngagementRate
    : 0;

function steadyOne(accounts: readonly Account[]): Account {
  const found = accounts.find(
    (account) =>
      isBetween(followerGrowth(account, 90), 0.06, 0.1) &&
      isBetween(followersOn(account, 0), 30_000, 100_000),
  );
  if (!found) throw new Error('no account grows steadily');
  return found;
}

function classesOf(
  accounts: readonly Account[],
  count: number,
  classOf: (account: Account) => number,
): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const account of accounts) {
    const index = Math.max(0, Math.min(count - 1, classOf(account)));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((each) => round4(each / accounts.length));
}
