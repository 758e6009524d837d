import { ratio } from '../core/statistics.ts';
import { type ClipContentItem, clipContentItem } from '../records/content-search-item.ts';
import { clipVideosOn } from '../records/recent-blocks.ts';
import type { ClipAccount } from '../world/account.ts';
import { followersOn, timeline } from '../world/timeline.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { alias, type Name, number, text, words } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface ClipSubject {
  item: ClipContentItem;
  /** The creator's recent averages. */
  usual: { likes: number; rate: number };
}

const likes: Name<ClipSubject> = number('likes', ({ item }) => item.likes);
/** The content's figure divided by its creator's recent average (assumed: performance-x). */
const performanceLikes: Name<ClipSubject> = number('performanceLikes', ({ item, usual }) =>
  ratio(item.likes, usual.likes),
);

/** The filters of `/clip/content-search` (specification 4.2; most names are observed). */
export const clipContentNames: ContentNames<ClipSubject, ClipAccount> = {
  content: [
    text('description', ({ item }) => item.description),
    words('hashtag', ({ item }) => item.hashtags),
    number('publishTime', ({ item }) => item.publishTime, 'age'),
    number('plays', ({ item }) => item.plays),
    likes,
    alias('diggs', likes),
    number('comments', ({ item }) => item.comments),
    number('shares', ({ item }) => item.shares),
    number('engagement', ({ item }) => item.engagementRate),
    number('lengthSec', ({ item }) => item.lengthSec),
    performanceLikes,
    alias('performanceDiggs', performanceLikes),
    number('performanceEngagement', ({ item, usual }) => ratio(item.engagementRate, usual.rate)),
  ],
  creator: [...creatorNames, number('totalFollowers', (account) => followersOn(account, 0))],
};

export const clipContentIndex = (): IndexBuilder<ClipAccount> => contentIndex(clipContentNames, subjectsOf);

function subjectsOf(account: ClipAccount): ClipSubject[] {
  const recent = clipVideosOn(account, timeline(account), 0);
  const usual = { likes: recent.likes.avg, rate: recent.engagement.avgEngagementRate };
  return account.contents.map((content) => ({ item: clipContentItem(account, content, 0), usual }));
}
