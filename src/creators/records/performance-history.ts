import { type Static, Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import {
  type Account,
  type ClipAccount,
  epochAt,
  type GramAccount,
  type TubeAccount,
} from '../world/account.ts';
import { countOn, existedOn, followersOn, followingOn, type Timeline, timeline } from '../world/timeline.ts';
import { count, instant, object, record } from './atoms.ts';
import { ClipBlock, ImagesBlock, ReelsBlock, TubeBlock } from './performance-block.ts';
import { clipVideosOn, gramImagesOn, gramReelsOn, tubeAllOn } from './recent-blocks.ts';

/**
 * The daily history: the newest entry is today, 00:00 UTC, each next one exactly a day earlier (assumed:
 * history-days).
 */

const dayTimestamp = instant('00:00 UTC of a day.');
const totalContents = count('Contents on the page on that day.');
const totalFollowers = count('Followers on that day.');
const totalFollowing = count('Accounts the creator followed on that day.');
const daysNewestFirst = {
  description: 'Newest first; as many as asked for, fewer only for a younger account.',
};

export const ClipPerformanceHistory = record('ClipPerformanceHistory', 'Daily history of a clip creator.', {
  histories: Type.Array(
    object('One day.', {
      timestamp: dayTimestamp,
      totalFollowers,
      totalFollowing,
      totalContents,
      videosPerformanceRecent: ClipBlock,
    }),
    daysNewestFirst,
  ),
});
export type ClipPerformanceHistory = Static<typeof ClipPerformanceHistory>;

export const GramPerformanceHistory = record('GramPerformanceHistory', 'Daily history of a gram creator.', {
  histories: Type.Array(
    object('One day.', {
      timestamp: dayTimestamp,
      totalFollowers,
      totalFollowing,
      totalContents,
      imagesPerformanceRecent: ImagesBlock,
      reelsPerformanceRecent: ReelsBlock,
    }),
    daysNewestFirst,
  ),
});
export type GramPerformanceHistory = Static<typeof GramPerformanceHistory>;

export const TubePerformanceHistory = record('TubePerformanceHistory', 'Daily history of a tube channel.', {
  histories: Type.Array(
    object('One day.', {
      timestamp: dayTimestamp,
      totalSubscribers: count('Subscribers on that day.'),
      totalContents,
      videosPerformanceAll: TubeBlock,
      shortsPerformanceAll: TubeBlock,
    }),
    daysNewestFirst,
  ),
});
export type TubePerformanceHistory = Static<typeof TubePerformanceHistory>;

export function clipPerformanceHistory(
  account: ClipAccount,
  shiftMs: number,
  days: number,
): ClipPerformanceHistory {
  const line = timeline(account);
  return {
    histories: daysOf(account, days).map((daysAgo) => ({
      ...accountOn(account, line, daysAgo, shiftMs),
      videosPerformanceRecent: clipVideosOn(account, line, daysAgo),
    })),
  };
}

export function gramPerformanceHistory(
  account: GramAccount,
  shiftMs: number,
  days: number,
): GramPerformanceHistory {
  const line = timeline(account);
  return {
    histories: daysOf(account, days).map((daysAgo) => ({
      ...accountOn(account, line, daysAgo, shiftMs),
      imagesPerformanceRecent: gramImagesOn(account, line, daysAgo),
      reelsPerformanceRecent: gramReelsOn(account, line, daysAgo),
    })),
  };
}

export function tubePerformanceHistory(
  account: TubeAccount,
  shiftMs: number,
  days: number,
): TubePerformanceHistory {
  const line = timeline(account);
  return {
    histories: daysOf(account, days).map((daysAgo) => ({
      timestamp: epochAt - daysAgo * dayMs + shiftMs,
      totalSubscribers: followersOn(account, daysAgo),
      totalContents: countOn(line, daysAgo),
      videosPerformanceAll: tubeAllOn(account, line, daysAgo, 'video'),
      shortsPerformanceAll: tubeAllOn(account, line, daysAgo, 'short'),
    })),
  };
}

/** The counts that clip and gram share. */
const accountOn = (account: ClipAccount | GramAccount, line: Timeline, daysAgo: number, shiftMs: number) => ({
  timestamp: epochAt - daysAgo * dayMs + shiftMs,
  totalFollowers: followersOn(account, daysAgo),
  totalFollowing: followingOn(account, daysAgo),
  totalContents: countOn(line, daysAgo),
});

const daysOf = (account: Account, days: number): number[] =>
  Array.from({ length: days }, (_, daysAgo) => daysAgo).filter((daysAgo) => existedOn(account, daysAgo));
