import type { Filter } from '../../core/filters.ts';
import type { LoopShare } from '../../core/loop-share.ts';
import { nearestHint } from '../../core/nearest.ts';
import { nicheSlug } from '../../core/niche-id.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { type Yielding, yieldToLoop } from '../../core/yield-to-loop.ts';
import { type Account, epochAt } from '../world/account.ts';
import { edgeCasesOf } from '../world/edge-cases.ts';
import { accountId } from '../world/rows.ts';
import { followersOn } from '../world/timeline.ts';
import type { World } from '../world/world.ts';
import { momentAt } from './conditions.ts';
import type { CreatorTerms } from './creator-terms.ts';
import { createSearches, type SearchesOfDay } from './searches.ts';

/** A creator to test with, in the neutral words. */
export interface FoundCreator {
  platform: Platform;
  handle: string;
  /** The handle, on tube the channel id. */
  id: string;
  displayName: string;
  bio: string;
  followers: number;
  following: number;
  country: string;
  /** The main one, three letters. */
  language: string;
  niches: string[];
  /** The words of its edge cases; absent if it has none. */
  edge?: string[];
}

interface FindOptions {
  readonly loopShare?: LoopShare;
  /** The searches of the day of the world; own ones when absent. */
  readonly searches?: SearchesOfDay;
}

/**
 * The creators of a world that meet all terms, those with most followers first.
 * @throws RangeError for a niche that the world does not have
 */
export async function findCreators(
  world: World,
  terms: CreatorTerms,
  { loopShare, searches = createSearches().of(world) }: FindOptions = {},
): Promise<FoundCreator[]> {
  assertNiche(world, terms.niche);
  const found: FoundCreator[] = [];
  for (const platform of terms.platforms)
    found.push(
      ...(await yieldToLoop(findOnPlatform(world, searches, platform, terms), loopShare && { loopShare })),
    );
  return found.sort((a, b) => b.followers - a.followers).slice(0, terms.limit);
}

/** Names and edge cases are known only after an account is read, so pages are read until enough creators fit. */
function* findOnPlatform(
  world: World,
  searches: SearchesOfDay,
  platform: Platform,
  terms: CreatorTerms,
): Yielding<FoundCreator[]> {
  const { edge, limit } = terms;
  const name = terms.name?.toLowerCase();
  const isNamed = (account: Account): boolean =>
    name === undefined ||
    `${account.handle}\n${accountId(account)}\n${account.displayName}`.toLowerCase().includes(name);
  const isOdd = (creator: FoundCreator): boolean =>
    edge === undefined ||
    (edge === 'true' ? creator.edge !== undefined : creator.edge?.includes(edge) === true);
  const filters = filtersOf(world, platform, terms);
  const pageSize = Math.max(limit, 100);
  const found: FoundCreator[] = [];
  for (let offset = 0; found.length < limit; offset += pageSize) {
    const { ids } = yield* searches
      .creators(platform)
      .find(
        { filters, sortBy: followerNames[platform], desc: true, offset, pageSize },
        momentAt(world, epochAt),
      );
    for (const id of ids) {
      if (found.length === limit) break;
      // The contents are most of an account.
      if (isNamed(headOf(world, platform, id))) {
        const creator = creatorOf(world[platform](id) as Account);
        if (isOdd(creator)) found.push(creator);
      }
      yield;
    }
    if (ids.length < pageSize) break;
  }
  return found;
}

/** An account without its contents. */
const headOf = (world: World, platform: Platform, id: string): Account =>
  world.excerpt(platform as 'clip', id, []) as Account;

const followerNames = {
  clip: 'totalFollowers',
  gram: 'totalFollowers',
  tube: 'totalSubscribers',
} as const satisfies Record<Platform, string>;

function filtersOf(
  world: World,
  platform: Platform,
  { niche, country, language, minFollowers, maxFollowers }: CreatorTerms,
): Filter[] {
  const anyOf = (name: string, values: readonly string[]): Filter => ({
    name,
    type: 'string',
    anyOf: values,
    contains: false,
  });
  const text = (name: string, value: string | undefined): Filter[] =>
    value === undefined ? [] : [anyOf(name, [value])];
  const bound = (op: '>' | '<', value: number | undefined): Filter[] =>
    value === undefined ? [] : [{ name: followerNames[platform], type: 'number', op, value }];
  return [
    ...(niche === undefined ? [] : [anyOf('niches', nicheIdsNamed(world, platform, niche))]),
    ...text('country', country),
    ...text('mainLanguage', language),
    ...bound('>', minFollowers === undefined ? undefined : minFollowers - 1),
    ...bound('<', maxFollowers === undefined ? undefined : maxFollowers + 1),
  ];
}

/** The ids on this platform of the niche with this name, slug or id. */
const nicheIdsNamed = (world: World, platform: Platform, given: string): string[] =>
  world
    .niches(platform)
    .filter(({ id, name }) =>
      [id, nicheSlug(id), name].some((text) => normalizedName(text) === normalizedName(given)),
    )
    .map(({ id }) => id);

function assertNiche(world: World, given: string | undefined): void {
  if (given === undefined) return;
  if (platformsByName.some((platform) => nicheIdsNamed(world, platform, given).length > 0)) return;
  const slugs = platformsByName.flatMap((platform) => world.niches(platform).map(({ id }) => nicheSlug(id)));
  const hint = nearestHint(normalizedName(given), [...new Set(slugs)]);
  throw new RangeError(`This world has no niche '${given.slice(0, 60)}'${hint}.`);
}

/** Without case, spaces and hyphens, a name equals its slug. */
const normalizedName = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '');

function creatorOf(account: Account): FoundCreator {
  const edge = edgeCasesOf(account);
  const { platform, handle, displayName, bio, following, country, languages, niches } = account;
  return {
    platform,
    handle,
    id: accountId(account),
    displayName,
    bio,
    followers: followersOn(account, 0),
    following,
    country,
    language: languages[0] ?? '',
    niches,
    ...(edge.length > 0 && { edge }),
  };
}
