import { dayMs } from '../../core/durations.ts';
import { halfUp } from '../../core/statistics.ts';
import { type Account, type Content, epochAt } from './account.ts';
import { chances } from './chance.ts';
import type { FollowerLine } from './followers.ts';

/** A content that the service sees after the epoch. */
export interface Later {
  /** 0 is the first one. */
  n: number;
  /** The number of its period, and its place in it. */
  period: number;
  place: number;
  publishedAt: number;
  /** The stored content that it resembles: its kind, its length, its sponsors, its reception. */
  like: Content;
}

/** Figures of a content that no longer grows. */
export interface SettledFigures {
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** The contents that the service sees after the epoch, by number. An account may have published the first ones shortly before. */
export interface Schedule {
  /** Contents in a period. */
  perPeriod: number;
  /** How many are published until an instant. */
  countUntil(at: number): number;
  at(n: number): Later;
  lengthSec(later: Later): number;
  figures(later: Later): SettledFigures;
}

const weekMs = 7 * dayMs;

/** A content reaches half of its final figures in its first two days (assumed: content-growth). */
export const halfLifeMs = 2 * dayMs;

/**
 * An account goes on from its last update as it published before: the latest whole weeks repeat, at the same days and hours but for a few
 * minutes, with other contents (assumed: living-rhythm). An account that had fallen silent stays silent.
 */
export function scheduleOf(account: Account, followers: FollowerLine): Schedule | undefined {
  const window = latestWeeks(account);
  if (!window) return undefined;
  const { contents, firstAt, lengthMs } = window;
  const { seed } = account;
  const [delay, choice] = [chances(seed, 'later delay'), chances(seed, 'later like')];
  const perPeriod = contents.length;
  const models = contents.filter(({ publishedAt }) => epochAt - publishedAt >= halfLifeMs);
  const likes: readonly Content[] = models.length > 0 ? models : contents;
  const gaps = firstAt.map((at, place) => (firstAt[place + 1] ?? (firstAt[0] as number) + lengthMs) - at);
  const publishedAt = (n: number): number => {
    const place = n % perPeriod;
    const period = (n - place) / perPeriod;
    const slack = Math.min(maxDelayMs, 0.8 * (gaps[place] as number));
    return (firstAt[place] as number) + period * lengthMs + Math.floor(slack * delay(n));
  };
  const reception = receptionOf(seed, followers);
  return {
    perPeriod,
    countUntil(at) {
      const since = at - (firstAt[0] as number);
      if (since < 0) return 0;
      let count = (Math.floor(since / lengthMs) + 1) * perPeriod;
      while (count > 0 && publishedAt(count - 1) > at) count--;
      return count;
    },
    at: (n) => ({
      n,
      period: Math.floor(n / perPeriod),
      place: n % perPeriod,
      publishedAt: publishedAt(n),
      like: likes[Math.floor(choice(n) * likes.length)] as Content,
    }),
    ...reception,
  };
}

const maxDelayMs = 90 * 60_000;
const silentMs = 35 * dayMs;

/** The latest whole weeks of an account, and when their contents come again. */
interface Window {
  contents: Content[];
  /** The first instants, ascending, at which the weeks repeat: one for each content. */
  firstAt: number[];
  lengthMs: number;
}

/**
 * Undefined for an account that publishes no more. The weeks end with the newest content and come again from the update
 * that saw it: to the epoch they would end with a pause, which all accounts repeated on the same days.
 */
function latestWeeks({ contents: listed, updatedAt }: Account): Window | undefined {
  const [newest] = listed;
  if (!newest) return undefined;
  const oldest = listed.at(-1) as Content;
  const spanMs = newest.publishedAt - oldest.publishedAt;
  const meanGapMs = spanMs / Math.max(1, listed.length - 1);
  if (epochAt - newest.publishedAt > Math.max(silentMs, 3 * meanGapMs)) return undefined;
  const pauseMs = listed.length > 1 ? meanGapMs : epochAt - newest.publishedAt;
  const lengthMs = weekMs * Math.max(1, Math.floor((spanMs + pauseMs) / weekMs));
  const contents = listed.filter(({ publishedAt }) => publishedAt > newest.publishedAt - lengthMs);
  const seenAt = Math.max(updatedAt, newest.publishedAt);
  const firstAt = contents.map(
    ({ publishedAt }) => publishedAt + lengthMs * Math.ceil((seenAt + 1 - publishedAt) / lengthMs),
  );
  return { contents, firstAt: firstAt.sort((a, b) => a - b), lengthMs };
}

/** A new content is received like the one that it resembles, by the followers of its day. */
function receptionOf(seed: number, followers: FollowerLine): Pick<Schedule, 'lengthSec' | 'figures'> {
  const [reach, lively, talk, length] = ['reach', 'lively', 'talk', 'length'].map((word) =>
    chances(seed, `later ${word}`),
  ) as [Chance, Chance, Chance, Chance];
  const atEpoch = Math.max(1, followers(0));
  return {
    lengthSec({ n, like }) {
      if (like.kind === 'image' || like.lengthSec === 0) return 0;
      const lengthSec = like.lengthSec * (0.85 + 0.35 * length(n));
      return like.kind === 'reel' ? Math.round(lengthSec * 1000) / 1000 : Math.max(1, halfUp(lengthSec));
    },
    figures({ n, like, publishedAt }) {
      const ageMs = epochAt - like.publishedAt;
      const crowd = followers(Math.floor((publishedAt - epochAt) / dayMs)) / atEpoch;
      const part = ((ageMs + halfLifeMs) / ageMs) * Math.max(0.2, Math.min(20, crowd));
      const share = part * (0.6 + 0.9 * reach(n));
      const views = halfUp(like.views * share);
      const atMost = views === 0 ? Number.MAX_SAFE_INTEGER : views;
      const of = (figure: number, chance: number): number =>
        Math.min(atMost, halfUp(figure * share * (0.85 + 0.3 * chance)));
      return {
        views,
        likes: of(like.likes, lively(n)),
        comments: of(like.comments, talk(n)),
        shares: of('shares' in like ? like.shares : 0, talk(-1 - n)),
      };
    },
  };
}

type Chance = (index: number) => number;
