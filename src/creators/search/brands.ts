import type { Platform } from '../../core/platforms.ts';
import { type SponsorReach, sponsorReach } from '../records/sponsor-brand.ts';
import {
  type MeasuredSponsorship,
  measuredContents,
  measuredSummary,
  type SponsorSummary,
} from '../records/sponsor-summary.ts';
import { type SponsoredAccount, sponsoredContents } from '../records/sponsored.ts';
import type { Brand } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import type { World } from '../world/world.ts';
import { flagName, listName, numberName, type SearchName, textName, tieName } from './names.ts';

/** A brand and the sponsorships of all its creators. */
interface BrandSubject {
  brand: Brand;
  sponsorships: readonly CreatorSponsorship[];
  reach: SponsorReach;
  summary: SponsorSummary['summary'];
}

/** An account, and the figures of its contents that a brand sponsors. */
interface CreatorSponsorship extends MeasuredSponsorship {
  accountId: string;
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
  textName('name', ({ brand }) => brand.name, { sortable: true, caseless: true }),
  listName('industry', ({ brand }) => brand.industries, { caseless: true }),
  textName('country', ({ brand }) => brand.country),
  listName('sponsoringRegion', ({ sponsorships }) => sponsorships.map(({ account }) => account.country)),
  listName('sponsoringPlatforms', ({ reach }) => reach.sponsoringPlatforms, { caseless: true }),
  listName('sponsoredTubeCreatorId', (of) => creatorsOn('tube', of)),
  listName('sponsoredGramCreatorId', (of) => creatorsOn('gram', of), { handle: true }),
  numberName('totalSponsoredContent', ({ reach }) => reach.totalSponsoredContent),
  flagName('hasActiveCampaign', ({ summary: { tube, gram } }) =>
    [tube, gram].some(({ creators }) => creators.sponsoredContent30d > 0),
  ),
  spend('estimatedTotalSpend7d'),
  spend('estimatedTotalSpend30d'),
  spend('estimatedTotalSpend90d'),
];

/** The names of what a search finds: the key of a brand, and its reach as JSON. */
export const foundBrandNames = { key: '#key', reach: '#reach' } as const;

/** The names of brands, and what a search of them needs beside. */
export const brandColumns: readonly SearchName<BrandSubject>[] = [
  ...brandNames,
  textName(foundBrandNames.key, ({ brand }) => brand.key),
  textName(foundBrandNames.reach, ({ reach }) => JSON.stringify(reach)),
  tieName(({ brand }) => brand.brandId),
];

/**
 * The brands, after pauses without any. Those with gram handles only have no id to look up, so no search finds them
 * (assumed: brands-without-id). Each sponsored account is read once, and only its figures are kept.
 */
export function* brandSubjects(world: World): Generator<BrandSubject[]> {
  const byBrand = new Map<string, CreatorSponsorship[]>();
  for (const sponsored of world.sponsoredAccounts()) {
    addSponsorships(byBrand, sponsored);
    yield [];
  }
  for (const brand of world.brands()) {
    if (brand.brandId === '') continue;
    const sponsorships = byBrand.get(brand.key) ?? [];
    const reach = sponsorReach(sponsorships);
    const { summary } = measuredSummary(sponsorships);
    yield [{ brand, sponsorships, reach, summary }];
  }
}

function addSponsorships(byBrand: Map<string, CreatorSponsorship[]>, sponsored: SponsoredAccount): void {
  const contents = sponsoredContents(sponsored);
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
