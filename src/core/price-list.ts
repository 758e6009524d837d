import type { OperationId } from './operations.ts';

/**
 * What each operation costs, in credits, when nobody says otherwise: observed in August 2026, those of
 * generation 2 (assumed: v2-prices) and the steps inside the ranges (assumed: price-history-steps) apart. Users replace any of these figures (`prices.ts`).
 */
export const priceList = {
  usage: call(0),
  /** `base + perToken × tokens`, to 2 decimals, at most `most`. */
  nls: { rule: 'byTokens', base: 1, perToken: 0.002, most: 10 },

  ...everywhere('gram', 2),
  'gram/content-search': call(2),
  'gram/sponsorship': call(5),

  ...everywhere('clip', 1.5),
  'clip/content-search': call(2),

  ...everywhere('tube', 2),
  'tube/content-search': call(50),
  'tube/sponsorship': call(5),
  'tube/topics': call(1),
  'tube/subtitles/meta': call(1),
  'tube/subtitles/download': call(3),

  'sponsor/information': call(2),
  'sponsor/list': call(1),
  'sponsor/search': call(2),
  'sponsor/creators': call(15),
  'sponsor/performance': call(15),
  'sponsor/audience': call(15),
  'sponsor/summary': call(15),
  'sponsor/submit': call(1),

  'v2/apiStatus': call(0),
  'v2/gramBasic': call(2),
  'v2/gramHistory': call(3),
  'v2/gramAdvancedSearch': call(1),
  'v2/clipBasic': call(2),
  'v2/clipHistory': call(3),
  'v2/clipAdvancedSearch': call(1),
  'v2/tubeBasic': call(2),
  'v2/tubeHistory': call(3),
  'v2/tubeAdvancedSearch': call(1),
  'v2/submitCreators': call(0),
} satisfies Record<OperationId, ListedPrice>;

/** How the price of a whole reply is found. */
export type ListedPrice =
  | { rule: 'byCall'; credits: number }
  /** So much for each ten filters begun. */
  | { rule: 'byFilters'; credits: number }
  /** The first step that is at least the range asked for. */
  | { rule: 'byRange'; days: Readonly<Record<string, number>> }
  | { rule: 'byTokens'; base: number; perToken: number; most: number };

const audience = {
  audienceLocations: 4,
  audienceGender: 4,
  audienceAvgAge: 2,
  audienceAgeBreakdown: 4,
};

const contact = { emails: 15 };

/**
 * Fractional calls (specification 4.3): what a selected field costs, or one item of a counted array, in the
 * order of the record. This is the allowlist too: whatever is not here cannot be selected. The identifiers
 * `uniqueId` and `channelId` are absent because every profile carries them for nothing (assumed: fields-identifiers).
 */
export const partPrices: Partial<Record<OperationId, Readonly<Record<string, number>>>> = {
  'gram/profile': profile(
    'displayName category avatarUrl bio isBusinessAccount isPrivateAccount isVerified hasSponsors country mainLanguage languages secondLanguage totalContents totalFollowers totalFollowing subscriberGrowth hashtags niches otherLinks lastPublishTime relatedCreators lastDbUpdateTime',
  ),
  'gram/contact': contact,
  'gram/performance': {
    contentCountByDays: 0.2,
    ranking: 0.4,
    imagesPerformanceRecent: 1,
    reelsPerformanceRecent: 1,
    recentImagesGrowth: 0.2,
    recentReelsGrowth: 0.2,
  },
  'gram/audience': audience,
  'gram/content-detail': { recentImages: 0.1, recentReels: 0.1 },
  'gram/sponsorship': { sponsorList: 0.5 },

  'clip/profile': profile(
    'displayName category avatarUrl bio country mainLanguage secondLanguage languages isBusinessAccount isPrivateAccount isVerified hasSponsors totalContents totalFollowers totalFollowing subscriberGrowth hashtags niches otherLinks lastPublishTime lastDbUpdateTime',
  ),
  'clip/contact': contact,
  'clip/performance': {
    contentCountByDays: 0.2,
    ranking: 0.6,
    videosPerformanceRecent: 1,
    recentVideosGrowth: 0.2,
  },
  'clip/audience': audience,
  'clip/content-detail': { recentVideos: 0.1 },

  'tube/profile': profile(
    'displayName categoryBreakdown avatarUrl bio isVerified hasSponsors hasMemberOnlyContents country mainLanguage languages secondLanguage totalContents totalSubscribers subscriberGrowth hashtags topics niches otherLinks lastPublishTime relatedCreators videoPrice shortsPrice lastDbUpdateTime',
  ),
  'tube/contact': contact,
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
  'tube/audience': audience,
  'tube/content-detail': { recentVideos: 0.1, recentShorts: 0.1 },
  'tube/sponsorship': { sponsorList: 0.5 },
};

/** Listed in public but not served yet: 400 like any field that cannot be selected (specification 4.3(8)). */
export const partsToCome: Partial<Record<OperationId, readonly string[]>> = {
  'gram/profile': ['audienceQuality'],
  'clip/profile': ['audienceQuality'],
  'tube/profile': ['audienceQuality'],
};

function call(credits: number): ListedPrice {
  return { rule: 'byCall', credits };
}

/** What every platform has; only performance differs in price. */
function everywhere<const P extends 'gram' | 'clip' | 'tube'>(platform: P, performance: number) {
  const prices = {
    profile: call(2),
    contact: call(15),
    performance: call(performance),
    'performance-history': { rule: 'byRange', days: { 7: 3, 30: 3.5, 90: 4, 180: 4.5, 365: 5 } },
    audience: call(10),
    'content-detail': call(3),
    niches: call(1),
    search: { rule: 'byFilters', credits: 1 },
    submitCreators: call(0),
  } satisfies Record<string, ListedPrice>;
  type Prices = { [Path in keyof typeof prices as `${P}/${Path}`]: ListedPrice };
  return Object.fromEntries(
    Object.entries(prices).map(([path, price]) => [`${platform}/${path}`, price]),
  ) as Prices;
}

/** A tenth of a credit for a field, two for those that stand for several figures. */
function profile(names: string): Record<string, number> {
  const dearer: Record<string, number> = { languages: 0.2, subscriberGrowth: 0.2 };
  return Object.fromEntries(names.split(' ').map((name) => [name, dearer[name] ?? 0.1]));
}
