import { createLruCache } from '../../core/lru-cache.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, Found } from './account.ts';
import type { CountedNiche } from './world.ts';

/**
 * The accounts that the service finds after the epoch. No world stores them: each is a pure function of the seed of the
 * world and its number, as of the first day on which it is known.
 */

/** An account that is known from a day on, without what takes long to make. */
export interface Newcomer extends Found {
  readonly platform: Platform;
  readonly id: string;
  readonly handle: string;
  /** The main one first. */
  readonly niches: readonly string[];
  readonly topics: readonly string[];
}

/** Makes newcomers. */
export interface NewcomerMaker {
  /** Those that become known first come first. */
  readonly all: readonly Newcomer[];
  /** The account on its first day. */
  make(newcomer: Newcomer): Account;
}

export interface Newcomers {
  /** The newcomers of a platform that are known on a day. */
  on(platform: Platform, day: number): readonly Newcomer[];
  byId(platform: Platform, id: string): Newcomer | undefined;
  byNumber(platform: Platform, number: number): Newcomer | undefined;
  byHandle(handle: string): Newcomer | undefined;
  account(newcomer: Newcomer): Account;
}

/** Each takes some 60 KB in memory and 2 ms to make. */
const maxMade = 64;

export function newcomersBy({ all, make }: NewcomerMaker): Newcomers {
  const byPlatform = Map.groupBy(all, ({ platform }) => platform);
  const byId = new Map(all.map((each) => [`${each.platform} ${each.id}`, each]));
  const byNumber = new Map(all.map((each) => [`${each.platform} ${each.number}`, each]));
  const byHandle = new Map((byPlatform.get('tube') ?? []).map((each) => [each.handle.toLowerCase(), each]));
  const made = createLruCache<Newcomer, Account>(maxMade);
  return {
    on: (platform, day) => {
      const ofPlatform = byPlatform.get(platform) ?? [];
      const later = ofPlatform.findIndex(({ knownOn }) => knownOn > day);
      return later < 0 ? ofPlatform : ofPlatform.slice(0, later);
    },
    byId: (platform, id) => byId.get(`${platform} ${id}`),
    byNumber: (platform, number) => byNumber.get(`${platform} ${number}`),
    byHandle: (handle) => byHandle.get(handle.toLowerCase()),
    account(newcomer) {
      const account = made.get(newcomer) ?? make(newcomer);
      made.set(newcomer, account, 1);
      return account;
    },
  };
}

/** The counts of niches or topics with those of the newcomers. */
export function withNewcomers(
  niches: readonly CountedNiche[],
  newcomers: readonly Newcomer[],
  list: 'niches' | 'topics',
): readonly CountedNiche[] {
  if (newcomers.length === 0) return niches;
  const more = new Map<string, number>();
  for (const newcomer of newcomers) for (const id of newcomer[list]) more.set(id, (more.get(id) ?? 0) + 1);
  return niches.map((niche) => ({ ...niche, channelCount: niche.channelCount + (more.get(niche.id) ?? 0) }));
}
