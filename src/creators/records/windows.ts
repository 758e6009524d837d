import { dayMs } from '../../core/durations.ts';
import { type Account, epochAt } from '../world/account.ts';
import { existedOn, listedOn, type Posted, type Timeline } from '../world/timeline.ts';

/** The contents and days that a record covers. */

/** Generation 2 lists the latest 24 posts and averages over exactly these (contract 8). */
export const recentPosts = 24;

/** Generation 3 blocks named `…Recent`, and the `…R20` figures of generation 2, cover the latest 20 (observed). */
export const recentItems = 20;

/** Generation 3 measures a content from the age of 4 days (observed). */
const settlingMs = 4 * dayMs;

/**
 * The contents of one kind that generation 3 measured on a day, newest first, with the figures of that day.
 */
export const measuredOn = (line: Timeline, daysAgo: number, kind: string): Posted[] =>
  listedOn(line, daysAgo).filter(
    (content) => content.kind === kind && content.publishedAt <= epochAt - daysAgo * dayMs - settlingMs,
  );

/**
 * The days of the weekly histories of generation 2, newest first: today and up to 52 weeks before (assumed:
 * v2-weeks).
 */
export const weeksOf = (account: Account): number[] =>
  Array.from({ length: 53 }, (_, week) => week * 7).filter((daysAgo) => existedOn(account, daysAgo));
