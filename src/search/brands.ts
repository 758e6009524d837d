import type { Platform } from '../core/platforms.ts';
import type { Search } from '../core/search-body.ts';
import { type SponsorReach, sponsorReach } from '../records/sponsor-brand.ts';
import { type SponsorSummary, sponsorSummary } from '../records/sponsor-summary.ts';
import { type SponsoredAccount, type Sponsorship, sponsorshipsOf } from '../records/sponsored.ts';
import type { Brand } from '../world/account.ts';
import type { World } from '../world/world.ts';
import { flag, type Name, number, word, words } from './names.ts';
import { columnsBuilder, tableOf } from './table.ts';

/** A brand and the sponsorships of all its creators. */
interface BrandSubject {
  brand: Brand;
  sponsorships: readonly Sponsorship[];
  reach: SponsorReach;
  summary: SponsorSummary['summary'];
}

export interface BrandTable {
  readonly bytes: number;
  find(search: Search): { brands: { key: string; reach: SponsorReach }[]; totalResults: number };
}

const creatorsOn = (platform: Platform, { sponsorships }: BrandSubject): string[] =>
  sponsorships.flatMap(({ account }) => {
    if (account.platform !== platform) return [];
    return [account.platform === 'tube' ? account.channelId : account.handle];
  });

/** Spend is estimated on tube only, as in the brand's summary. */
const spend = (name: 'estimatedTotalSpend7d' | 'estimatedTotalSpend30d' | 'estimatedTotalSpend90d') =>
  number<BrandSubject>(name, ({ summary }) => summary.tube.performance[name] ?? 0);

/**
 * The filters of `/sponsor/search` (observed; the meaning of region and campaign is assumed:
 * sponsoring-region, active-campaign).
 */
export const brandNames: readonly Name<BrandSubject>[] = [
  word('name', ({ brand }) => brand.name, { sortable: true, caseless: true }),
  words('industry', ({ brand }) => brand.industries, { caseless: true }),
  word('country', ({ brand }) => brand.country),
  words('sponsoringRegion', ({ sponsorships }) => sponsorships.map(({ account }) => account.country)),
  words('sponsoringPlatforms', ({ reach }) => reach.sponsoringPlatforms, { caseless: true }),
  words('sponsoredTubeCreatorId', (of) => creatorsOn('tube', of)),
  words('sponsoredGramCreatorId', (of) => creatorsOn('gram', of), { handle: true }),
  number('totalSponsoredContent', ({ reach }) => reach.totalSponsoredContent),
  flag('hasActiveCampaign', ({ summary: { tube, gram } }) =>
    [tube, gram].some(({ creators }) => creators.sponsoredContent30d > 0),
  ),
  spend('estimatedTotalSpend7d'),
  spend('estimatedTotalSpend30d'),
  spend('estimatedTotalSpend90d'),
];

/**
 * Brands with gram handles only have no id to look up, so no search finds them (assumed: brands-without-id).
 */
export function brandTable(world: World): BrandTable {
  const columns = columnsBuilder(brandNames);
  const found: { key: string; id: string; reach: SponsorReach }[] = [];
  for (const brand of world.brands()) {
    if (brand.brandId === '') continue;
    const sponsorships = sponsorshipsOf(brand, sponsoredBy(world, brand));
    const reach = sponsorReach(sponsorships);
    const { summary } = sponsorSummary(sponsorships);
    columns.add({ brand, sponsorships, reach, summary });
    found.push({ key: brand.key, id: brand.brandId, reach });
  }
  const ids = found.map(({ id }) => id);
  const table = tableOf(brandNames, columns.done(), ids, { by: 'name', desc: false });
  return {
    bytes: table.bytes,
    find(search) {
      const { rows, totalResults } = table.find(search, { now: 0, shiftMs: 0 });
      return { brands: rows.flatMap((row) => found[row] ?? []), totalResults };
    },
  };
}

const sponsoredBy = (world: World, brand: Brand): SponsoredAccount[] =>
  world
    .sponsored(brand.key)
    .flatMap(({ platform, id }) => (platform === 'tube' ? world.tube(id) : world.gram(id)) ?? []);
