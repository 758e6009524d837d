import { dayMs } from '../../core/durations.ts';
import { type Account, epochAt } from './account.ts';
import { chance, chances } from './chance.ts';

/** The update of an account by the service, and the end of accounts and contents: pure functions of the seed. */

/** 00:00 UTC of a day of the run, on the calendar of the world. */
export const startOf = (day: number): number => epochAt + day * dayMs;

/**
 * Days between two updates: important accounts daily, none later than 12 days (observed). Others have a step of their
 * own, so that what the service finds does not come in waves.
 */
export function daysBetweenUpdates(followers: number, seed: number): number {
  if (followers > 100_000) return 1;
  return 1 + Math.floor((followers > 10_000 ? 5 : 11) * chance(seed, 'days between updates', 0));
}

const updateStepMs = ({ followerWeeks, seed }: Account): number =>
  dayMs * daysBetweenUpdates(followerWeeks[0] as number, seed);

/** The instant of the latest update that the service had made by 00:00 UTC of a day of the epoch or after it. */
export function updatedBy(account: Account, day: number): number {
  if (day <= 0) return account.updatedAt;
  const stepMs = updateStepMs(account);
  // the first update after the epoch is due a step after the stored one, and never before the epoch
  const anchorAt = Math.max(account.updatedAt, epochAt - stepMs);
  const late = chances(account.seed, 'update');
  const untilMidnightMs = (dayMs - (anchorAt % dayMs)) % dayMs;
  const number = Math.floor((startOf(day) - anchorAt) / stepMs);
  return number >= 1
    ? anchorAt + number * stepMs + Math.floor(late(number) * untilMidnightMs)
    : account.updatedAt;
}

/** The same before the epoch, where the service had seen everything that was published. */
export function updatedBefore(account: Account, day: number, newestAt: number): number {
  const endAt = startOf(day);
  if (endAt >= account.updatedAt) return account.updatedAt;
  const stepMs = updateStepMs(account);
  const early = chances(account.seed, 'update');
  const sinceMidnightMs = account.updatedAt % dayMs;
  const number = Math.ceil((account.updatedAt - endAt) / stepMs);
  const last = account.updatedAt - number * stepMs - Math.floor(early(-number) * sinceMidnightMs);
  return Math.max(account.createdAt, newestAt, last);
}

/** The instant until which the service had seen contents on a day: before the epoch all, after it those of the latest update. */
export const seenUntil = (account: Account, day: number): number =>
  day > 0 ? updatedBy(account, day) : startOf(day);

/** Whether the service knows the account on a day (assumed: living-accounts). */
export function isKnownOn(account: Pick<Account, 'seed' | 'createdAt'>, day: number): boolean {
  if (day < 0) return account.createdAt <= startOf(day) && day >= discoveredOn(account);
  return day < leavesOn(account.seed);
}

/** The service found some accounts in the last two years only. */
const discoveredShare = 0.08;
function discoveredOn({ seed }: Pick<Account, 'seed'>): number {
  const luck = chance(seed, 'discovered', 0);
  return luck < discoveredShare ? -Math.floor((730 * luck) / discoveredShare) : Number.NEGATIVE_INFINITY;
}

/** About one account in 40 disappears in a year. */
const leaveShare = 0.12;
export function leavesOn(seed: number): number {
  const luck = chance(seed, 'leaves', 0);
  return luck < leaveShare ? 1 + Math.floor((1826 * luck) / leaveShare) : Number.POSITIVE_INFINITY;
}

/** A few accounts hide their contents, small ones sooner than large ones. Channels of tube cannot. */
export function isPrivateOn(account: Account, day: number): boolean {
  if (account.platform === 'tube') return false;
  const share = (account.followerWeeks[0] as number) < 10_000 ? 0.06 : 0.01;
  const luck = chance(account.seed, 'private', 0);
  return account.isPrivate || (luck < share && day >= 1 + Math.floor((1826 * luck) / share));
}

/** One content in 50 is deleted, within 300 days of its publication. Those that were gone by the epoch never counted. */
const deletedShare = 0.02;
export function deletedAt(seed: number): (publishedAt: number) => number {
  const luck = chances(seed, 'deleted');
  return (publishedAt) => {
    const found = luck(Math.floor(publishedAt / 1000));
    if (found >= deletedShare) return Number.POSITIVE_INFINITY;
    const at = publishedAt + 3 * dayMs + Math.floor((300 * dayMs * found) / deletedShare);
    return at > epochAt ? at : Number.POSITIVE_INFINITY;
  };
}
