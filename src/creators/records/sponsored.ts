import type { Brand, GramAccount, GramContent, TubeAccount, TubeContent } from '../world/account.ts';

/** Sponsored contents. Sponsorship records, profiles and the sponsor operations all count these. */

/** Clip contents name no sponsors; they are only marked as ads. */
export type SponsoredAccount = GramAccount | TubeAccount;
export type SponsoredContent = GramContent | TubeContent;

/** Finds the brand of a key in a content. */
export type BrandOf = (key: string) => Brand | undefined;

/** Sponsorship records cover at most the latest 60 sponsored contents (observed on tube). */
const maxSponsoredContents = 60;

/** The sponsored contents of an account that count, newest first. */
export function sponsoredContents(account: TubeAccount): TubeContent[];
export function sponsoredContents(account: GramAccount): GramContent[];
export function sponsoredContents(account: SponsoredAccount): SponsoredContent[];
export function sponsoredContents(account: SponsoredAccount): SponsoredContent[] {
  const contents: SponsoredContent[] = account.contents;
  return contents.filter((content) => content.brands.length > 0).slice(0, maxSponsoredContents);
}

/**
 * Groups contents by brand; the brand that sponsored last comes first. A content with several sponsors is in
 * each group.
 */
export function bySponsor<T extends SponsoredContent>(
  contents: readonly T[],
  brandOf: BrandOf,
): { brand: Brand; contents: T[] }[] {
  const found = new Map<string, { brand: Brand; contents: T[] }>();
  for (const content of contents)
    for (const key of content.brands) {
      const brand = brandOf(key);
      if (!brand) continue;
      const sponsor = found.get(key) ?? { brand, contents: [] };
      sponsor.contents.push(content);
      found.set(key, sponsor);
    }
  return [...found.values()];
}

/** The contents of one account that one brand sponsored. */
export interface Sponsorship {
  account: SponsoredAccount;
  contents: SponsoredContent[];
}

/** The accounts that the brand sponsors, each with the contents that count. */
export const sponsorshipsOf = (brand: Brand, accounts: readonly SponsoredAccount[]): Sponsorship[] =>
  accounts
    .map((account) => ({
      account,
      contents: sponsoredContents(account).filter((content) => content.brands.includes(brand.key)),
    }))
    .filter(({ contents }) => contents.length > 0);
