import { dayMs } from '../../core/durations.ts';
import { followerLine } from '../../creators/world/followers.ts';

/** Followers by day, whole days since the day of the recording: 0 and below. */
export type KnownFollowers = ReadonlyMap<number, number>;

const maxWeeks = 60;

/**
 * The stored weeks of a creator: the recorded ones, and around them the course of an invented account.
 * @param course followers of the invented account, week by week, newest first
 */
export function weeksAround(known: KnownFollowers, course: readonly number[], ageMs: number): number[] {
  const points = [...known].sort(([a], [b]) => b - a);
  const count = Math.min(maxWeeks, Math.floor(ageMs / (7 * dayMs)) + 1);
  const courseOn = (day: number): number => {
    const week = -day / 7;
    const at = Math.min(course.length - 1, Math.floor(week));
    const [newer, older = newer] = course.slice(at) as [number, ...number[]];
    return newer + (older - newer) * (week - at);
  };
  return Array.from({ length: count }, (_, week) => {
    const day = -7 * week;
    const exact = known.get(day);
    if (exact !== undefined) return exact;
    const after = points.findLast(([each]) => each > day);
    const before = points.find(([each]) => each < day);
    if (!after) return Math.round(courseOn(day));
    const [newerDay, newer] = after;
    if (before) {
      const [olderDay, older] = before;
      return Math.round(newer + (older - newer) * ((newerDay - day) / (newerDay - olderDay)));
    }
    const base = courseOn(newerDay);
    return base > 0 ? Math.round((newer * courseOn(day)) / base) : newer;
  });
}

/** The recorded days that the line of these weeks does not give. */
export function daysBeside(
  known: KnownFollowers,
  line: { seed: number; createdAt: number; followerWeeks: number[] },
): Record<string, number> {
  const followersOn = followerLine(line);
  return Object.fromEntries(
    [...known].flatMap(([day, followers]) =>
      followersOn(day) === followers ? [] : [[String(day), followers]],
    ),
  );
}
