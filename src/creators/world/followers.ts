import { dayMs } from '../../core/durations.ts';
import { halfUp } from '../../core/statistics.ts';
import { type Account, epochAt } from './account.ts';
import { chances } from './chance.ts';

/** Followers (subscribers) at 00:00 UTC of a day, whole days since the epoch, negative before it. */
export type FollowerLine = (day: number) => number;

type Followed = Pick<Account, 'seed' | 'createdAt' | 'followerWeeks'>;

/**
 * The followers of a stored account by day. The stored weeks are exact; before them the line rises from the creation
 * of the account, and after the epoch each week is made from the one before it.
 */
export function followerLine(account: Followed): FollowerLine {
  const { seed } = account;
  const before = weeksBefore(account);
  let after: ((week: number) => number) | undefined;
  const atWeek = (week: number): number => {
    if (week >= 0) return before(week);
    after ??= weeksAfter(account);
    return after(-week);
  };
  let luck: ((index: number) => number) | undefined;
  return (day) => {
    const week = Math.floor(-day / 7);
    const days = -day - week * 7;
    const newer = atWeek(week);
    const older = atWeek(week + 1);
    if (days === 0 || newer === older) return newer;
    luck ??= chances(seed, 'followers');
    const usual = Math.abs(newer - older) / 7 + 0.05 * Math.sqrt(newer);
    const even = (newer * (7 - days) + older * days) / 7;
    return Math.max(0, halfUp(even + usual * surplus(luck, week, days)));
  };
}

/** How much more than an even part of the week's gain its latest `days` days have, in days of usual gain; 0 for a whole week. */
function surplus(luck: (index: number) => number, week: number, days: number): number {
  let [late, whole] = [0, 0];
  for (let day = 0; day < 7; day++) {
    const gained = 0.5 - luck(week * 7 + day);
    whole += gained;
    if (day < days) late += gained;
  }
  return 2 * (late - (whole * days) / 7);
}

/** An account with fewer stored weeks is younger than a year, and has none before them. */
const weeksOfYear = 53;

/** Whole weeks before the epoch → followers. */
function weeksBefore({ followerWeeks, createdAt }: Followed): (week: number) => number {
  const last = followerWeeks.length - 1;
  const oldest = followerWeeks[last] as number;
  const ageWeeks = (epochAt - createdAt) / (7 * dayMs);
  return (week) => {
    const stored = followerWeeks[week];
    if (stored !== undefined || last + 1 < weeksOfYear) return stored ?? oldest;
    const part = Math.max(0, (ageWeeks - week) / (ageWeeks - last));
    return halfUp(oldest * part * (0.5 + 0.5 * part));
  };
}

/** The pace of the latest weeks decides how an account goes on. */
const recentWeeks = 12;
/** The pace halves in this many weeks, so five years multiply no account by more than ten. */
const fadingWeeks = 26;
const maxWeeklyLoss = 0.004;

/**
 * Whole weeks after the epoch → followers: the recent pace, which fades, with the ups and downs of before and a rare
 * burst (assumed: living-growth). An account whose followers stood still goes on so.
 */
function weeksAfter({ seed, followerWeeks }: Followed): (week: number) => number {
  const made = [followerWeeks[0] as number];
  const { pace, spread } = recentPace(followerWeeks);
  const luck = chances(seed, 'later followers');
  const burst = chances(seed, 'burst');
  return (week) => {
    for (let next = made.length; next <= week; next++) {
      const before = made[next - 1] as number;
      const chance = burst(next);
      const extra = spread > 0 && chance < burstChance ? 0.02 + (0.1 * chance) / burstChance : 0;
      const rate = (pace * fadingWeeks) / (fadingWeeks + next) + spread * (2 * luck(next) - 1) + extra;
      made.push(Math.max(0, halfUp(before * (1 + rate))));
    }
    return made[week] as number;
  };
}

const burstChance = 1 / 200;

function recentPace(weeks: readonly number[]): { pace: number; spread: number } {
  const rates: number[] = [];
  for (let week = 0; week < recentWeeks; week++) {
    const [newer, older] = [weeks[week], weeks[week + 1]];
    if (newer !== undefined && older !== undefined && older > 0) rates.push(newer / older - 1);
  }
  if (rates.length === 0) return { pace: 0, spread: 0 };
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const deviation = rates.reduce((sum, rate) => sum + Math.abs(rate - mean), 0) / rates.length;
  return {
    pace: Math.max(-maxWeeklyLoss, Math.min(maxWeeklyGain(weeks[0] as number), mean)),
    spread: Math.min(maxWeeklyLoss, deviation),
  };
}

/** A large account cannot multiply for long. */
function maxWeeklyGain(followers: number): number {
  if (followers > 10_000_000) return 0.004;
  if (followers > 1_000_000) return 0.008;
  return followers > 100_000 ? 0.015 : 0.03;
}

/** Platforms let nobody follow more. */
const maxFollowing = 7500;

/**
 * Accounts followed on a day: linear from the creation of the account to the epoch, then towards half as many more
 * (assumed: following-history).
 */
export function followingBy({ following, createdAt }: Account, day: number): number {
  const ageMs = epochAt - createdAt;
  if (day === 0) return following;
  if (day < 0) return Math.max(0, halfUp((following * (ageMs + day * dayMs)) / ageMs));
  const more = halfUp(following * (1 + (0.5 * day) / (day + 730)));
  return Math.max(following, Math.min(maxFollowing, more));
}
