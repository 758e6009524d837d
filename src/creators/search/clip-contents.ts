import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { type ClipContentItem, clipContentItem } from '../records/content-search-item.ts';
import type { ClipAccount } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { alias, type Name, number, text, words } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface ClipSubject {
  item: ClipContentItem;
  figures: ContentFigures;
}

const likes: Name<ClipSubject> = number('likes', ({ item }) => item.likes);
const performanceLikes: Name<ClipSubject> = number(
  'performanceLikes',
  ({ figures }) => figures.performanceLikes,
);

/** The filters of `/clip/content-search` (contract 4.2; most names are observed). */
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
    number('engagement', ({ figures }) => figures.engagement),
    number('lengthSec', ({ item }) => item.lengthSec),
    performanceLikes,
    alias('performanceDiggs', performanceLikes),
    number('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: [...creatorNames, number('totalFollowers', (account) => followersOn(account, 0))],
};

export const clipContentIndex = (): IndexBuilder<ClipAccount> => contentIndex(clipContentNames, subjectsOf);

function subjectsOf(account: ClipAccount): ClipSubject[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    item: clipContentItem(account, content, 0),
    figures: figuresOf(content),
  }));
}
