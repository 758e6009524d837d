import type { Platform } from '../../core/platforms.ts';
import { type SponsorReach, sponsorReach } from '../records/sponsor-brand.ts';
import {
  type MeasuredSponsorship,
  measuredContents,
  measuredSummary,
  type SponsorSummary,
} from '../records/sponsor-summary.ts';
import { type SponsoredAccount, type SponsoredContent, sponsoredContents } from '../records/sponsored.ts';
import type { Account, Brand } from '../world/account.ts';
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
 * @param known notes of the same day
 */
export function brandIndex(world: World, known?: SponsorNotes): IndexBuilder<Brand> {
  const columns = columnsBuilder(brandNames);
  const added: { brand: Brand; reach: SponsorReach }[] = [];
  let byBrand: SponsorshipsByBrand | undefined;
  return {
    add(brand) {
      if (brand.brandId === '') return;
      byBrand ??= known?.byBrand() ?? sponsorshipsByBrand(world);
      const sponsorships = byBrand.get(brand.key) ?? [];
      const reach = sponsorReach(sponsorships);
      added.push({ brand, reach });
      const { summary } = measuredSummary(sponsorships);
      columns.add({ brand, sponsorships, reach, summary });
    },
    parts() {
      const keys = added.map(({ brand }) => brand.key);
      const reaches = added.map(({ reach }) => JSON.stringify(reach));
      return tableParts({ keys, reaches }, placesOf(added.map(({ brand }) => brand.brandId)), [columns]);
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
function sponsorshipsByBrand(world: World): SponsorshipsByBrand {
  const byBrand: SponsorshipsByBrand = new Map();
  for (const sponsored of world.sponsoredAccounts()) addSponsorships(byBrand, sponsored);
  return byBrand;
}

type SponsorshipsByBrand = Map<string, IndexedSponsorship[]>;

function addSponsorships(byBrand: SponsorshipsByBrand, sponsored: SponsoredAccount): void {
  const contents = contentsWithSponsors(sponsored);
  if (contents.length === 0) return;
  const { platform, country, languages } = sponsored;
  const account = { platform, country, languages };
  const measured = measuredContents(sponsored, contents);
  for (const key of new Set(contents.flatMap(({ brands }) => brands))) {
    const ofBrand = measured.filter((_, n) => contents[n]?.brands.includes(key));
    const known = byBrand.get(key) ?? [];
    known.push({ account, accountId: accountId(sponsored), contents: ofBrand });
    byBrand.set(key, known);
  }
}

const contentsWithSponsors = (account: SponsoredAccount): readonly SponsoredContent[] =>
  account.platform === 'tube' ? sponsoredContents(account) : sponsoredContents(account);

/** Notes who sponsors the accounts that other indexes of a day read, so that the index of brands need not read them again. */
export interface SponsorNotes {
  /** Takes an account of the day; others than sponsored ones are ignored. */
  add(account: Account): void;
  /** Called when all accounts of a platform were added. */
  complete(platform: Platform): void;
  /** undefined unless both platforms with sponsors are complete */
  byBrand(): SponsorshipsByBrand | undefined;
}

/** @param world on any day: the numbers of accounts order what its brands tell */
export function sponsorNotes(world: Pick<World, 'numberOf'>): SponsorNotes {
  const sponsored: { number: number; byBrand: SponsorshipsByBrand }[] = [];
  const completed = new Set<Platform>();
  return {
    add(account) {
      if (account.platform === 'clip' || completed.has(account.platform)) return;
      const byBrand: SponsorshipsByBrand = new Map();
      addSponsorships(byBrand, account);
      if (byBrand.size === 0) return;
      sponsored.push({ number: world.numberOf(account.platform, accountId(account)) as number, byBrand });
    },
    complete: (platform) => completed.add(platform),
    byBrand() {
      if (!completed.has('gram') || !completed.has('tube')) return undefined;
      const all: SponsorshipsByBrand = new Map();
      for (const { byBrand } of sponsored.toSorted((a, b) => a.number - b.number))
        for (const [key, sponsorships] of byBrand) all.set(key, [...(all.get(key) ?? []), ...sponsorships]);
      return all;
    },
  };
}
