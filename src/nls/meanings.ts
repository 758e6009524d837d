/** The meaning of a word or phrase. Several readers may use one of them. */
export type Meaning =
  | { kind: 'niche'; slugs: readonly string[] }
  /** A country, region or language. An adjective such as Spanish can mean either. */
  | { kind: 'place'; countries: readonly string[]; languages: readonly string[]; adjective: boolean }
  | { kind: 'measure'; measure: Measure }
  | { kind: 'statistic'; statistic: Statistic }
  | { kind: 'compare'; compare: Compare; after?: true }
  | { kind: 'size'; from: number; to: number }
  | { kind: 'gender'; gender: 'male' | 'female' }
  | { kind: 'age'; from: number; to: number; about: 'people' | 'audience' }
  | { kind: 'verified'; yes: boolean }
  | { kind: 'sponsored'; yes: boolean }
  | { kind: 'activity'; yes: boolean }
  | { kind: 'since'; days: number }
  | { kind: 'unit'; days: number }
  | { kind: 'often'; perMonth: number }
  | { kind: 'rank'; desc: boolean }
  | { kind: 'order'; by: Measure; desc: boolean }
  | { kind: 'direction'; desc: boolean }
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
  | 'not'
  | 'outside'
  | 'growing'
  | 'lively'
  | 'topic'
  | 'similar'
  | 'named'
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
  | 'followerGrowth'
  | 'contents'
  | 'contentsIn30Days'
  | 'score'
  | 'lastPublished'
  | 'name'
  /** A figure without a filter, such as a price. */
  | 'unknown';

export type Statistic = 'avg' | 'median';

export type Compare = 'above' | 'atLeast' | 'below' | 'atMost' | 'about' | 'exactly';
