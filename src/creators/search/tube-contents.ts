import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { type TubeContentItem, tubeContentItem } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { TubeAccount } from '../world/account.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flag, number, text, word, words } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface TubeSubject {
  item: TubeContentItem;
  figures: ContentFigures;
}

/** The filters of `/tube/content-search` (observed). */
export const tubeContentNames: ContentNames<TubeSubject, TubeAccount> = {
  content: [
    // items write this type as `shorts`, filters as `short` (observed)
    word('postType', ({ item }) => (item.contentType === 'shorts' ? 'short' : item.contentType)),
    text('title', ({ item }) => item.title),
    text('description', ({ item }) => item.description),
    words('hashtag', ({ item }) => item.hashtags),
    number('publishTime', ({ item }) => item.publishTime, 'age'),
    number('views', ({ item }) => item.views),
    number('likes', ({ item }) => item.likes),
    number('comments', ({ item }) => item.comments),
    number('engagement', ({ figures }) => figures.engagement),
    flag('isSponsored', ({ item }) => item.isSponsored),
    words('partneredBrands', ({ item }) => item.partneredBrands),
    number('lengthSec', ({ item }) => item.lengthSec),
    word('language', ({ item }) => item.language),
    word('category', ({ item }) => item.category),
    number('performanceViews', ({ figures }) => figures.performanceViews),
    number('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: [...creatorNames, words('contentTopics', (account) => account.topics)],
};

export const tubeContentIndex = (brandOf: BrandOf): IndexBuilder<TubeAccount> =>
  contentIndex(tubeContentNames, (account) => subjectsOf(account, brandOf));

function subjectsOf(account: TubeAccount, brandOf: BrandOf): TubeSubject[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    item: tubeContentItem(account, content, 0, brandOf),
    figures: figuresOf(content),
  }));
}
