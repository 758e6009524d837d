import { engagementByFollowers, ratio } from '../core/statistics.ts';
import { type GramContentItem, gramContentItem } from '../records/content-search-item.ts';
import { gramImagesOn, gramReelsOn } from '../records/recent-blocks.ts';
import type { BrandOf } from '../records/sponsored.ts';
import type { GramAccount } from '../world/account.ts';
import { followersOn, timeline } from '../world/timeline.ts';
import { type ContentNames, contentIndex, creatorNames } from './contents.ts';
import { flag, number, text, word, words } from './names.ts';
import type { IndexBuilder } from './parts.ts';

interface GramSubject {
  item: GramContentItem;
  performanceLikes: number;
  performanceEngagement: number;
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
    number('engagement', ({ item }) => item.engagementRate),
    flag('isSponsored', ({ item }) => item.isSponsored),
    words('partneredBrands', ({ item }) => item.partneredBrands),
    number('performanceLikes', ({ performanceLikes }) => performanceLikes),
    number('performanceEngagement', ({ performanceEngagement }) => performanceEngagement),
  ],
  creator: creatorNames,
};

export const gramContentIndex = (brandOf: BrandOf): IndexBuilder<GramAccount> =>
  contentIndex(gramContentNames, (account) => subjectsOf(account, brandOf));

/**
 * Performance is the content's figure divided by its creator's recent average of the same kind (assumed:
 * performance-x). The averages of reels are over followers, so the rate of a reel is too.
 */
function subjectsOf(account: GramAccount, brandOf: BrandOf): GramSubject[] {
  const line = timeline(account);
  const followers = followersOn(account, 0);
  const recent = { image: gramImagesOn(account, line, 0), reel: gramReelsOn(account, line, 0) };
  return account.contents.map((content) => {
    const { likes, engagement } = recent[content.kind];
    const rate = engagementByFollowers({ ...content, shares: 0 }, followers);
    return {
      item: gramContentItem(account, content, 0, brandOf),
      performanceLikes: ratio(content.likes, likes.avg),
      performanceEngagement: ratio(rate, engagement.avgEngagementRate),
    };
  });
}
