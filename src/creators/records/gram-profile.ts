import type { Static } from '@sinclair/typebox';
import type { GramAccount } from '../world/account.ts';
import { contentCount, followersOn } from '../world/timeline.ts';
import { count, countryCode, flag, instant, languageCode, record, text, textOrNull, texts } from './atoms.ts';
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

export const GramProfile = record('GramProfile', 'Profile of a gram creator.', {
  uniqueId: text('Handle, without a leading @.'),
  displayName: text('Editable display name.'),
  category: text("Category that the creator chose from the platform's presets."),
  avatarUrl: text('URL of the profile picture.'),
  bio: text('Biography.'),
  isBusinessAccount: flag('A professional account.'),
  isPrivateAccount: flag('Contents are visible to approved followers only.'),
  isVerified: flag('Verified by the platform.'),
  hasSponsors: flag('At least one listed content is sponsored.'),
  country: countryCode('Country of origin.'),
  mainLanguage: languageCode('Language the creator uses most.'),
  languages: texts('All languages of the contents, main language first.'),
  secondLanguage: textOrNull('Second language; null when unknown.'),
  totalContents: count('Contents on the page.'),
  totalFollowers: count('Followers today, 00:00 UTC.'),
  totalFollowing: count('Accounts the creator follows.'),
  subscriberGrowth: SubscriberGrowth,
  hashtags: HashtagCounts,
  niches: texts('Niche ids of the form id_<slug>_All.'),
  otherLinks: OtherLinks,
  lastPublishTime: instant('Last upload; 0 without contents.'),
  relatedCreators: texts('Handles recommended by the platform.'),
  lastDbUpdateTime: instant('The last update of the data by the service.'),
});
export type GramProfile = Static<typeof GramProfile>;

export const gramProfile = (account: GramAccount, shiftMs: number): GramProfile => ({
  uniqueId: account.handle,
  displayName: account.displayName,
  category: account.category,
  avatarUrl: avatarUrl(account.handle),
  bio: account.bio,
  isBusinessAccount: account.isBusiness,
  isPrivateAccount: account.isPrivate,
  isVerified: account.isVerified,
  hasSponsors: sponsoredContents(account).length > 0,
  country: account.country,
  mainLanguage: account.languages[0] ?? '',
  languages: account.languages,
  secondLanguage: account.languages[1] ?? null,
  totalContents: contentCount(account),
  totalFollowers: followersOn(account, 0),
  totalFollowing: account.following,
  subscriberGrowth: subscriberGrowth(account),
  hashtags: hashtagCounts(account.contents),
  niches: account.niches,
  otherLinks: account.links,
  lastPublishTime: lastPublishedAt(account, shiftMs),
  relatedCreators: account.related,
  lastDbUpdateTime: account.updatedAt + shiftMs,
});
