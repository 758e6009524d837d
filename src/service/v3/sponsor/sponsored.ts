import type { Sponsorship } from '../../../creators/records/sponsored.ts';
import type { World } from '../../../creators/world/world.ts';
import { requireFound } from '../lookup.ts';
import { sponsorships } from './brand.ts';
import { type PageQuery, type PageRange, pageOfSorted, readPage } from './page.ts';

interface SponsoredQuery extends PageQuery {
  brandId: string;
  platform: string;
}

/** The records of the creators whom a brand sponsors on a platform: one page, by descending keys unless asked otherwise. */
export function sponsoredPage<T extends { creatorId: string }>(
  world: World,
  query: SponsoredQuery,
  record: (sponsorship: Sponsorship) => T,
  key: (record: T) => number,
): { records: T[]; totalResults: number } & PageRange {
  const all = sponsorships(world, requireFound(world.brand(query.brandId)))
    .filter(({ account }) => account.platform === query.platform)
    .map(record);
  const page = readPage(query);
  const desc = (query.desc ?? 'true') === 'true';
  const records = pageOfSorted(all, page, { key, id: ({ creatorId }) => creatorId, desc });
  return { records, totalResults: all.length, ...page };
}
