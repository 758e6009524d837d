import { ratio } from '../core/statistics.ts';
import { type TubeContentItem, tubeContentItem } from '../records/content-search-item.ts';
import { tubeRecentOn } from '../records/recent-blocks.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { TubeAccount } from '../world/account.ts';
import { timeline } from '../world/timeline.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flag, number, text, word, words } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface TubeSubject {
  item: TubeContentItem;
  /** The creator's recent averages of the same kind of content. */
  usual: { views: number; rate: number };
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
    number('engagement', ({ item }) => item.engagementRate),
    flag('isSponsored', ({ item }) => item.isSponsored),
    words('partneredBrands', ({ item }) => item.partneredBrands),
    number('lengthSec', ({ item }) => item.lengthSec),
    word('language', ({ item }) => item.language),
    word('category', ({ item }) => item.category),
    // the content's figure divided by its creator's recent average of the same kind (assumed: performance-x)
    number('performanceViews', ({ item, usual }) => ratio(item.views, usual.views)),
    number('performanceEngagement', ({ item, usual }) => ratio(item.engagementRate, usual.rate)),
  ],
  creator: [...creatorNames, words('contentTopics', (account) => account.topics)],
};

export const tubeContentIndex = (brandOf: BrandOf): IndexBuilder<TubeAccount> =>
  contentIndex(tubeContentNames, (account) => subjectsOf(account, brandOf));

function subjectsOf(account: TubeAccount, brandOf: BrandOf): TubeSubject[] {
  const line = timeline(account);
  const usualOf = (kind: 'video' | 'short') => {
    const { views, engagement } = tubeRecentOn(account, line, 0, kind);
    return { views: views.avg, rate: engagement.avgEngagementRate };
  };
  const usual = { video: usualOf('video'), short: usualOf('short') };
  return account.contents.map((content) => ({
    item: tubeContentItem(account, content, 0, brandOf),
    usual: usual[content.kind],
  }));
}
