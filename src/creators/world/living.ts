import { dayMs } from '../../core/durations.ts';
import type { Account, Content } from './account.ts';

/**
 * The account on a day of the run: a pure function of the stored account and the day. Its instants count from
 * 00:00 UTC of that day, as those of the stored account count from the epoch, so records read both alike.
 * @param day whole days since the epoch of the run, negative before it
 */
export function accountOn<T extends Account>(account: T, day: number): T {
  if (day === 0) return account;
  const moved = <At extends { publishedAt: number }>(content: At): At => ({
    ...content,
    publishedAt: content.publishedAt - day * dayMs,
  });
  return {
    ...account,
    createdAt: account.createdAt - day * dayMs,
    updatedAt: account.updatedAt - day * dayMs,
    contents: (account.contents as Content[]).map(moved),
  };
}
