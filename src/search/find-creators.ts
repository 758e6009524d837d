import type { Filter } from '../core/filters.ts';
import { nearestHint } from '../core/nearest.ts';
import { nicheSlug } from '../core/niche-id.ts';
import type { Platform } from '../core/platforms.ts';
import type { Account } from '../world/account.ts';
import { odditiesOf } from '../world/oddities.ts';
import { accountId } from '../world/rows.ts';
import { followersOn } from '../world/timeline.ts';
import type { World } from '../world/world.ts';
import type { CreatorTerms } from './creator-terms.ts';
import { indexesOf } from './indexes.ts';
import { inSlices, type Steps } from './steps.ts';

/** A creator to test with, in the neutral words. */
export interface FoundCreator {
  platform: Platform;
  handle: string;
  /** The handle, on tube the channel id. */
  id: string;
  displayName: string;
  followers: number;
  country: string;
  niches: string[];
  /** The words of its oddities; absent if it has none. */
  odd?: string[];
}

/**
 * The creators of a world that meet all terms, those with most followers first.
 * @throws RangeError for a niche that the world does not have
 */
export async function findCreators(world: World, terms: CreatorTerms): Promise<FoundCreator[]> {
  const meant = terms.niche === undefined ? terms : { ...terms, niche: nicheId(world, terms.niche) };
  const found: FoundCreator[] = [];
  for (const platform of meant.platforms) found.push(...(await inSlices(onPlatform(world, platform, meant))));
  return found.sort((a, b) => b.followers - a.followers).slice(0, terms.limit);
}

/** An account is read as a whole to see whether it is odd, so pages are read until there are enough. */
function* onPlatform(world: World, platform: Platform, terms: CreatorTerms): Steps<FoundCreator[]> {
  const { odd, limit } = terms;
  const filters = filtersOf(platform, terms);
  const pageSize = Math.max(limit, 100);
  const found: FoundCreator[] = [];
  for (let offset = 0; found.length < limit; offset += pageSize) {
    const { ids } = yield* indexesOf(world)
      .creators(platform)
      .find({ filters, sortBy: followers[platform], desc: true, offset, pageSize }, { now: 0, shiftMs: 0 });
    for (const id of ids) {
      if (found.length === limit) break;
      const creator = creatorOf(world[platform](id) as Account);
      if (odd === undefined || (odd === 'true' ? creator.odd : creator.odd?.includes(odd)))
        found.push(creator);
      yield;
    }
    if (ids.length < pageSize) break;
  }
  return found;
}

const followers = {
  clip: 'totalFollowers',
  gram: 'totalFollowers',
  tube: 'totalSubscribers',
} as const satisfies Record<Platform, string>;

function filtersOf(
  platform: Platform,
  { niche, country, language, minFollowers, maxFollowers }: CreatorTerms,
): Filter[] {
  const text = (name: string, value: string | undefined): Filter[] =>
    value === undefined ? [] : [{ name, type: 'string', anyOf: [value], contains: false }];
  const bound = (op: '>' | '<', value: number | undefined): Filter[] =>
    value === undefined ? [] : [{ name: followers[platform], type: 'number', op, value }];
  return [
    ...text('niches', niche),
    ...text('country', country),
    ...text('mainLanguage', language),
    ...bound('>', minFollowers === undefined ? undefined : minFollowers - 1),
    ...bound('<', maxFollowers === undefined ? undefined : maxFollowers + 1),
  ];
}

/** @returns the id of the niche with this name, slug or id; the list is the same on all platforms */
function nicheId(world: World, given: string): string {
  const wanted = given.toLowerCase();
  const niches = world.niches('clip');
  const known = niches.find(({ id, name }) =>
    [id.toLowerCase(), nicheSlug(id), name.toLowerCase()].includes(wanted),
  );
  if (known) return known.id;
  const hint = nearestHint(
    wanted,
    niches.map(({ id }) => nicheSlug(id)),
  );
  throw new RangeError(`This world has no niche '${given.slice(0, 60)}'${hint}.`);
}

function creatorOf(account: Account): FoundCreator {
  const odd = odditiesOf(account);
  const { platform, handle, displayName, country, niches } = account;
  return {
    platform,
    handle,
    id: accountId(account),
    displayName,
    followers: followersOn(account, 0),
    country,
    niches,
    ...(odd.length > 0 && { odd }),
  };
}
