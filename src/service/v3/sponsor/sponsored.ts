import type { Sponsorship } from '../../../creators/records/sponsored.ts';
import type { World } from '../../../creators/world/world.ts';
import { found } from '../lookup.ts';
import { sponsorships } from './brand.ts';
import { type Page, type Paged, pageOf, pageOfSorted } from './page.ts';

interface SponsoredQuery extends Paged {
  brandId: string;
  platform: string;
}

/** The records of the creators whom a brand sponsors on a platform: one page, by descending keys unless asked otherwise. */
export function sponsoredPage<T extends { creatorId: string }>(
  world: World,
  query: SponsoredQuery,
  record: (sponsorship: Sponsorship) => T,
  key: (record: T) => number,
): { records: T[]; totalResults: number } & Page {
  const all = sponsorships(world, found(world.brand(query.brandId)))
    .filter(({ account }) => account.platform === query.platform)
    .map(record);
  const page = pageOf(query);
  const desc = (query.desc ?? 'true') === 'true';
  const records = pageOfSorted(all, page, { key, id: ({ creatorId }) => creatorId, desc });
  return { records, totalResults: all.length, ...page };
}
