import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import type { ClipAccount, ClipContent } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { aliasName, numberName, type SearchName, textName, wordsName } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface ClipSubject {
  content: ClipContent;
  figures: ContentFigures;
}

const likes: SearchName<ClipSubject> = numberName('likes', ({ content }) => content.likes);
const performanceLikes: SearchName<ClipSubject> = numberName(
  'performanceLikes',
  ({ figures }) => figures.performanceLikes,
);

/** The filters of `/clip/content-search` (contract 4.2; most names are observed). */
export const clipContentNames: ContentNames<ClipSubject, ClipAccount> = {
  content: [
    textName('description', ({ content }) => content.text),
    wordsName('hashtag', ({ content }) => content.hashtags),
    numberName('publishTime', ({ content }) => content.publishedAt, 'age'),
    numberName('plays', ({ content }) => content.views),
    likes,
    aliasName('diggs', likes),
    numberName('comments', ({ content }) => content.comments),
    numberName('shares', ({ content }) => content.shares),
    numberName('engagement', ({ figures }) => figures.engagement),
    numberName('lengthSec', ({ content }) => content.lengthSec),
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
    content,
    figures: figuresOf(content),
  }));
}
