import type { Account } from '../world/account.ts';
import { followersOn, type Timeline } from '../world/timeline.ts';
import {
  type ClipBlock,
  clipBlock,
  type ImagesBlock,
  imagesBlock,
  type ReelsBlock,
  reelsBlock,
  type TubeBlock,
  tubeBlock,
} from './performance-block.ts';
import { measuredOn, recentItems } from './windows.ts';

/**
 * The performance blocks of an account on a day. Performance, its growth and history, the ranking and the
 * search figures all use them.
 */

export const clipVideosOn = (account: Account, line: Timeline, daysAgo: number): ClipBlock =>
  clipBlock(measuredOn(line, daysAgo, 'video').slice(0, recentItems), followersOn(account, daysAgo));

export const gramImagesOn = (account: Account, line: Timeline, daysAgo: number): ImagesBlock =>
  imagesBlock(
    measuredOn(line, daysAgo, 'image').slice(0, recentItems),
    followersOn(account, daysAgo),
    'average times count',
  );

export const gramReelsOn = (account: Account, line: Timeline, daysAgo: number): ReelsBlock =>
  reelsBlock(measuredOn(line, daysAgo, 'reel').slice(0, recentItems), followersOn(account, daysAgo));

export const tubeRecentOn = (
  account: Account,
  line: Timeline,
  daysAgo: number,
  kind: 'video' | 'short',
): TubeBlock =>
  tubeBlock(measuredOn(line, daysAgo, kind).slice(0, recentItems), followersOn(account, daysAgo));

/** All listed contents of a kind (assumed: tube-all). */
export const tubeAllOn = (
  account: Account,
  line: Timeline,
  daysAgo: number,
  kind: 'video' | 'short',
): TubeBlock => tubeBlock(measuredOn(line, daysAgo, kind), followersOn(account, daysAgo));
