import { engagementByViews, halfUp, mean, round4 } from '../../core/statistics.ts';
import type { Account } from '../world/account.ts';
import { followersOn, type Posted, type Timeline } from '../world/timeline.ts';
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
  recentOn(clipBlock, account, line, daysAgo, 'video');

export const gramImagesOn = (account: Account, line: Timeline, daysAgo: number): ImagesBlock =>
  recentOn(averageImages, account, line, daysAgo, 'image');

const averageImages = (contents: readonly Posted[], followers: number): ImagesBlock =>
  imagesBlock(contents, followers, 'average times count');

export const gramReelsOn = (account: Account, line: Timeline, daysAgo: number): ReelsBlock =>
  recentOn(reelsBlock, account, line, daysAgo, 'reel');

export const tubeRecentOn = (
  account: Account,
  line: Timeline,
  daysAgo: number,
  kind: 'video' | 'short',
): TubeBlock => recentOn(tubeBlock, account, line, daysAgo, kind);

/** All listed contents of a kind (assumed: tube-all). */
export const tubeAllOn = (
  account: Account,
  line: Timeline,
  daysAgo: number,
  kind: 'video' | 'short',
): TubeBlock => tubeBlock(measuredOn(line, daysAgo, kind), followersOn(account, daysAgo));

/** The averages of a block whose engagement counts by views, without the rest of it. */
export function recentAveragesOn(line: Timeline, daysAgo: number, kind: string) {
  const contents = measuredOn(line, daysAgo, kind).slice(0, recentItems);
  const avg = (figure: 'views' | 'likes' | 'comments') => ({
    avg: halfUp(mean(contents.map((content) => content[figure]))),
  });
  return {
    views: avg('views'),
    likes: avg('likes'),
    comments: avg('comments'),
    engagement: { avgEngagementRate: round4(mean(contents.map(engagementByViews))) },
  };
}

/** The block of today is read by most figures of an account, those of other days by one each. */
function recentOn<Block>(
  blockOf: (contents: readonly Posted[], followers: number) => Block,
  account: Account,
  line: Timeline,
  daysAgo: number,
  kind: string,
): Block {
  const make = (): Block =>
    blockOf(measuredOn(line, daysAgo, kind).slice(0, recentItems), followersOn(account, daysAgo));
  if (daysAgo !== 0) return make();
  const blocks = blocksOf.get(line) ?? new Map<string, unknown>();
  blocksOf.set(line, blocks);
  const block = (blocks.get(kind) as Block | undefined) ?? make();
  blocks.set(kind, block);
  return block;
}

/** Today's blocks of a line, by kind of content. */
const blocksOf = new WeakMap<Timeline, Map<string, unknown>>();
