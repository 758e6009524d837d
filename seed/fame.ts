import type { Platform } from '../src/core/platforms.ts';
import { exp } from './exact.ts';
import type { Random } from './random.ts';

/**
 * Followers on each platform. Who is large on one is often, not always, large on another: the logarithms
 * correlate at about 0.6.
 */
export function fameOf(random: Random, isNew: boolean): Record<Platform, number> {
  const everywhere = random.normal() - (isNew ? 0.8 : 0);
  const here = (): number => followersFor(0.76 * everywhere + 0.65 * random.normal());
  return { clip: here(), gram: here(), tube: here() };
}

/**
 * From a normal deviate: half of all accounts stay below 6,000 followers, one in nine has more than a
 * million, one in fifty more than ten. That is more than in reality, so that queries for the largest creators
 * find some pages.
 */
function followersFor(deviate: number): number {
  let [from, low] = curve[0];
  for (const [to, high] of curve.slice(1)) {
    if (deviate <= to) {
      const part = Math.max(0, (deviate - from) / (to - from));
      return Math.round(exp(low + (high - low) * part));
    }
    [from, low] = [to, high];
  }
  return Math.round(exp(low));
}

/** Deviate → natural logarithm of the followers. */
const curve: readonly [[number, number], ...[number, number][]] = [
  [-3, 4],
  [-1, 6.9],
  [0, 8.7],
  [0.55, 10.2],
  [1.2, 13.9],
  [2.05, 16.2],
  [3.6, 18.4],
];
