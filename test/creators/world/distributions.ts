import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { ageRanges, round4 } from '../../../src/core/statistics.ts';
import { clipPerformance } from '../../../src/creators/records/clip-performance.ts';
import { type Account, type ClipAccount, epochAt } from '../../../src/creators/world/account.ts';
import { followerGrowth, followersOn } from '../../../src/creators/world/timeline.ts';
import type { World } from '../../../src/creators/world/world.ts';

/** How the figures of a world spread: the part of the accounts in each class, for the picture in docs/world.md. */
export interface Distributions {
  /** By followers, in half decades from 10 on; the last class is open. */
  followers: number[];
  /** Clip accounts with 10,000 to 100,000 followers by average engagement rate, in steps of 1 %; the last one is open. */
  engagement: number[];
  /** By the largest age group of the audience. */
  ages: number[];
  /** By growth in 30 days, in steps of 2 % from −8 % on; both ends are open. */
  growth: number[];
  /** Followers gained on each of the latest 60 days by an account of medium size that grows steadily, oldest first. */
  days: number[];
}

const classes = { followers: 14, engagement: 25, growth: 14 };

export function distributionsOf(world: World): Distributions {
  const accounts = platformsByName.flatMap((platform): Account[] => [...world.accounts(platform)]);
  const medium = [...world.accounts('clip')].filter((account) =>
    isBetween(followersOn(account, 0), 10_000, 100_000),
  );
  return {
    followers: parts(
      classes.followers,
      accounts.map((account) => Math.floor(Math.log10(Math.max(10, followersOn(account, 0))) * 2) - 2),
    ),
    engagement: parts(
      classes.engagement,
      medium.map((account) => Math.floor(rateOf(account) * 100)),
    ),
    ages: parts(
      ageRanges.length,
      accounts.flatMap(({ audience }) => (audience ? audience.ages.indexOf(Math.max(...audience.ages)) : [])),
    ),
    growth: parts(
      classes.growth,
      accounts
        .filter(({ createdAt }) => createdAt < epochAt - 30 * dayMs)
        .map((account) => Math.floor((followerGrowth(account, 30) + 0.08) / 0.02)),
    ),
    days: stepsOf(steadyOf(medium), 60).reverse(),
  };
}

/** The followers gained on each of the latest days, newest first. */
export const stepsOf = (account: Account, days: number): number[] =>
  Array.from({ length: days }, (_, day) => followersOn(account, day) - followersOn(account, day + 1));

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value < most;

const rateOf = (account: ClipAccount): number =>
  clipPerformance(account).videosPerformanceRecent.engagement.avgEngagementRate;

function steadyOf(accounts: readonly Account[]): Account {
  const found = accounts.find(
    (account) =>
      isBetween(followerGrowth(account, 90), 0.06, 0.1) &&
      isBetween(followersOn(account, 0), 30_000, 100_000),
  );
  if (!found) throw new Error('no account of medium size grows steadily');
  return found;
}

/** Classes below the first one count as the first, those above the last one as the last. */
function parts(count: number, indexes: readonly number[]): number[] {
  const counts = new Array<number>(count).fill(0);
  for (const index of indexes) {
    const within = Math.max(0, Math.min(count - 1, index));
    counts[within] = (counts[within] ?? 0) + 1;
  }
  return counts.map((each) => round4(each / indexes.length));
}
