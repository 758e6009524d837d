import { type Static, Type } from '@sinclair/typebox';
import { platforms, sponsoringPlatforms } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import type { Brand } from '../world/account.ts';
import { count, countryCode, object, pageUrl, record, text, texts } from './atoms.ts';
import type { Sponsorship } from './sponsored.ts';
import { logoUrl } from './urls.ts';

/** A brand, and its shorter forms in lists and searches. */

/** The service capitalises the platforms here, and only here (observed). */
export const platformNames = { tube: 'Tube', gram: 'Gram' } as const;
type PlatformName = (typeof platformNames)[keyof typeof platformNames];
const sponsoringPlatform = choice(Object.values(platformNames), 'A platform.');
const brief = {
  brandId: text('Domain-shaped id.'),
  name: text('Name.'),
  logo: text('URL of the logo.'),
  industries: texts('Industries it works in.'),
  country: countryCode('The country of its headquarters.'),
};
const reach = {
  totalSponsoredContent: count('Sponsored contents that the sponsorship records list.'),
  sponsoringPlatforms: Type.Array(sponsoringPlatform, { description: 'Platforms on which it sponsors.' }),
};

export const SponsorInformation = record('SponsorInformation', 'The facts about a brand.', {
  name: brief.name,
  alias: texts('Other names of the brand.'),
  logo: brief.logo,
  description: text('The business of the brand.'),
  companySize: text('Size of the company; may be empty.'),
  keyPeople: texts('Names of people who lead it.'),
  industries: brief.industries,
  country: brief.country,
  location: text('City; may be empty.'),
  website: text('URL of its site; may be empty.'),
  socialMedia: Type.Array(
    object('An account of the brand.', {
      platform: choice(platforms, 'The platform of the account.'),
      url: pageUrl('URL of it.'),
    }),
    { description: "The brand's own accounts." },
  ),
  competitors: texts('Names of similar brands.'),
  ...reach,
});
export type SponsorInformation = Static<typeof SponsorInformation>;

export const SponsorListItem = record('SponsorListItem', 'A brand in the list.', {
  ...brief,
  sponsoringPlatforms: reach.sponsoringPlatforms,
  totalSponsoredContent: reach.totalSponsoredContent,
});
export type SponsorListItem = Static<typeof SponsorListItem>;

export const SponsorSearchItem = record('SponsorSearchItem', 'A brand that a search found.', brief);
export type SponsorSearchItem = Static<typeof SponsorSearchItem>;

export interface SponsorReach {
  totalSponsoredContent: number;
  sponsoringPlatforms: PlatformName[];
}

interface Reaching {
  account: Pick<Sponsorship['account'], 'platform'>;
  contents: readonly unknown[];
}

/** How much a brand sponsors, over all its creators. */
export const sponsorReach = (sponsorships: readonly Reaching[]): SponsorReach => ({
  totalSponsoredContent: sponsorships.reduce((total, { contents }) => total + contents.length, 0),
  sponsoringPlatforms: sponsoringPlatforms
    .filter((platform) => sponsorships.some(({ account }) => account.platform === platform))
    .map((platform) => platformNames[platform]),
});

export const sponsorInformation = (brand: Brand, reach: SponsorReach): SponsorInformation => ({
  name: brand.name,
  alias: brand.aliases,
  logo: logoUrl(brand.key),
  description: brand.description,
  companySize: brand.companySize,
  keyPeople: brand.keyPeople,
  industries: brand.industries,
  country: brand.country,
  location: brand.location,
  website: brand.website,
  socialMedia: brand.socialMedia,
  competitors: brand.competitors,
  ...reach,
});

export const sponsorListItem = (brand: Brand, reach: SponsorReach): SponsorListItem => ({
  ...sponsorSearchItem(brand),
  ...reach,
});

export const sponsorSearchItem = (brand: Brand): SponsorSearchItem => ({
  brandId: brand.brandId,
  name: brand.name,
  logo: logoUrl(brand.key),
  industries: brand.industries,
  country: brand.country,
});
