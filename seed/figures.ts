import { dayMs } from '../src/core/durations.ts';
import { clamp, power } from './exact.ts';
import type { Random } from './random.ts';

/** The figures of a content at the epoch. */
export interface Figures {
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** How people watch and respond to a kind of content. */
export interface Manner {
  /** Views per follower of an account with 10,000 followers. */
  reach: number;
  /** Views grow by this power of the followers; below 1, large accounts reach a smaller part of theirs. */
  growsBy: number;
  /** Likes per view, comments and shares per like. */
  likes: number;
  comments: number;
  shares: number;
  /** Spread of the views around their median. */
  spread: number;
  /** The probability that a content becomes a worldwide hit. */
  luck: number;
}

/** Reach and spread follow published figures (docs/world.md). */
export const manners = {
  clip: manner({ reach: 0.19, growsBy: 0.92, spread: 0.95, luck: 0.03 }, [0.085, 0.017, 0.028]),
  reel: manner({ reach: 0.36, growsBy: 0.9, spread: 0.8, luck: 0.02 }, [0.05, 0.026, 0.03]),
  video: manner({ reach: 0.31, growsBy: 0.78, spread: 0.9, luck: 0.02 }, [0.038, 0.085, 0.01]),
  short: manner({ reach: 0.55, growsBy: 0.85, spread: 1.05, luck: 0.03 }, [0.044, 0.02, 0.01]),
  /** The views of a picture are not published; they only determine its likes. */
  image: manner({ reach: 0.5, growsBy: 0.9, spread: 0.42, luck: 0.006 }, [0.07, 0.03, 0.01]),
} satisfies Record<string, Manner>;

function manner(
  reached: Pick<Manner, 'reach' | 'growsBy' | 'spread' | 'luck'>,
  [likes, comments, shares]: [number, number, number],
): Manner {
  return { ...reached, likes, comments, shares };
}

/** How the audience of an account responds to its contents. */
export interface Response {
  /** Likes and comments relative to the usual; 1 is average. */
  lively: number;
  /** Spread of the likes per view from content to content. */
  moods: number;
}

const halfLifeMs = 2 * dayMs;

/**
 * @param followers at the time of publication
 * @param ageMs from publication to the epoch; a content has half of its figures after two days
 * (`timeline.ts`)
 */
export function figuresOf(
  random: Random,
  manner: Manner,
  followers: number,
  appeal: number,
  { lively, moods }: Response,
  ageMs: number,
): Figures {
  const size = Math.max(20, followers);
  const typical = 10_000 * power(size / 10_000, manner.growsBy) * manner.reach * appeal;
  const lucky = random.chance(manner.luck) ? random.longTail(7, 0.8) : 1;
  const views = Math.round(random.longTail(typical, manner.spread) * lucky * grown(ageMs));
  const likeRate = clamp(
    random.longTail(manner.likes * lively, moods) * power(size / 10_000, -0.075),
    0.002,
    0.42,
  );
  const likes = Math.round(views * likeRate);
  return {
    views,
    likes,
    comments: Math.round(likes * clamp(random.longTail(manner.comments * lively, 0.5), 0, 0.5)),
    shares: Math.round(likes * clamp(random.longTail(manner.shares, 0.6), 0, 0.5)),
  };
}

const grown = (ageMs: number): number => ageMs / (ageMs + halfLifeMs);

/** The figures of a listed content; only clip has shares. */
export interface Listed extends Omit<Figures, 'shares'> {
  shares?: number;
  publishedAt: number;
}

/** Typical figures of contents that no longer grow, from the listed ones. */
export function typicalFigures(listed: readonly Listed[], epochAt: number): Figures {
  const settled = listed.map((content) => {
    const share = grown(epochAt - content.publishedAt);
    return {
      views: content.views / share,
      likes: content.likes / share,
      comments: content.comments / share,
      shares: (content.shares ?? 0) / share,
    };
  });
  const middle = (name: keyof Figures): number => {
    const values = settled.map((content) => content[name]).sort((a, b) => a - b);
    return Math.round((values[Math.floor(values.length / 2)] as number) * 0.8);
  };
  return {
    views: middle('views'),
    likes: middle('likes'),
    comments: middle('comments'),
    shares: middle('shares'),
  };
}
