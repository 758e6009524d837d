import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { type GramContentItem, gramContentItem } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { GramAccount } from '../world/account.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flagName, numberName, textName, wordName, wordsName } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface GramSubject {
  item: GramContentItem;
  figures: ContentFigures;
}

/** The filters of `/gram/content-search` (observed). */
export const gramContentNames: ContentNames<GramSubject, GramAccount> = {
  content: [
    // a single picture has no type, so no value finds it (assumed: gram-content-type)
    wordName('postType', ({ item }) => item.contentType ?? ''),
    textName('description', ({ item }) => item.description),
    wordsName('hashtag', ({ item }) => item.hashtags),
    numberName('publishTime', ({ item }) => item.publishTime, 'age'),
    numberName('likes', ({ item }) => item.likes),
    numberName('comments', ({ item }) => item.comments),
    numberName('engagement', ({ figures }) => figures.engagement),
    flagName('isSponsored', ({ item }) => item.isSponsored),
    wordsName('partneredBrands', ({ item }) => item.partneredBrands),
    numberName('performanceLikes', ({ figures }) => figures.performanceLikes),
    numberName('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: creatorNames,
};

export const gramContentIndex = (brandOf: BrandOf): IndexBuilder<GramAccount> =>
  contentIndex(gramContentNames, (account) => gramSubjects(account, brandOf));

function gramSubjects(account: GramAccount, brandOf: BrandOf): GramSubject[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    item: gramContentItem(account, content, 0, brandOf),
    figures: figuresOf(content),
  }));
}
