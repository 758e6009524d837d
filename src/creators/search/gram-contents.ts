import { gramContentType } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { GramAccount } from '../world/account.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flagName, numberName, textName, wordName, wordsName } from './names.ts';
import type { IndexBuilder } from './parts.ts';
import { type SponsoredContent, sponsoredContents } from './sponsored-contents.ts';

/** The filters of `/gram/content-search` (observed). */
export const gramContentNames: ContentNames<SponsoredContent<GramAccount>, GramAccount> = {
  content: [
    // a single picture has no type, so no value finds it (assumed: gram-content-type)
    wordName('postType', ({ content }) => gramContentType(content) ?? ''),
    textName('description', ({ content }) => content.text),
    wordsName('hashtag', ({ content }) => content.hashtags),
    numberName('publishTime', ({ content }) => content.publishedAt, 'age'),
    numberName('likes', ({ content }) => content.likes),
    numberName('comments', ({ content }) => content.comments),
    numberName('engagement', ({ figures }) => figures.engagement),
    flagName('isSponsored', ({ content }) => content.brands.length > 0),
    wordsName('partneredBrands', ({ partneredBrands }) => partneredBrands),
    numberName('performanceLikes', ({ figures }) => figures.performanceLikes),
    numberName('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: creatorNames,
};

export const gramContentIndex = (brandOf: BrandOf): IndexBuilder<GramAccount> =>
  contentIndex(gramContentNames, (account) => sponsoredContents(account, brandOf));
