import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { type GramContentItem, gramContentItem } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { GramAccount } from '../world/account.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flag, number, text, word, words } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface GramSubject {
  item: GramContentItem;
  figures: ContentFigures;
}

/** The filters of `/gram/content-search` (observed). */
export const gramContentNames: ContentNames<GramSubject, GramAccount> = {
  content: [
    // a single picture has no type, so no value finds it (assumed: gram-content-type)
    word('postType', ({ item }) => item.contentType ?? ''),
    text('description', ({ item }) => item.description),
    words('hashtag', ({ item }) => item.hashtags),
    number('publishTime', ({ item }) => item.publishTime, 'age'),
    number('likes', ({ item }) => item.likes),
    number('comments', ({ item }) => item.comments),
    number('engagement', ({ figures }) => figures.engagement),
    flag('isSponsored', ({ item }) => item.isSponsored),
    words('partneredBrands', ({ item }) => item.partneredBrands),
    number('performanceLikes', ({ figures }) => figures.performanceLikes),
    number('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: creatorNames,
};

export const gramContentIndex = (brandOf: BrandOf): IndexBuilder<GramAccount> =>
  contentIndex(gramContentNames, (account) => subjectsOf(account, brandOf));

function subjectsOf(account: GramAccount, brandOf: BrandOf): GramSubject[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    item: gramContentItem(account, content, 0, brandOf),
    figures: figuresOf(content),
  }));
}
