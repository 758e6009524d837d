/** The meaning of a word or phrase. Several rules may use one of them. */
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
  /** `after` follows its number; `aged` says that the number is an age: `older than 30`. */
  | { kind: 'compare'; compare: Compare; after?: true; aged?: true }
  | { kind: 'size'; from: number; to: number }
  | { kind: 'gender'; gender: 'male' | 'female' }
  | { kind: 'age'; from: number; to: number; about: 'people' | 'audience' }
  | YesOrNo<'verified' | 'sponsored' | 'activity' | 'lively' | 'growing'>
  | { kind: 'brand'; key: string }
  | { kind: 'since'; days: number }
  | { kind: 'unit'; days: number }
  | { kind: 'often'; perMonth: number }
  | { kind: 'rank'; desc: boolean }
  | { kind: 'order'; by: Measure; desc: boolean }
  | { kind: 'direction'; desc: boolean }
  /**
   * `after` follows what it excludes. `whole` excludes creators that meet all that follows: `no creators from Spain with
   * less than 10k`; otherwise a negation concerns the next condition: `not from Spain`.
   */
  | { kind: 'not'; after?: true; placesOnly?: true; whole?: true }
  | { kind: Bare };

type YesOrNo<Kind> = Kind extends string ? { kind: Kind; yes: boolean } : never;

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
  /** And, or, nor. */
  | 'joint'
  /** `10k to 50k` */
  | 'to'
  | 'topic'
  | 'similar'
  | 'named'
  /** Asks for an order by the figure after it. */
  | 'by'
  /** Asks for an order by the figure before it. */
  | 'sortBy'
  /** `with`, after which a number belongs to what follows. */
  | 'having'
  | 'glue'
  /** A property of creators that no filter knows, such as a business account. */
  | 'lost'
  /** Names something that no filter knows. */
  | 'word'
  /** `not only`, after which what is named is no constraint. */
  | 'notOnly'
  /** After which what is named is no matter. */
  | 'regardless'
  | 'ignored';

/** The figures of a creator, and what else results are ordered by; `unknown` has no filter, such as a price. */
export const measures = [
  'followers',
  'views',
  'totalViews',
  'likes',
  'comments',
  'engagement',
  'viewGrowth',
  'likeGrowth',
  'commentGrowth',
  'engagementGrowth',
  'followerGrowth',
  'women',
  'men',
  'contents',
  'contentsIn30Days',
  'score',
  'lastPublished',
  'name',
  'handle',
  'country',
  'language',
  'audienceCountry',
  'audienceAge',
  'unknown',
] as const;
export type Measure = (typeof measures)[number];

export const rates: ReadonlySet<Measure> = new Set([
  'engagement',
  'followerGrowth',
  'viewGrowth',
  'likeGrowth',
  'commentGrowth',
  'engagementGrowth',
  'women',
  'men',
]);

export type Statistic = 'avg' | 'median' | 'min' | 'max';

export type Compare = 'above' | 'atLeast' | 'below' | 'atMost' | 'about' | 'exactly';
