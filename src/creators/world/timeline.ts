import { dayMs } from '../../core/durations.ts';
import { growth, halfUp, type Interactions } from '../../core/statistics.ts';
import {
  type Account,
  type Content,
  type EarlierContents,
  epochAt,
  type Life,
  type Origin,
} from './account.ts';
import { chances } from './chance.ts';
import { deletedAt, isPrivateOn, seenUntil, startOf } from './fate.ts';
import { type FollowerLine, followerLine, followingBy } from './followers.ts';
import { halfLifeMs, scheduleOf } from './schedule.ts';

/**
 * The line of an account, computed and not stored: all its contents, their figures and the followers on a day. Both
 * generations read their histories here, so they agree. A day is a number of whole days before today: 0 is today,
 * 00:00 UTC. Today is the epoch, or another day of the run (`living.ts`); the line is the same, so the figure of a
 * date is one whatever day is today.
 */

/** The figures of one content. */
export interface Posted extends Interactions {
  kind: string;
  publishedAt: number;
  lengthSec: number;
  origin?: Origin;
  place?: ContentPlace;
}

/** Where a content of a line comes from, so that its texts can be made. */
export type ContentPlace =
  | { from: 'stored'; index: number }
  | { from: 'later'; n: number }
  | { from: 'earlier'; index: number };

/** All contents that an account ever had until today, newest first. They are computed on demand. */
export interface Timeline {
  /** How many contents are listed at most. No record shows more, neither of today nor of an earlier day. */
  listed: number;
  total: number;
  at(index: number): Posted | undefined;
  account: Account;
}

export function timeline(account: Account): Timeline {
  const { life } = account;
  if (life) return livingLine(account, life);
  const known: Posted[] = account.contents.map(numbers);
  return {
    listed: account.contents.length,
    total: storedCount(account),
    at: fromKnown(known, earlierContents(account)),
    account,
  };
}

const fromKnown =
  (known: Posted[], earlier: Generator<Posted, void>): Timeline['at'] =>
  (index) => {
    while (known.length <= index) {
      const next = earlier.next();
      if (next.done) return undefined;
      known.push(next.value);
    }
    return known[index];
  };

/** An account that lists every content lists more as it grows, up to this many. */
const maxListed = { clip: 34, gram: 48, tube: 52 };

/** The contents after the epoch that the service has seen, the stored ones, the earlier ones. */
function livingLine(account: Account, { stored, day, followers }: Life): Timeline {
  const schedule = day > 0 ? scheduleOf(stored, followers) : undefined;
  const laterCount = schedule?.countUntil(seenUntil(stored, day)) ?? 0;
  const goneAt = deletedAt(stored.seed);
  const { length } = stored.contents;
  const onLine = (content: Posted, place: ContentPlace, isLater: boolean): Posted => {
    const { publishedAt, views, likes, comments, shares } = content;
    const deleted = place.from === 'earlier' ? Number.POSITIVE_INFINITY : goneAt(publishedAt);
    const origin = { publishedAt, views, likes, comments, shares, isLater, deletedAt: deleted, day };
    return figuresOn({ ...content, publishedAt: publishedAt - day * dayMs, origin, place }, 0);
  };
  function* all(): Generator<Posted, void> {
    for (let n = laterCount - 1; schedule && n >= 0; n--) {
      const later = schedule.at(n);
      const { kind } = later.like;
      const { publishedAt } = later;
      const content = { kind, publishedAt, lengthSec: schedule.lengthSec(later), ...schedule.figures(later) };
      yield onLine(content, { from: 'later', n }, true);
    }
    for (const [index, content] of stored.contents.entries())
      yield onLine(numbers(content), { from: 'stored', index }, false);
    let index = 0;
    for (const content of earlierContents(stored))
      yield onLine(content, { from: 'earlier', index: index++ }, false);
  }
  return {
    listed: stored.older.length > 0 ? length : Math.max(length, maxListed[stored.platform]),
    total: laterCount + storedCount(stored),
    at: fromKnown([], all()),
    account,
  };
}

/** The contents of the page today. */
export const contentCount = (account: Account): number =>
  account.life ? countOn(timeline(account), 0) : storedCount(account);

/** Listed and earlier contents together. */
const storedCount = (account: Account): number =>
  account.older.reduce((count, run) => count + run.count, account.contents.length);

/** The earlier contents, newest first: a pure function of the `older` and `seed` of the account. */
export function* earlierContents(account: Account): Generator<Posted, void> {
  const startAt = account.contents.at(-1)?.publishedAt ?? epochAt;
  const runs = account.older.map((run) => oneKind(run, account.seed, startAt, account.createdAt));
  const [only, ...rest] = runs;
  if (only && rest.length === 0) return yield* only;
  const heads = runs.map((run) => run.next());
  for (;;) {
    let newest = -1;
    for (const [index, head] of heads.entries()) {
      const leader = heads[newest];
      if (!head.done && (!leader || leader.done || head.value.publishedAt > leader.value.publishedAt))
        newest = index;
    }
    const head = heads[newest];
    const run = runs[newest];
    if (!head || !run || head.done) return;
    yield head.value;
    heads[newest] = run.next();
  }
}

/** The number of contents on the page on that day. */
export function countOn(line: Timeline, daysAgo: number): number {
  const { life } = line.account;
  if (!life) return line.total - firstOn(line, daysAgo);
  const day = life.day - daysAgo;
  if (isPrivateOn(life.stored, day)) return 0;
  const first = firstOn(line, daysAgo);
  let gone = 0;
  const recent = line.total - storedCount(life.stored) + life.stored.contents.length;
  if (day > 0)
    for (let index = first; index < recent; index++) if (isGone(line.at(index), startOf(day))) gone++;
  return line.total - first - gone;
}

/** The contents of the page on that day, newest first, with the figures of today. */
export function* postedOn(line: Timeline, daysAgo: number): Generator<Posted, void> {
  const { life } = line.account;
  if (life && isPrivateOn(life.stored, life.day - daysAgo)) return;
  const at = life ? startOf(life.day - daysAgo) : 0;
  for (let index = firstOn(line, daysAgo); index < line.total; index++) {
    const content = line.at(index);
    if (content && !isGone(content, at)) yield content;
  }
}

const isGone = (content: Posted | undefined, at: number): boolean =>
  content?.origin !== undefined && content.origin.deletedAt <= at;

/** The contents that a record of that day would list, with the figures of that day, newest first. */
export function listedOn(line: Timeline, daysAgo: number): Posted[] {
  const found: Posted[] = [];
  if (line.listed === 0) return found;
  for (const content of postedOn(line, daysAgo)) {
    found.push(figuresOn(content, daysAgo));
    if (found.length === line.listed) break;
  }
  return found;
}

/** The sum of one figure over all contents on that day, such as the hearts of a clip account. */
export function totalOn(line: Timeline, daysAgo: number, figure: 'views' | 'likes'): number {
  let total = 0;
  const at = epochAt - daysAgo * dayMs;
  for (const content of postedOn(line, daysAgo))
    total += halfUp((content.origin ?? content)[figure] * shareReached(content, at));
  return total;
}

/** A content with its figures of an earlier day. */
export function figuresOn(content: Posted, daysAgo: number): Posted {
  return daysAgo === 0 && !content.origin ? content : figuresAt(content, epochAt - daysAgo * dayMs);
}

/** A content with its figures at an instant before today. */
export function figuresAt(content: Posted, at: number): Posted {
  const share = shareReached(content, at);
  const { views, likes, comments, shares } = content.origin ?? content;
  return {
    ...content,
    views: halfUp(views * share),
    likes: halfUp(likes * share),
    comments: halfUp(comments * share),
    shares: halfUp(shares * share),
  };
}

/** Whether the account existed at 00:00 UTC of that day. */
export const existedOn = (account: Account, daysAgo: number): boolean =>
  account.createdAt <= epochAt - daysAgo * dayMs;

/**
 * Followers (subscribers) at 00:00 UTC of a day. Between two stored weeks the days gain unevenly (assumed:
 * daily-followers); between two equal weeks nothing changes.
 */
export const followersOn = (account: Account, daysAgo: number): number =>
  lineOf(account)((account.life?.day ?? 0) - daysAgo);

const lineOf = (account: Account): FollowerLine => account.life?.followers ?? followerLine(account);

/** Accounts followed at 00:00 UTC of a day. */
export const followingOn = (account: Account, daysAgo: number): number =>
  followingBy(account.life?.stored ?? account, (account.life?.day ?? 0) - daysAgo);

/** Growth of the followers over a number of days; 0 if the account is younger. */
export function followerGrowth(account: Account, days: number): number {
  return existedOn(account, days) ? growth(followersOn(account, 0), followersOn(account, days)) : 0;
}

/**
 * The share of its figures that a content had at an instant, which counts from today: age / (age + half-life),
 * relative to the age at the epoch, or to the final figures of a content that is younger.
 */
function shareReached({ publishedAt, origin }: Posted, at: number): number {
  const ageMs = at - publishedAt;
  if (ageMs <= 0) return 0;
  if (origin?.isLater) return ageMs / (ageMs + halfLifeMs);
  const ageNowMs = epochAt - (origin?.publishedAt ?? publishedAt);
  if (ageMs === ageNowMs || (!origin && ageMs > ageNowMs)) return 1;
  return (ageMs * (ageNowMs + halfLifeMs)) / (ageNowMs * (ageMs + halfLifeMs));
}

/** Index of the newest content that the service had seen on that day; `total` if there was none. */
function firstOn(line: Timeline, daysAgo: number): number {
  const { life } = line.account;
  const at = life ? seenUntil(life.stored, life.day - daysAgo) - life.day * dayMs : epochAt - daysAgo * dayMs;
  let index = 0;
  while (index < line.total && (line.at(index)?.publishedAt ?? 0) > at) index++;
  return index;
}

function* oneKind(
  run: EarlierContents,
  seed: number,
  startAt: number,
  createdAt: number,
): Generator<Posted, void> {
  const everyMs = Math.min(run.everyMs, Math.floor((startAt - createdAt) / Math.max(1, run.count)));
  const luck = (word: string) => chances(seed, `${run.kind} ${word}`);
  const [reachOf, momentOf, lengthOf] = [luck('reach'), luck('moment'), luck('length')];
  const [likesOf, commentsOf, sharesOf] = [luck('likes'), luck('comments'), luck('shares')];
  for (let index = 0; index < run.count; index++) {
    const reach = longTail(reachOf(index));
    const views = halfUp(run.views * reach);
    const atMost = views === 0 ? Number.MAX_SAFE_INTEGER : views;
    const of = (typical: number, chance: number): number =>
      Math.min(atMost, halfUp(typical * reach * (0.5 + chance)));
    yield {
      kind: run.kind,
      publishedAt: startAt - 1 - Math.floor(Math.max(0, everyMs) * (index + momentOf(index))),
      lengthSec: halfUp(run.lengthSec * (0.7 + 0.6 * lengthOf(index))),
      views,
      likes: of(run.likes, likesOf(index)),
      comments: of(run.comments, commentsOf(index)),
      shares: of(run.shares, sharesOf(index)),
    };
  }
}

/** A rational curve: most contents are near the typical figure, a few reach seven times as much. */
const longTail = (luck: number): number => 0.35 + (0.65 * luck) / (1 - 0.9 * luck);

/** The figures of a content of an account. Gram and tube contents have no shares. */
export function numbers(content: Content): Posted {
  const { origin } = content;
  return {
    kind: content.kind,
    publishedAt: content.publishedAt,
    lengthSec: content.lengthSec,
    views: content.views,
    likes: content.likes,
    comments: content.comments,
    shares: 'shares' in content ? content.shares : 0,
    ...(origin && { origin }),
  };
}
