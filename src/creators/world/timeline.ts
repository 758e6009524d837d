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
import { type FollowerLine, followerLine, followingBy } from './followers.ts';
import { deletedAt, isPrivateOn, seenUntil, startOf } from './lifetime.ts';
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
  at(index: number): Posted;
  /** For sums, because most contents of a line are earlier ones. */
  earlier(figure: Totalled): EarlierFigures;
  account: Account;
}

export function timeline(account: Account): Timeline {
  const { life } = account;
  if (life) {
    const line = linesOf.get(life) ?? livingLine(account, life);
    linesOf.set(life, line);
    return line;
  }
  const known: Posted[] = account.contents.map(numbers);
  return {
    listed: account.contents.length,
    total: storedCount(account),
    at: fromKnown(known, earlierContents(account)),
    earlier: earlierFigures(account),
    account,
  };
}

/** Several records of an account read its line. */
const linesOf = new WeakMap<Life, Timeline>();

const fromKnown =
  (known: Posted[], earlier: Generator<Posted, void>): Timeline['at'] =>
  (index) => {
    while (known.length <= index) {
      known.push(earlier.next().value as Posted);
    }
    return known[index] as Posted;
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
    const { kind, publishedAt, lengthSec, views, likes, comments, shares } = content;
    const deleted = place.from === 'earlier' ? Number.POSITIVE_INFINITY : goneAt(publishedAt);
    const origin = { publishedAt, views, likes, comments, shares, isLater, deletedAt: deleted, day };
    const moved = publishedAt - day * dayMs;
    const share = shareOf({ publishedAt: moved, origin }, epochAt);
    return {
      kind,
      publishedAt: moved,
      lengthSec,
      views: halfUp(views * share),
      likes: halfUp(likes * share),
      comments: halfUp(comments * share),
      shares: halfUp(shares * share),
      origin,
      place,
    };
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
    earlier: earlierFigures(stored),
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
  const runs = account.older.map((run) => oneKind(run, account));
  const heads = runs.map((run) => run.next());
  for (;;) {
    let newest = -1;
    let latest: Posted | undefined;
    for (const [index, { done, value }] of heads.entries()) {
      if (done || (latest && value.publishedAt <= latest.publishedAt)) continue;
      [newest, latest] = [index, value];
    }
    if (!latest) return;
    yield latest;
    heads[newest] = (runs[newest] as (typeof runs)[number]).next();
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
    if (!isGone(content, at)) yield content;
  }
}

const isGone = ({ origin }: Posted, at: number): boolean => origin !== undefined && origin.deletedAt <= at;

/** The contents that a record of that day would list, with the figures of that day, newest first. */
export function listedOn(line: Timeline, daysAgo: number): readonly Posted[] {
  const known = listsOf.get(line) ?? new Map<number, readonly Posted[]>();
  const listed = known.get(daysAgo) ?? readListed(line, daysAgo);
  // records of an account compare a few days, histories read many
  if (known.size < maxKnownLists) listsOf.set(line, known.set(daysAgo, listed));
  return listed;
}

const maxKnownLists = 2;
const listsOf = new WeakMap<Timeline, Map<number, readonly Posted[]>>();

function readListed(line: Timeline, daysAgo: number): Posted[] {
  const found: Posted[] = [];
  for (const content of postedOn(line, daysAgo)) {
    found.push(figuresOn(content, daysAgo));
    if (found.length === line.listed) break;
  }
  return found;
}

/** The sum of one figure over all contents on that day, such as the hearts of a clip account. */
export function totalOn(line: Timeline, daysAgo: number, figure: Totalled): number {
  const { account } = line;
  const { life } = account;
  if (life && isPrivateOn(life.stored, life.day - daysAgo)) return 0;
  const at = epochAt - daysAgo * dayMs;
  const stored = life?.stored ?? account;
  // the earlier contents are most of them, and only their sum is wanted
  const recent = line.total - storedCount(stored) + stored.contents.length;
  const now = at + (life?.day ?? 0) * dayMs;
  const seenAt = life ? seenUntil(stored, life.day - daysAgo) : at;
  const { instants, figures } = line.earlier(figure);
  let total = 0;
  for (let index = 0; index < instants.length; index++) {
    const publishedAt = instants[index] as number;
    if (publishedAt <= seenAt)
      total += halfUp((figures[index] as number) * shareReached(now - publishedAt, epochAt - publishedAt));
  }
  for (let index = firstOn(line, daysAgo, recent); index < recent; index++) {
    const content = line.at(index);
    if (!isGone(content, life ? startOf(life.day - daysAgo) : 0))
      total += halfUp((content.origin ?? content)[figure] * shareOf(content, at));
  }
  return total;
}

type Totalled = 'views' | 'likes';

/** The instants and the settled figures of earlier contents, in any order. */
interface EarlierFigures {
  instants: Float64Array;
  figures: Float64Array;
}

function earlierFigures(account: Account): (figure: Totalled) => EarlierFigures {
  const known: Partial<Record<Totalled, EarlierFigures>> = {};
  return (figure) => {
    known[figure] ??= readEarlier(account, figure);
    return known[figure];
  };
}

function readEarlier(account: Account, figure: Totalled): EarlierFigures {
  const count = account.older.reduce((sum, run) => sum + run.count, 0);
  const [instants, figures] = [new Float64Array(count), new Float64Array(count)];
  let at = 0;
  for (const run of account.older) {
    const one = earlierOf(run, account);
    for (let index = 0; index < run.count; index++) {
      const reach = one.reach(index);
      const views = halfUp(run.views * reach);
      instants[at] = one.publishedAt(index);
      figures[at++] = figure === 'views' ? views : one.likes(index, views, reach);
    }
  }
  return { instants, figures };
}

/** A content with its figures of an earlier day. */
export function figuresOn(content: Posted, daysAgo: number): Posted {
  return daysAgo === 0 ? content : figuresAt(content, epochAt - daysAgo * dayMs);
}

/** A content with its figures at an instant before today. */
export function figuresAt(content: Posted, at: number): Posted {
  const share = shareOf(content, at);
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
export const followerGrowth = (account: Account, days: number): number =>
  existedOn(account, days) ? growth(followersOn(account, 0), followersOn(account, days)) : 0;

/**
 * The share of its figures that a content had at an instant, which counts from today: age / (age + half-life),
 * relative to the age at the epoch, or to the final figures of a content that is younger.
 */
function shareOf({ publishedAt, origin }: Pick<Posted, 'publishedAt' | 'origin'>, at: number): number {
  const ageMs = at - publishedAt;
  if (origin?.isLater) return ageMs <= 0 ? 0 : ageMs / (ageMs + halfLifeMs);
  const ageNowMs = epochAt - (origin?.publishedAt ?? publishedAt);
  return shareReached(origin ? ageMs : Math.min(ageMs, ageNowMs), ageNowMs);
}

function shareReached(ageMs: number, ageNowMs: number): number {
  if (ageMs <= 0) return 0;
  return (ageMs * (ageNowMs + halfLifeMs)) / (ageNowMs * (ageMs + halfLifeMs));
}

/** Index of the newest content that the service had seen on that day; `total` if there was none. */
function firstOn(line: Timeline, daysAgo: number, total = line.total): number {
  const { life } = line.account;
  const at = life ? seenUntil(life.stored, life.day - daysAgo) - life.day * dayMs : epochAt - daysAgo * dayMs;
  // until the epoch the service had seen what is stored, even if more was published
  let index = life && life.day - daysAgo <= 0 ? line.total - storedCount(life.stored) : 0;
  while (index < total && line.at(index).publishedAt > at) index++;
  return index;
}

/** The figures of the earlier contents of one kind, by index. */
function earlierOf(run: EarlierContents, { seed, contents, createdAt }: Account) {
  const startAt = contents.at(-1)?.publishedAt ?? epochAt;
  const everyMs = Math.min(run.everyMs, Math.floor((startAt - createdAt) / Math.max(1, run.count)));
  const luck = (word: string) => chances(seed, `${run.kind} ${word}`);
  const [reachOf, momentOf, lengthOf] = [luck('reach'), luck('moment'), luck('length')];
  const [likesOf, commentsOf, sharesOf] = [luck('likes'), luck('comments'), luck('shares')];
  const of =
    (typical: number, chanceOf: (index: number) => number) =>
    (index: number, views: number, reach: number): number =>
      Math.min(
        views === 0 ? Number.MAX_SAFE_INTEGER : views,
        halfUp(typical * reach * (0.5 + chanceOf(index))),
      );
  return {
    reach: (index: number) => longTail(reachOf(index)),
    publishedAt: (index: number) =>
      startAt - 1 - Math.floor(Math.max(0, everyMs) * (index + momentOf(index))),
    lengthSec: (index: number) => halfUp(run.lengthSec * (0.7 + 0.6 * lengthOf(index))),
    likes: of(run.likes, likesOf),
    comments: of(run.comments, commentsOf),
    shares: of(run.shares, sharesOf),
  };
}

function* oneKind(run: EarlierContents, account: Account): Generator<Posted, void> {
  const one = earlierOf(run, account);
  for (let index = 0; index < run.count; index++) {
    const reach = one.reach(index);
    const views = halfUp(run.views * reach);
    yield {
      kind: run.kind,
      publishedAt: one.publishedAt(index),
      lengthSec: one.lengthSec(index),
      views,
      likes: one.likes(index, views, reach),
      comments: one.comments(index, views, reach),
      shares: one.shares(index, views, reach),
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
