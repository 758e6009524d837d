import type { Platform } from '../../core/platforms.ts';
import { type SponsorReach, sponsorReach } from '../records/sponsor-brand.ts';
import {
  type MeasuredSponsorship,
  measuredContents,
  measuredSummary,
  type SponsorSummary,
} from '../records/sponsor-summary.ts';
import { type SponsoredContent, sponsoredContents } from '../records/sponsored.ts';
import type { Brand } from '../world/account.ts';
import type { IndexPart } from '../world/index-parts.ts';
import { accountId } from '../world/rows.ts';
import type { World } from '../world/world.ts';
import { flagName, numberName, type SearchName, wordName, wordsName } from './names.ts';
import type { IndexBuilder, PartSource } from './parts.ts';
import { columnsBuilder, columnsOf, placesOf, type Searches, tableOf, tableParts } from './table.ts';

/** A brand and the sponsorships of all its creators. */
interface BrandSubject {
  brand: Brand;
  sponsorships: readonly IndexedSponsorship[];
  reach: SponsorReach;
  summary: SponsorSummary['summary'];
}

/** An account, and the figures of its contents that a brand sponsors. */
interface IndexedSponsorship extends MeasuredSponsorship {
  accountId: string;
}

export type BrandTable = Searches<{ brands: FoundBrand[]; totalResults: number }>;

interface FoundBrand {
  key: string;
  reach: SponsorReach;
}

const creatorsOn = (platform: Platform, { sponsorships }: BrandSubject): string[] =>
  sponsorships.flatMap(({ account, accountId: id }) => (account.platform === platform ? [id] : []));

/** Spend is estimated on tube only, as in the brand's summary. */
const spend = (name: 'estimatedTotalSpend7d' | 'estimatedTotalSpend30d' | 'estimatedTotalSpend90d') =>
  numberName<BrandSubject>(name, ({ summary }) => summary.tube.performance[name] ?? 0);

/**
 * The filters of `/sponsor/search` (observed; the meaning of region and campaign is assumed:
 * sponsoring-region, active-campaign).
 */
export const brandNames: readonly SearchName<BrandSubject>[] = [
  wordName('name', ({ brand }) => brand.name, { sortable: true, caseless: true }),
  wordsName('industry', ({ brand }) => brand.industries, { caseless: true }),
  wordName('country', ({ brand }) => brand.country),
  wordsName('sponsoringRegion', ({ sponsorships }) => sponsorships.map(({ account }) => account.country)),
  wordsName('sponsoringPlatforms', ({ reach }) => reach.sponsoringPlatforms, { caseless: true }),
  wordsName('sponsoredTubeCreatorId', (of) => creatorsOn('tube', of)),
  wordsName('sponsoredGramCreatorId', (of) => creatorsOn('gram', of), { handle: true }),
  numberName('totalSponsoredContent', ({ reach }) => reach.totalSponsoredContent),
  flagName('hasActiveCampaign', ({ summary: { tube, gram } }) =>
    [tube, gram].some(({ creators }) => creators.sponsoredContent30d > 0),
  ),
  spend('estimatedTotalSpend7d'),
  spend('estimatedTotalSpend30d'),
  spend('estimatedTotalSpend90d'),
];

/**
 * Brands with gram handles only have no id to look up, so no search finds them (assumed: brands-without-id).
 */
export function brandIndex(world: World): IndexBuilder<Brand> {
  const columns = columnsBuilder(brandNames);
  const keys: string[] = [];
  const ids: string[] = [];
  const reaches: string[] = [];
  let byBrand: ReadonlyMap<string, readonly IndexedSponsorship[]> | undefined;
  return {
    add(brand) {
      if (brand.brandId === '') return;
      byBrand ??= sponsorshipsByBrand(world);
      const sponsorships = byBrand.get(brand.key) ?? [];
      const reach = sponsorReach(sponsorships);
      const { summary } = measuredSummary(sponsorships);
      columns.add({ brand, sponsorships, reach, summary });
      keys.push(brand.key);
      ids.push(brand.brandId);
      reaches.push(JSON.stringify(reach));
    },
    *parts(): Generator<[string, IndexPart], void, undefined> {
      const place = placesOf(ids);
      yield ['keys', keys];
      yield ['reaches', reaches];
      yield* tableParts(place);
      yield* columns.parts(place);
    },
  };
}

export function brandTable(parts: PartSource): BrandTable {
  const table = tableOf(brandNames, columnsOf(brandNames, parts), parts, { by: 'name', desc: false });
  const brandAt = (row: number): FoundBrand => ({
    key: parts.texts('keys')[row] as string,
    reach: JSON.parse(parts.texts('reaches')[row] as string) as SponsorReach,
  });
  return {
    *find(search, moment) {
      const { rows, totalResults } = yield* table.search(search, moment);
      return { brands: rows.map(brandAt), totalResults };
    },
  };
}

/** Reads each sponsored account once, and keeps only figures: a large world has many. */
function sponsorshipsByBrand(world: World): Map<string, IndexedSponsorship[]> {
  const byBrand = new Map<string, IndexedSponsorship[]>();
  for (const sponsored of world.sponsoredAccounts()) {
    const { platform, country, languages } = sponsored;
    const account = { platform, country, languages };
    const contents: readonly SponsoredContent[] =
      sponsored.platform === 'tube' ? sponsoredContents(sponsored) : sponsoredContents(sponsored);
    const measured = measuredContents(sponsored, contents);
    for (const key of new Set(contents.flatMap(({ brands }) => brands))) {
      const ofBrand = measured.filter((_, n) => contents[n]?.brands.includes(key));
      const known = byBrand.get(key) ?? [];
      known.push({ account, accountId: accountId(sponsored), contents: ofBrand });
      byBrand.set(key, known);
    }
  }
  return byBrand;
}
