import type { Brand, GramAccount, GramContent, TubeAccount, TubeContent } from '../world/account.ts';

/** Who sponsored what. Sponsorship records, profiles and the sponsor family all count what is found here. */

/** Clip contents carry no sponsors; they are only marked as ads. */
export type SponsoredAccount = GramAccount | TubeAccount;
export type SponsoredContent = GramContent | TubeContent;

/** The brand behind a key that a content names. */
export type BrandOf = (key: string) => Brand | undefined;

/** A sponsorship record looks at no more than the latest 60 sponsored contents (observed on tube). */
const most = 60;

/** The sponsored contents of an account that count, newest first. */
export function sponsoredContents(account: TubeAccount): TubeContent[];
export function sponsoredContents(account: GramAccount): GramContent[];
export function sponsoredContents(account: SponsoredAccount): SponsoredContent[];
export function sponsoredContents(account: SponsoredAccount): SponsoredContent[] {
  const contents: SponsoredContent[] = account.contents;
  return contents.filter((content) => content.brands.length > 0).slice(0, most);
}

/**
 * Brand by brand, the one that sponsored last first. A content with several sponsors stands under each.
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

/** What one brand sponsored on one account. */
export interface Sponsorship {
  account: SponsoredAccount;
  contents: SponsoredContent[];
}

/** The accounts among these that the brand sponsors, each with the contents that count. */
export const sponsorshipsOf = (brand: Brand, accounts: readonly SponsoredAccount[]): Sponsorship[] =>
  accounts
    .map((account) => ({
      account,
      contents: sponsoredContents(account).filter((content) => content.brands.includes(brand.key)),
    }))
    .filter(({ contents }) => contents.length > 0);
