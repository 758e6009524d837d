import type { Platform } from '../src/core/platforms.ts';
import { exp } from './exact.ts';
import type { Random } from './random.ts';

/**
 * Followers on each platform. Creators who are large on one platform are often large on another: the logarithms of
 * their followers correlate at about 0.6.
 */
export function fameOf(random: Random, isNew: boolean): Record<Platform, number> {
  const everywhere = random.normal() - (isNew ? 0.8 : 0);
  const followersOnOne = (): number => followersFor(0.76 * everywhere + 0.65 * random.normal());
  return { clip: followersOnOne(), gram: followersOnOne(), tube: followersOnOne() };
}

/**
 * The followers for a normal deviate: half of all accounts have fewer than 10,000, one in nine has more than a million,
 * one in forty more than ten million. In reality fewer accounts are so large; here queries for the largest creators
 * shall find several pages.
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
  [-1, 7.1],
  [-0.4, 8.2],
  [0.2, 9.7],
  [1.22, 13.83],
  [1.6, 15.2],
  [2.1, 16.6],
  [3.6, 18.6],
];
