/** The meaning of a word or phrase. Several readers may use one of them. */
export type Meaning =
  | { kind: 'niche'; slugs: readonly string[] }
  /** A country, region or language. An adjective such as Spanish can mean either. */
  | {
      kind: 'place';
      countries: readonly string[];
      languages: readonly string[];
      adjective: boolean;
      city?: true;
    }
  | { kind: 'measure'; measure: Measure }
  | { kind: 'statistic'; statistic: Statistic }
  | { kind: 'compare'; compare: Compare; after?: true }
  | { kind: 'size'; from: number; to: number }
  | { kind: 'gender'; gender: 'male' | 'female' }
  | { kind: 'age'; from: number; to: number; about: 'people' | 'audience' }
  | { kind: 'verified'; yes: boolean }
  | { kind: 'sponsored'; yes: boolean }
  | { kind: 'activity'; yes: boolean }
  | { kind: 'lively'; yes: boolean }
  | { kind: 'since'; days: number }
  | { kind: 'unit'; days: number }
  | { kind: 'often'; perMonth: number }
  | { kind: 'rank'; desc: boolean }
  | { kind: 'order'; by: Measure; desc: boolean }
  | { kind: 'direction'; desc: boolean }
  /** `after` follows what it excludes. */
  | { kind: 'not'; after?: true; placesOnly?: true }
  | { kind: Bare };

/** Words that only modify their neighbours. */
export type Bare =
  | 'audience'
  | 'creator'
  | 'content'
  | 'mostly'
  | 'speaking'
  | 'aged'
  | 'last'
  | 'per'
  | 'times'
  | 'between'
  | 'joint'
  | 'growing'
  | 'topic'
  | 'similar'
  | 'named'
  /** Asks for an order by the figure after it. */
  | 'by'
  /** Asks for an order by the figure before it. */
  | 'sortBy'
  | 'glue'
  | 'ignored';

export type Measure =
  | 'followers'
  | 'views'
  | 'totalViews'
  | 'likes'
  | 'comments'
  | 'engagement'
  | 'viewGrowth'
  | 'likeGrowth'
  | 'commentGrowth'
  | 'engagementGrowth'
  | 'followerGrowth'
  | 'women'
  | 'men'
  | 'contents'
  | 'contentsIn30Days'
  | 'score'
  | 'lastPublished'
  | 'name'
  | 'handle'
  | 'country'
  | 'language'
  | 'audienceCountry'
  | 'audienceAge'
  /** A figure without a filter, such as a price. */
  | 'unknown';

export type Statistic = 'avg' | 'median' | 'min' | 'max';

export type Compare = 'above' | 'atLeast' | 'below' | 'atMost' | 'about' | 'exactly';
