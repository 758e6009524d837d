import { dayMs } from '../../core/durations.ts';
import { growth, halfUp, type Interactions } from '../../core/statistics.ts';
import { type Account, type EarlierContents, epochAt } from './account.ts';

/**
 * The past of an account, computed and not stored: earlier contents, the figures of a content and the
 * followers on an earlier day. Both generations read their histories here, so they agree. A day is a number
 * of whole days before the epoch: 0 is today, 00:00 UTC.
 */

/** The figures of one content. */
export interface Posted extends Interactions {
  kind: string;
  publishedAt: number;
  lengthSec: number;
}

/**
 * All contents of an account, newest first: the listed ones, then the earlier ones, which are computed on
 * demand.
 */
export interface Timeline {
  /** How many contents are listed. No record shows more, neither of today nor of an earlier day. */
  listed: number;
  total: number;
  at(index: number): Posted | undefined;
}

export function timeline(account: Account): Timeline {
  const known: Posted[] = account.contents.map(numbers);
  const earlier = earlierContents(account);
  return {
    listed: account.contents.length,
    total: contentCount(account),
    at(index) {
      while (known.length <= index) {
        const next = earlier.next();
        if (next.done) return undefined;
        known.push(next.value);
      }
      return known[index];
    },
  };
}

/** Listed and earlier contents together. */
export const contentCount = (account: Account): number =>
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

/** The number of contents that existed on that day. */
export function countOn(line: Timeline, daysAgo: number): number {
  return line.total - firstOn(line, daysAgo);
}

/** The contents that a record of that day would list, with the figures of that day, newest first. */
export function listedOn(line: Timeline, daysAgo: number): Posted[] {
  const first = firstOn(line, daysAgo);
  const found: Posted[] = [];
  for (let index = first; index < first + line.listed; index++) {
    const content = line.at(index);
    if (!content) break;
    found.push(figuresOn(content, daysAgo));
  }
  return found;
}

/** The sum of one figure over all contents on that day, such as the hearts of a clip account. */
export function totalOn(line: Timeline, daysAgo: number, figure: 'views' | 'likes'): number {
  let total = 0;
  for (let index = firstOn(line, daysAgo); index < line.total; index++) {
    const content = line.at(index);
    if (content)
      total += halfUp(content[figure] * shareReached(content.publishedAt, epochAt - daysAgo * dayMs));
  }
  return total;
}

/** A content with its figures of an earlier day; stored figures are those of the epoch. */
export function figuresOn(content: Posted, daysAgo: number): Posted {
  return daysAgo === 0 ? content : figuresAt(content, epochAt - daysAgo * dayMs);
}

/** A content with its figures at an instant before the epoch. */
export function figuresAt(content: Posted, at: number): Posted {
  const share = shareReached(content.publishedAt, at);
  return {
    ...content,
    views: halfUp(content.views * share),
    likes: halfUp(content.likes * share),
    comments: halfUp(content.comments * share),
    shares: halfUp(content.shares * share),
  };
}

/** Whether the account existed at 00:00 UTC of that day. */
export const existedOn = (account: Account, daysAgo: number): boolean =>
  account.createdAt <= epochAt - daysAgo * dayMs;

/**
 * Followers (subscribers) at 00:00 UTC of a day. Between two stored weeks the days gain unevenly (assumed:
 * daily-followers); between two equal weeks nothing changes.
 */
export function followersOn(account: Account, daysAgo: number): number {
  const weeks = account.followerWeeks;
  const week = Math.floor(daysAgo / 7);
  const days = daysAgo % 7;
  const newer = weeks[week] ?? weeks.at(-1) ?? 0;
  const older = weeks[week + 1] ?? newer;
  if (days === 0 || newer === older) return newer;
  const usual = Math.abs(newer - older) / 7 + 0.05 * Math.sqrt(newer);
  const even = (newer * (7 - days) + older * days) / 7;
  return Math.max(0, halfUp(even + usual * surplus(account.seed, week, days)));
}

/** How much more than an even part of the week's gain its latest `days` days have, in days of usual gain; 0 for a whole week. */
function surplus(seed: number, week: number, days: number): number {
  const luck = chances(seed, 'followers');
  let [late, whole] = [0, 0];
  for (let day = 0; day < 7; day++) {
    const gained = 0.5 - luck(week * 7 + day);
    whole += gained;
    if (day < days) late += gained;
  }
  return 2 * (late - (whole * days) / 7);
}

/**
 * Accounts followed at 00:00 UTC of a day, rising linearly since the account was created (assumed:
 * following-history).
 */
export function followingOn(account: Account, daysAgo: number): number {
  const ageMs = epochAt - account.createdAt;
  if (daysAgo === 0 || ageMs <= 0) return account.following;
  return Math.max(0, halfUp((account.following * (ageMs - daysAgo * dayMs)) / ageMs));
}

/** Growth of the followers over a number of days; 0 if the account is younger. */
export function followerGrowth(account: Account, days: number): number {
  return existedOn(account, days) ? growth(followersOn(account, 0), followersOn(account, days)) : 0;
}

/** A number in [0, 1) that depends only on the arguments. */
export const chance = (seed: number, word: string, index: number): number => chances(seed, word)(index);

/** The chances of one seed and word by index. */
export function chances(seed: number, word: string): (index: number) => number {
  let hash = mix(Math.floor(seed / 2 ** 32) ^ 0x9e3779b9);
  hash = mix(hash ^ (seed >>> 0));
  for (let at = 0; at < word.length; at++) hash = mix(hash ^ word.charCodeAt(at));
  return (index) => mix(mix(hash ^ index) + 0x6d2b79f5) / 2 ** 32;
}

/** A content reaches half of its final figures in its first two days (assumed: content-growth). */
const halfLifeMs = 2 * dayMs;

/**
 * The share of today's figures that a content had at an instant: age / (age + half-life), relative to today.
 */
function shareReached(publishedAt: number, at: number): number {
  const ageMs = at - publishedAt;
  const ageNowMs = epochAt - publishedAt;
  if (ageMs <= 0) return 0;
  if (ageMs >= ageNowMs) return 1;
  return (ageMs * (ageNowMs + halfLifeMs)) / (ageNowMs * (ageMs + halfLifeMs));
}

/** Index of the newest content that existed on that day; `total` if there was none. */
function firstOn(line: Timeline, daysAgo: number): number {
  const at = epochAt - daysAgo * dayMs;
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

/** The figures of a stored content. Gram and tube contents have no shares. */
export function numbers(content: Account['contents'][number]): Posted {
  return {
    kind: content.kind,
    publishedAt: content.publishedAt,
    lengthSec: content.lengthSec,
    views: content.views,
    likes: content.likes,
    comments: content.comments,
    shares: 'shares' in content ? content.shares : 0,
  };
}

/** A 32-bit finaliser that uses integer operations only. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
