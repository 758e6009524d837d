import { existedOn } from '../older.ts';
import type { Account } from '../truth.ts';

/** Generation 2 lists the latest 24 posts and averages over exactly these (specification 8). */
export const recentPosts = 24;

/** Days of the weekly histories of generation 2, newest first: today and up to 52 weeks before (assumed). */
export const weeksOf = (account: Account): number[] =>
  Array.from({ length: 53 }, (_, week) => week * 7).filter((daysAgo) => existedOn(account, daysAgo));
