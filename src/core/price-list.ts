import type { OperationId } from './operations.ts';

const audiencePrices = {
  audienceLocations: 4,
  audienceGender: 4,
  audienceAvgAge: 2,
  audienceAgeBreakdown: 4,
};

const contactPrices = { emails: 15 };

/**
 * Fractional calls (contract 4.3): what a selected field costs, or one item of a counted array, in the
 * order of the record. This is the allowlist too: whatever is not here cannot be selected. The identifiers
 * `uniqueId` and `channelId` are absent because every profile carries them for nothing (assumed: fields-identifiers).
 */
export const partPrices: Partial<Record<OperationId, Readonly<Record<string, number>>>> = {
  'gram/profile': profilePrices(
    'displayName category avatarUrl bio isBusinessAccount isPrivateAccount isVerified hasSponsors country mainLanguage languages secondLanguage totalContents totalFollowers totalFollowing subscriberGrowth hashtags niches otherLinks lastPublishTime relatedCreators lastDbUpdateTime',
  ),
  'gram/contact': contactPrices,
  'gram/performance': {
    contentCountByDays: 0.2,
    ranking: 0.4,
    imagesPerformanceRecent: 1,
    reelsPerformanceRecent: 1,
    recentImagesGrowth: 0.2,
    recentReelsGrowth: 0.2,
  },
  'gram/audience': audiencePrices,
  'gram/content-detail': { recentImages: 0.1, recentReels: 0.1 },
  'gram/sponsorship': { sponsorList: 0.5 },

  'clip/profile': profilePrices(
    'displayName category avatarUrl bio country mainLanguage secondLanguage languages isBusinessAccount isPrivateAccount isVerified hasSponsors totalContents totalFollowers totalFollowing subscriberGrowth hashtags niches otherLinks lastPublishTime lastDbUpdateTime',
  ),
  'clip/contact': contactPrices,
  'clip/performance': {
    contentCountByDays: 0.2,
    ranking: 0.6,
    videosPerformanceRecent: 1,
    recentVideosGrowth: 0.2,
  },
  'clip/audience': audiencePrices,
  'clip/content-detail': { recentVideos: 0.1 },

  'tube/profile': profilePrices(
    'displayName categoryBreakdown avatarUrl bio isVerified hasSponsors hasMemberOnlyContents country mainLanguage languages secondLanguage totalContents totalSubscribers subscriberGrowth hashtags topics niches otherLinks lastPublishTime relatedCreators videoPrice shortsPrice lastDbUpdateTime',
  ),
  'tube/contact': contactPrices,
  'tube/performance': {
    contentCountByDays: 0.2,
    ranking: 0.4,
    videosPerformanceRecent: 1,
    shortsPerformanceRecent: 1,
    videosPerformanceAll: 1,
    shortsPerformanceAll: 1,
    recentVideosGrowth: 0.2,
    recentShortsGrowth: 0.2,
    videoPrice: 0.5,
    shortsPrice: 0.5,
  },
  'tube/audience': audiencePrices,
  'tube/content-detail': { recentVideos: 0.1, recentShorts: 0.1 },
  'tube/sponsorship': { sponsorList: 0.5 },
};

/** Listed in public but not served yet: 400 like any field that cannot be selected (contract 4.3(8)). */
export const partsToCome: Partial<Record<OperationId, readonly string[]>> = {
  'gram/profile': ['audienceQuality'],
  'clip/profile': ['audienceQuality'],
  'tube/profile': ['audienceQuality'],
};

/** A tenth of a credit for a field, two for those that stand for several figures. */
function profilePrices(names: string): Record<string, number> {
  const dearer: Record<string, number> = { languages: 0.2, subscriberGrowth: 0.2 };
  return Object.fromEntries(names.split(' ').map((name) => [name, dearer[name] ?? 0.1]));
}
