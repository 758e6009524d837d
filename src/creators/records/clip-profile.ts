import type { Static } from '@sinclair/typebox';
import type { ClipAccount } from '../world/account.ts';
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
import { avatarUrl } from './urls.ts';

export const ClipProfile = record('ClipProfile', 'Profile of a clip creator (contract 2.5).', {
  uniqueId: text('Handle, without a leading @.'),
  displayName: text('Editable display name.'),
  category: text("Category that the creator chose from the platform's presets."),
  avatarUrl: text('URL of the profile picture.'),
  bio: text('Biography.'),
  country: countryCode('Country of origin.'),
  mainLanguage: languageCode('Language the creator uses most.'),
  secondLanguage: textOrNull('Second language; null when unknown.'),
  languages: texts('All languages of the contents, main language first.'),
  isBusinessAccount: flag('A professional account.'),
  isPrivateAccount: flag('Contents are visible to approved followers only.'),
  isVerified: flag('Verified by the platform.'),
  hasSponsors: flag('At least one listed content is an ad.'),
  totalContents: count('Contents on the page.'),
  totalFollowers: count('Followers today, 00:00 UTC.'),
  totalFollowing: count('Accounts the creator follows.'),
  subscriberGrowth: SubscriberGrowth,
  hashtags: HashtagCounts,
  niches: texts('Niche ids of the form id_<slug>_All.'),
  otherLinks: OtherLinks,
  lastPublishTime: instant('Last upload; 0 without contents.'),
  lastDbUpdateTime: instant('The last update of the data by the service.'),
});
export type ClipProfile = Static<typeof ClipProfile>;

export const clipProfile = (account: ClipAccount, shiftMs: number): ClipProfile => ({
  uniqueId: account.handle,
  displayName: account.displayName,
  category: account.category,
  avatarUrl: avatarUrl(account.handle),
  bio: account.bio,
  country: account.country,
  mainLanguage: account.languages[0] ?? '',
  secondLanguage: account.languages[1] ?? null,
  languages: account.languages,
  isBusinessAccount: account.isBusiness,
  isPrivateAccount: account.isPrivate,
  isVerified: account.isVerified,
  hasSponsors: account.contents.some((content) => content.isAd),
  totalContents: contentCount(account),
  totalFollowers: followersOn(account, 0),
  totalFollowing: account.following,
  subscriberGrowth: subscriberGrowth(account),
  hashtags: hashtagCounts(account.contents),
  niches: account.niches,
  otherLinks: account.links,
  lastPublishTime: lastPublishedAt(account, shiftMs),
  lastDbUpdateTime: account.updatedAt + shiftMs,
});
