import { dayMs } from '../src/core/durations.ts';
import { clamp, power } from './exact.ts';
import type { Random } from './random.ts';

/** How an account gained its followers. */
export type GrowthStory = 'steady' | 'rising' | 'viral' | 'stalled' | 'fading' | 'newborn';

/** More than a year, because a record of a year ago compares with the month before it. */
const maxWeeks = 58;

/**
 * Followers at the epoch and every seven days before it, newest first.
 * @param ageWeeks whole weeks since the account was created; a young account has one entry for each, and one for now
 */
export function followerWeeks(random: Random, now: number, story: GrowthStory, ageWeeks: number): number[] {
  const entries = Math.min(maxWeeks, ageWeeks + 1);
  const pace = random.longTail(1, 0.4);
  const ease = easeOf(now);
  const burstAt = random.int(2, Math.max(3, Math.min(50, entries - 2)));
  const burst = random.longTail(0.45, 0.5);
  const result = [now];
  for (let week = 1; week < entries; week += 1) {
    const newer = result[week - 1] as number;
    const usual = weeklyRate(random, story, week, entries) * pace;
    const rate = (usual > 0 ? usual * ease : usual) + burstRate(story, week - burstAt, burst);
    result.push(Math.max(0, Math.round(newer / (1 + clamp(rate, -0.04, 3)))));
  }
  return result;
}

/** A small account grows faster, in per cent, than a large one; 30,000 followers grow at the usual pace. */
const easeOf = (followers: number): number =>
  clamp(power(Math.max(100, followers) / 30_000, -0.16), 0.3, 2.2);

function weeklyRate(random: Random, story: GrowthStory, week: number, entries: number): number {
  const wobble = random.normal();
  switch (story) {
    case 'steady':
      return 0.0055 + 0.003 * wobble;
    case 'rising':
      return 0.016 + 0.008 * wobble;
    case 'viral':
      return 0.004 + 0.003 * wobble;
    case 'stalled':
      return 0.0002 + 0.0009 * wobble;
    case 'fading':
      return -0.0025 + 0.0012 * wobble;
    case 'newborn':
      // the first weeks multiply the followers, the latest add a few
      return 0.05 + 0.6 / Math.max(1, entries - week) + 0.03 * wobble;
  }
}

/** One viral content: a week of multiplication, then a month of decreasing growth. */
function burstRate(story: GrowthStory, weeksAfterNewest: number, burst: number): number {
  if (story !== 'viral' || weeksAfterNewest > 0 || weeksAfterNewest < -4) return 0;
  return burst / (1 - weeksAfterNewest * 3 + (weeksAfterNewest === 0 ? 0 : 1));
}

/** Followers at an instant before the epoch; before the oldest entry, that entry. */
export function followersAt(weeks: readonly number[], beforeMs: number): number {
  const position = beforeMs / (7 * dayMs);
  const newer = Math.floor(position);
  const last = weeks[weeks.length - 1] as number;
  const from = weeks[newer] ?? last;
  const to = weeks[newer + 1] ?? last;
  return from + (to - from) * (position - newer);
}
