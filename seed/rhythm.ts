import { dayMs, hourMs } from '../src/core/durations.ts';
import { minListed } from '../src/creators/world/account.ts';
import { clamp } from './exact.ts';
import type { Random } from './random.ts';

/** When an account posted, and how many contents came before the listed ones. */
export interface Rhythm {
  /** Newest first, strictly descending, all before the epoch. */
  publishedAt: number[];
  /** The number of contents before the listed ones. */
  earlierCount: number;
  everyMs: number;
}

export interface RhythmTraits {
  epochAt: number;
  createdAt: number;
  /** The service has seen no content that is newer. */
  seenAt: number;
  everyDays: number;
  silentDays: number;
  /** Hours by which the place is ahead of UTC. */
  utc: number;
  /** How many contents an active account lists. */
  listed: number;
}

/** An account posts nothing on its first day. */
const setUpMs = dayMs;

export function rhythmOf(random: Random, traits: RhythmTraits): Rhythm {
  const { epochAt, createdAt, everyDays, seenAt, silentDays, utc } = traits;
  const everyMs = Math.round(everyDays * dayMs);
  const favouriteHour = random.int(8, 21);
  const firstAt = createdAt + setUpMs;
  const publishedAt: number[] = [];
  const listed = Math.max(minListed, traits.listed);
  let at = Math.min(seenAt, epochAt - silentDays * dayMs) - newestGap(random, everyMs);
  while (at > firstAt && publishedAt.length < listed) {
    publishedAt.push(at);
    at = atTypicalHour(
      random,
      at - Math.round(everyMs * pauseFactor(random)),
      at - 30 * 60_000,
      utc,
      favouriteHour,
    );
  }
  const oldestAt = publishedAt[publishedAt.length - 1] ?? createdAt;
  const earlierMs = publishedAt.length < listed ? 0 : oldestAt - firstAt;
  return { publishedAt, earlierCount: Math.max(0, Math.floor(earlierMs / everyMs) - 1), everyMs };
}

/** Hours for daily posters, up to five days for rare ones. */
const newestGap = (random: Random, everyMs: number): number =>
  Math.round(hourMs / 2 + random.unit() * clamp(everyMs * 0.8, 6 * hourMs, 5 * dayMs));

/** Pauses vary: two posts in a day, then none for a while. */
const pauseFactor = (random: Random): number => clamp(random.longTail(0.88, 0.55), 0.08, 4);

/** Most posts are at the usual hour of the person. */
function atTypicalHour(random: Random, at: number, latest: number, utc: number, hour: number): number {
  if (random.chance(0.3)) return Math.min(at, latest);
  const localMidnight = Math.floor((at + utc * hourMs) / dayMs) * dayMs - utc * hourMs;
  const typicalAt = localMidnight + hour * hourMs + random.int(-50 * 60_000, 100 * 60_000);
  return Math.min(typicalAt, latest - random.int(0, 90 * 60_000));
}
