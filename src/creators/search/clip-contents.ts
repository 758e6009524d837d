import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { type ClipContentItem, clipContentItem } from '../records/content-search-item.ts';
import type { ClipAccount } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { aliasName, numberName, type SearchName, textName, wordsName } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface ClipSubject {
  item: ClipContentItem;
  figures: ContentFigures;
}

const likes: SearchName<ClipSubject> = numberName('likes', ({ item }) => item.likes);
const performanceLikes: SearchName<ClipSubject> = numberName(
  'performanceLikes',
  ({ figures }) => figures.performanceLikes,
);

/** The filters of `/clip/content-search` (contract 4.2; most names are observed). */
export const clipContentNames: ContentNames<ClipSubject, ClipAccount> = {
  content: [
    textName('description', ({ item }) => item.description),
    wordsName('hashtag', ({ item }) => item.hashtags),
    numberName('publishTime', ({ item }) => item.publishTime, 'age'),
    numberName('plays', ({ item }) => item.plays),
    likes,
    aliasName('diggs', likes),
    numberName('comments', ({ item }) => item.comments),
    numberName('shares', ({ item }) => item.shares),
    numberName('engagement', ({ figures }) => figures.engagement),
    numberName('lengthSec', ({ item }) => item.lengthSec),
    performanceLikes,
    aliasName('performanceDiggs', performanceLikes),
    numberName('performanceEngagement', ({ figures }) => figures.performanceEngagement),
  ],
  creator: [...creatorNames, numberName('totalFollowers', (account) => followersOn(account, 0))],
};

export const clipContentIndex = (): IndexBuilder<ClipAccount> => contentIndex(clipContentNames, clipSubjects);

function clipSubjects(account: ClipAccount): ClipSubject[] {
  const figuresOf = contentFigures(account);
  return account.contents.map((content) => ({
    item: clipContentItem(account, content, 0),
    figures: figuresOf(content),
  }));
}
