import { type Static, Type } from '@sinclair/typebox';
import { sponsoringPlatforms } from '../../core/platforms.ts';
import { choice } from '../../core/schema.ts';
import { mean, round4 } from '../../core/statistics.ts';
import { accountId } from '../world/rows.ts';
import { followersOn } from '../world/timeline.ts';
import { count, countryCode, instant, pageUrl, rate, record, text, texts } from './atoms.ts';
import { engagementRate } from './content-item.ts';
import type { SponsoredContent, Sponsorship } from './sponsored.ts';
import { avatarUrl, gramUrl, tubeUrl } from './urls.ts';

export const SponsorCreator = record('SponsorCreator', 'A creator whom the brand sponsors.', {
  creatorId: text('Channel id on tube, handle on gram.'),
  platform: choice(sponsoringPlatforms, 'The platform of the creator.'),
  displayName: text('Editable display name.'),
  avatar: text('URL of the profile picture.'),
  sponsoredContent: Type.Array(pageUrl('URL of a content.'), {
    description: 'URLs of the contents that the brand sponsored, newest first.',
  }),
  country: countryCode('Country of origin.'),
  followers: count('Followers or subscribers today, 00:00 UTC.'),
  avgRecentSponsoredEngagementRate: rate('Mean engagement rate of these contents.'),
  topics: texts('Topic ids; empty on gram.'),
  niches: texts('Niche ids.'),
  sponsoredCount: count('Number of contents that the brand sponsored.'),
  lastSponsoredDate: instant('Upload of the latest of them.'),
});
export type SponsorCreator = Static<typeof SponsorCreator>;

/** One page of `/sponsor/creators`. */
export const SponsorCreators = record('SponsorCreators', 'Creators whom a brand sponsors.', {
  creators: Type.Array(SponsorCreator),
  totalResults: count('Number of results in all.'),
  offset: count('Number of results that were skipped.'),
  pageSize: count('Number of results that were asked for.'),
});
export type SponsorCreators = Static<typeof SponsorCreators>;

export function sponsorCreator({ account, contents }: Sponsorship, shiftMs: number): SponsorCreator {
  const followers = followersOn(account, 0);
  const [latest] = contents as [SponsoredContent];
  return {
    creatorId: accountId(account),
    platform: account.platform,
    displayName: account.displayName,
    avatar: avatarUrl(accountId(account)),
    sponsoredContent: contents.map(({ id }) => (account.platform === 'tube' ? tubeUrl(id) : gramUrl(id))),
    country: account.country,
    followers,
    avgRecentSponsoredEngagementRate: round4(
      mean(contents.map((content) => engagementRate(content, followers))),
    ),
    topics: account.platform === 'tube' ? account.topics : [],
    niches: account.niches,
    sponsoredCount: contents.length,
    lastSponsoredDate: latest.publishedAt + shiftMs,
  };
}
