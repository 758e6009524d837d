import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { type TubeContentItem, tubeContentItem } from '../records/content-search-item.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { TubeAccount } from '../world/account.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flagName, numberName, textName, wordName, wordsName } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface TubeSubject {
  item: TubeContentItem;
  figures: ContentFigures;
}

/** The filters of `/tube/content-search` (observed). */
export const tubeContentNames: ContentNames<TubeSubject, TubeAccount> = {
  content: [
    // items write this type as `shorts`, filters as `short` (observed)
    wordName('postType', ({ item }) => (item.contentType === 'shorts' ? 'short' : item.contentType)),
    textName('title', ({ item }) => item.title),
    textName('description', ({ item }) => item.description),
    wordsName('hashtag', ({ item }) => item.hashtags),
    numberName('publishTime', ({ item }) => item.publishTime, 'age'),
    numberName('views', ({ item }) => item.views),
    numberName('likes', ({ item }) => item.likes),
    numberName('comments', ({ item }) => item.comments),
    numberName('engagement', ({ figures }) => figures.engagement),
    flagName('isSponsored', ({ item }) => item.isSponsored),
    wordsName('partneredBrands', ({ item }) => item.partneredBrands),
    numberName('lengthSec', ({ item }) => item.lengthSec),
    wordName('language', ({ item }) => item.language),
    wordName('category', ({ item }) => item.category),
    numberName('performanceViews', ({ figures }) => figures.performanceViews),
    numberName('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: [...creatorNames, wordsName('contentTopics', (account) => account.topics)],
};

export const tubeContentIndex = (brandOf: BrandOf): IndexBuilder<TubeAccount> =>
  contentIndex(tubeContentNames, (account) => tubeSubjects(account, brandOf));

function tubeSubjects(account: TubeAccount, brandOf: BrandOf): TubeSubject[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    item: tubeContentItem(account, content, 0, brandOf),
    figures: figuresOf(content),
  }));
}
