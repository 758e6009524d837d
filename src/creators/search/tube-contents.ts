import { tubeContentType } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { TubeAccount } from '../world/account.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flagName, numberName, textName, wordName, wordsName } from './names.ts';
import type { IndexBuilder } from './parts.ts';
import { type SponsoredContent, sponsoredContents } from './sponsored-contents.ts';

/** The filters of `/tube/content-search` (observed). */
export const tubeContentNames: ContentNames<SponsoredContent<TubeAccount>, TubeAccount> = {
  content: [
    // items write this type as `shorts`, filters as `short` (observed)
    wordName('postType', ({ content }) => tubeContentType(content).replace('shorts', 'short')),
    textName('title', ({ content }) => content.title),
    textName('description', ({ content }) => content.text),
    wordsName('hashtag', ({ content }) => content.hashtags),
    numberName('publishTime', ({ content }) => content.publishedAt, 'age'),
    numberName('views', ({ content }) => content.views),
    numberName('likes', ({ content }) => content.likes),
    numberName('comments', ({ content }) => content.comments),
    numberName('engagement', ({ figures }) => figures.engagement),
    flagName('isSponsored', ({ content }) => content.brands.length > 0),
    wordsName('partneredBrands', ({ partneredBrands }) => partneredBrands),
    numberName('lengthSec', ({ content }) => content.lengthSec),
    wordName('language', ({ content }) => content.language),
    wordName('category', ({ content }) => content.category),
    numberName('performanceViews', ({ figures }) => figures.performanceViews),
    numberName('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: [...creatorNames, wordsName('contentTopics', (account) => account.topics)],
};

export const tubeContentIndex = (brandOf: BrandOf): IndexBuilder<TubeAccount> =>
  contentIndex(tubeContentNames, (account) => sponsoredContents(account, brandOf));
