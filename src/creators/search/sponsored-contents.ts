import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { partneredBrandsOf } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { GramAccount, TubeAccount } from '../world/account.ts';

/** A content of a platform where contents name their partners, as its index reads it. */
export interface SponsoredContent<On extends GramAccount | TubeAccount> {
  content: On['contents'][number];
  partneredBrands: string[];
  figures: ContentFigures;
}

export function sponsoredContents<On extends GramAccount | TubeAccount>(
  account: On,
  brandOf: BrandOf,
): SponsoredContent<On>[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    content,
    partneredBrands: partneredBrandsOf(content, brandOf),
    figures: figuresOf(content),
  }));
}
