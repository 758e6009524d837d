import { type Static, Type } from '@sinclair/typebox';
import type { TubeAccount } from '../world/account.ts';
import { contentCount, followersOn, timeline } from '../world/timeline.ts';
import {
  count,
  countryCode,
  flag,
  instant,
  languageCode,
  object,
  record,
  share,
  text,
  texts,
} from './atoms.ts';
import { shortsPrice, TubePrice, videoPrice } from './price.ts';
import {
  HashtagCounts,
  hashtagCounts,
  lastPublishedAt,
  OtherLinks,
  SubscriberGrowth,
  subscriberGrowth,
} from './shared.ts';
import { sponsoredContents } from './sponsored.ts';
import { avatarUrl } from './urls.ts';

export const TubeProfile = record('TubeProfile', 'Profile of a tube channel.', {
  channelId: text('Channel id.'),
  uniqueId: text('Handle, with a leading @.'),
  displayName: text('Editable display name.'),
  categoryBreakdown: Type.Array(
    object('A category of the contents.', {
      category: text('Its name.'),
      share: share('Part of the contents.'),
    }),
    { description: 'Categories of the contents, largest share first.' },
  ),
  avatarUrl: text('URL of the profile picture.'),
  bio: text('Description of the channel.'),
  isVerified: flag('Verified by the platform.'),
  hasSponsors: flag('At least one listed content is sponsored.'),
  hasMemberOnlyContents: flag('At least one listed content is for members only.'),
  country: countryCode('Country of origin.'),
  mainLanguage: languageCode('Language the creator uses most.'),
  languages: texts('All languages of the contents, main language first.'),
  secondLanguage: text('Second language; empty when unknown.'),
  totalContents: count('Contents on the channel.'),
  totalSubscribers: count('Subscribers today, 00:00 UTC.'),
  subscriberGrowth: SubscriberGrowth,
  hashtags: HashtagCounts,
  topics: texts('Topic ids.'),
  niches: texts('Niche ids of the form id_<slug>_<Category>.'),
  otherLinks: OtherLinks,
  lastPublishTime: instant('Last upload; 0 without contents.'),
  relatedCreators: texts('Channel ids recommended by the platform.'),
  videoPrice: TubePrice,
  shortsPrice: TubePrice,
  lastDbUpdateTime: instant('The last update of the data by the service.'),
});
export type TubeProfile = Static<typeof TubeProfile>;

export function tubeProfile(account: TubeAccount, shiftMs: number): TubeProfile {
  const line = timeline(account);
  return {
    channelId: account.channelId,
    uniqueId: `@${account.handle}`,
    displayName: account.displayName,
    categoryBreakdown: account.categories,
    avatarUrl: avatarUrl(account.channelId),
    bio: account.bio,
    isVerified: account.isVerified,
    hasSponsors: sponsoredContents(account).length > 0,
    hasMemberOnlyContents: account.contents.some((content) => content.isMemberOnly),
    country: account.country,
    mainLanguage: account.languages[0] ?? '',
    languages: account.languages,
    secondLanguage: account.languages[1] ?? '',
    totalContents: contentCount(account),
    totalSubscribers: followersOn(account, 0),
    subscriberGrowth: subscriberGrowth(account),
    hashtags: hashtagCounts(account.contents),
    topics: account.topics,
    niches: account.niches,
    otherLinks: account.links,
    lastPublishTime: lastPublishedAt(account, shiftMs),
    relatedCreators: account.related,
    videoPrice: videoPrice(account, line),
    shortsPrice: shortsPrice(account, line),
    lastDbUpdateTime: account.updatedAt + shiftMs,
  };
}
