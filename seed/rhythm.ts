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
  const habit = habitOf(random, everyDays);
  const firstAt = createdAt + setUpMs;
  const publishedAt: number[] = [];
  const listed = Math.max(minListed, traits.listed);
  let at = Math.min(seenAt, epochAt - silentDays * dayMs) - newestGap(random, everyMs);
  while (at > firstAt && publishedAt.length < listed) {
    publishedAt.push(at);
    const before = at - Math.round(everyMs * pauseFactor(random, habit));
    at = atTypicalHour(random, onUsualDay(random, before, utc, habit), at - 30 * 60_000, utc, favouriteHour);
  }
  const oldestAt = publishedAt[publishedAt.length - 1] ?? createdAt;
  const earlierMs = publishedAt.length < listed ? 0 : oldestAt - firstAt;
  return { publishedAt, earlierCount: Math.max(0, Math.floor(earlierMs / everyMs) - 1), everyMs };
}

/** Hours for daily posters, up to five days for rare ones. */
const newestGap = (random: Random, everyMs: number): number =>
  Math.round(hourMs / 2 + random.unit() * clamp(everyMs * 0.8, 6 * hourMs, 5 * dayMs));

/** The days on which a creator likes to post, and how regularly. */
interface Habit {
  /** How willing the creator is to post on a weekday, Monday first; 1 on the favourite days. */
  days: readonly number[];
  /** Spread of the pauses. */
  unrest: number;
}

/** The share of posts on each weekday, Monday first, of 165 creators (docs/world.md). */
const usualDays = [12.5, 15, 14, 14.4, 15.5, 14.5, 14];

/** Some have fixed days, most only a leaning; daily posters have none. */
function habitOf(random: Random, everyDays: number): Habit {
  const isFixed = everyDays > 1.5 && random.chance(0.05);
  const fixed = new Set(random.shuffled(usualDays.map((_, day) => day)).slice(0, everyDays > 4 ? 1 : 2));
  const leanings = usualDays.map((share, day) =>
    isFixed ? (fixed.has(day) ? 1 : 0.15) : share * random.longTail(1, 0.18),
  );
  const most = Math.max(...leanings);
  return { days: leanings.map((leaning) => leaning / most), unrest: random.between(0.45, 1.05) };
}

/** The instant, or one of the six days before it, if the creator posts rather then. */
function onUsualDay(random: Random, at: number, utc: number, { days }: Habit): number {
  let day = at;
  for (let tries = 0; tries < 6; tries += 1) {
    // 1 January 1970 was a Thursday
    const weekday = (Math.floor((day + utc * hourMs) / dayMs) + 3) % 7;
    if (random.chance(days[weekday] as number)) break;
    day -= dayMs;
  }
  return day;
}

/** Pauses vary: two posts in a day, then none for a while. */
const pauseFactor = (random: Random, { unrest }: Habit): number =>
  clamp(random.longTail(0.9 - 0.25 * unrest, unrest), 0.05, 5);

/** Most posts are at the usual hour of the person. */
function atTypicalHour(random: Random, at: number, latest: number, utc: number, hour: number): number {
  if (random.chance(0.3)) return Math.min(at, latest);
  const localMidnight = Math.floor((at + utc * hourMs) / dayMs) * dayMs - utc * hourMs;
  const typicalAt = localMidnight + hour * hourMs + random.int(-50 * 60_000, 100 * 60_000);
  return Math.min(typicalAt, latest - random.int(0, 90 * 60_000));
}
