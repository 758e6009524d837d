import { dayMs } from '../../core/durations.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, Content, Found, GramAccount, Life, TubeAccount } from './account.ts';
import { categoriesOf } from './categories.ts';
import { chances } from './chance.ts';
import { contentIdOf } from './content-ids.ts';
import { type FollowerLine, followerLine, followingBy } from './followers.ts';
import { isKnownOn, isPrivateOn, leavesOn, startOf, updatedBefore, updatedBy } from './lifetime.ts';
import { accountId } from './rows.ts';
import { type Schedule, scheduleOf } from './schedule.ts';
import { type ContentPlace, earlierContents, listedOn, type Posted, timeline } from './timeline.ts';

/** A content that is not stored, without its texts and figures. */
export interface BareContent {
  id: string;
  kind: string;
  /** Counts from the epoch. */
  publishedAt: number;
  lengthSec: number;
  /** A stored content of the account that it resembles. */
  like: Content;
}

/** Writes the texts of contents that are not stored, in the words of the account. */
export interface ContentWriter {
  /**
   * The contents of a period by their place in it, with figures of 0: a pure function of the account and the period.
   * @param bareAt the content at a place; the texts of a place follow those before it
   */
  period(
    account: Account,
    period: string,
    bareAt: (place: number) => BareContent,
  ): (place: number) => Content;
}

/** The parts of a world that the account of another day needs. */
export interface LivingContext {
  writer: ContentWriter;
  /** The number of the account in its world, which the ids of its contents hold. */
  numberOf(account: Account): number;
  /** Accounts that documents and examples name never disappear. */
  stays(account: Pick<Fated, 'platform' | 'id'>): boolean;
}

/**
 * The account on a day of the run: a pure function of the stored account and the day. Its instants count from
 * 00:00 UTC of that day, as those of the stored account count from the epoch, so records read both alike.
 * @param day whole days since the epoch of the run, negative before it
 * @param positions the listed contents to make, by position; all when absent
 * @returns undefined when the service does not know the account on that day
 */
export function accountOn<T extends Account>(
  account: T,
  day: number,
  context: LivingContext,
  positions?: readonly number[],
): T | undefined {
  if (account.found) return foundOn(account, account.found, day, context, positions);
  if (account.isStill) return picked(account, positions);
  if (!isThereOn(fatedBy(account), day, context)) return undefined;
  return agedBy(account, day, context, positions);
}

/** An account that no world stores: its first day is its epoch. */
function foundOn<T extends Account>(
  account: T,
  found: Found,
  day: number,
  context: LivingContext,
  positions: readonly number[] | undefined,
): T | undefined {
  const sinceFound = day - found.knownOn;
  return sinceFound === 0 ? picked(account, positions) : agedBy(account, sinceFound, context, positions);
}

/** @param day whole days since the epoch of the account */
function agedBy<T extends Account>(
  account: T,
  day: number,
  context: LivingContext,
  positions: readonly number[] | undefined,
): T {
  const followers = followerLine(account);
  const life: Life = { stored: account, day, followers };
  const movedMs = day * dayMs;
  let weeks: number[] | undefined;
  const aged = {
    ...account,
    life,
    contents: [] as Content[],
    createdAt: account.createdAt - movedMs,
    updatedAt: updatedBy(account, day) - movedMs,
    following: followingBy(account, day),
    // few records read them
    get followerWeeks() {
      weeks ??= weeksOn(account, followers, day);
      return weeks;
    },
  } as T;
  if (isPrivateOn(account, day)) (aged as GramAccount).isPrivate = true;
  if (positions?.length === 0) return aged;
  const listed = listedOn(timeline(aged), 0);
  if (day < 0) aged.updatedAt = updatedBefore(account, day, listed[0]?.origin?.publishedAt ?? 0) - movedMs;
  const make = contentMaker(account, followers, context);
  const chosen = positions ? positions.flatMap((n) => listed[n] ?? []) : listed;
  aged.contents = chosen.map(make) as T['contents'];
  if (aged.platform === 'tube' && !positions) {
    const channel: TubeAccount = aged;
    channel.categories = categoriesOf(channel.contents);
  }
  return aged;
}

const picked = <T extends Account>(account: T, positions: readonly number[] | undefined): T =>
  positions
    ? { ...account, contents: positions.flatMap((n) => (account.contents as Content[])[n] ?? []) }
    : account;

/** Whether an account that no world stores is known on a day of the run. */
export const isFoundOn = ({ knownOn, seed }: Found, day: number): boolean =>
  day >= knownOn && day - knownOn < leavesOn(seed);

/** The parts of a stored account that decide when it is known. */
export interface Fated {
  readonly platform: Platform;
  readonly id: string;
  readonly seed: number;
  readonly createdAt: number;
  readonly isStill: boolean;
}

export const fatedBy = (account: Account): Fated => ({
  platform: account.platform,
  id: accountId(account),
  seed: account.seed,
  createdAt: account.createdAt,
  isStill: account.isStill === true,
});

/** Whether a stored account is known on a day, without making it. */
export const isThereOn = (account: Fated, day: number, { stays }: LivingContext): boolean =>
  account.isStill || stays(account) || isKnownOn(account, day);

/** The followers of that day and every seven days before it, for as long as the account exists, of at most 53 weeks. */
function weeksOn({ createdAt }: Account, followers: FollowerLine, day: number): number[] {
  const weeks = [followers(day)];
  for (let week = 1; week < 53 && createdAt <= startOf(day - 7 * week); week++)
    weeks.push(followers(day - 7 * week));
  return weeks;
}

/** Contents of one period that are made together, before the epoch. */
const perEarlierPeriod = 32;

/** Makes the contents of a line whole: a stored one as it is stored, another one by the writer. */
function contentMaker(
  account: Account,
  followers: FollowerLine,
  { writer, numberOf }: LivingContext,
): (posted: Posted) => Content {
  const { platform, seed } = account;
  const stored = account.contents as readonly Content[];
  const schedule = scheduleOf(account, followers) as Schedule;
  const choice = chances(seed, 'earlier like');
  const periods = new Map<string, (place: number) => Content>();
  const number = numberOf(account);
  const idOf = (n: number, publishedAt: number): string => contentIdOf(platform, number, n, publishedAt);

  const later = (n: number): Content => {
    const { perPeriod } = schedule;
    const period = Math.floor(n / perPeriod);
    const bareAt = (place: number): BareContent => {
      const slot = schedule.at(period * perPeriod + place);
      const { publishedAt, like } = slot;
      return {
        id: idOf(slot.n, publishedAt),
        kind: like.kind,
        publishedAt,
        lengthSec: schedule.lengthSec(slot),
        like,
      };
    };
    return written(`later ${period}`, bareAt)(n % perPeriod);
  };
  const earlier = lazyList(earlierContents(account));
  const before = (index: number): Content => {
    const block = Math.floor(index / perEarlierPeriod);
    const bareAt = (place: number): BareContent => {
      const at = block * perEarlierPeriod + place;
      const { kind, publishedAt, lengthSec } = earlier(at);
      const same = stored.filter((content) => content.kind === kind);
      const like = (same[Math.floor(choice(at) * same.length)] ?? stored[0]) as Content;
      return { id: idOf(-1 - at, publishedAt), kind, publishedAt, lengthSec, like };
    };
    return written(`earlier ${block}`, bareAt)(index % perEarlierPeriod);
  };
  const written = (name: string, bareAt: (place: number) => BareContent) => {
    const period = periods.get(name) ?? writer.period(account, name, bareAt);
    periods.set(name, period);
    return period;
  };
  const wholeAt = (place: ContentPlace): Content => {
    if (place.from === 'stored') return stored[place.index] as Content;
    return place.from === 'later' ? later(place.n) : before(place.index);
  };
  return ({ place, origin, publishedAt, views, likes, comments, shares: shared }) => {
    const whole = wholeAt(place as ContentPlace);
    const content = { ...whole, publishedAt, views, likes, comments, origin } as Content;
    if ('shares' in content) content.shares = shared;
    return content;
  };
}

/** The items of a generator by position, each computed once. */
function lazyList<T>(items: Generator<T, void>): (index: number) => T {
  const known: T[] = [];
  return (index) => {
    while (known.length <= index) {
      known.push(items.next().value as T);
    }
    return known[index] as T;
  };
}
