import type { Platform } from '../../core/platforms.ts';

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

/**
 * Words that only modify their neighbours, each with its letter in the patterns of the rules. `having` is `with`, after which
 * a number belongs to what follows; `to` stands in `10k to 50k`; `by` asks for an order by the figure after it, `sortBy` by
 * the one before it; `lost` is a property that no filter knows, such as a business account; what follows `notOnly` or
 * `regardless` is no constraint.
 */
export const bareLetters =
  'audience:f creator:i content:k mostly:m speaking:q aged:y last:L per:e times:T between:b joint:j to:/ topic:E similar:V named:H by:B sortBy:F having:h glue:g ignored:! notOnly:~ regardless:& lost:* word:? collab:1';

type NameOf<Pair> = Pair extends `${infer Name}:${string}` ? Name : never;
type NamesIn<Pairs> = Pairs extends `${infer Pair} ${infer Rest}`
  ? NameOf<Pair> | NamesIn<Rest>
  : NameOf<Pairs>;
export type Bare = NamesIn<typeof bareLetters>;

/**
 * The figures of a creator and what else results are ordered by, each with its filter, and with that of tube where it has
 * another one. `%` is the statistic, `*` the kind of contents. An `unknown` figure, such as a price, has none.
 */
const figureFilters = {
  followers: 'totalFollowers totalSubscribers',
  views: '%Recent*Views',
  likes: '%Recent*Likes',
  comments: '%Recent*Comments',
  engagement: 'avgRecent*EngagementRate',
  viewGrowth: 'avgRecent*ViewsGrowth',
  likeGrowth: 'avgRecent*LikesGrowth',
  commentGrowth: 'avgRecent*CommentsGrowth',
  engagementGrowth: 'avgRecent*EngagementRateGrowth',
  totalViews: ' totalViews',
  followerGrowth: 'followerGrowthIn30d subscriberGrowthIn30d',
  contents: 'totalContents',
  contentsIn30Days: 'contentsIn30Days',
  score: 'platformScore',
  lastPublished: 'lastPublishTime',
  women: 'audienceFemaleRatio',
  men: 'audienceMaleRatio',
  name: 'displayName',
  handle: 'uniqueId',
  country: 'country',
  language: 'mainLanguage',
  audienceCountry: 'mainAudienceLocation',
  audienceAge: 'mainAudienceAge',
  unknown: '',
};
export type Measure = keyof typeof figureFilters;

export const isMeasure = (name: string): name is Measure => Object.hasOwn(figureFilters, name);

export const isRate = (measure: Measure): boolean => /engagement|Growth$|^(?:wo)?men$/.test(measure);

/** The filter for a figure on a platform; undefined if there is none. Only tube knows shorts apart. */
export function figureName(
  { platform, shorts }: { platform: Platform; shorts: boolean },
  measure: Measure,
  statistic: Statistic = 'avg',
): string | undefined {
  const [elsewhere, onTube = elsewhere] = figureFilters[measure].split(' ');
  const kinds = platform === 'gram' ? 'Reels' : platform === 'tube' && shorts ? 'Shorts' : 'Videos';
  const name = platform === 'tube' ? onTube : elsewhere;
  return name?.replace('%', statistic).replace('*', kinds) || undefined;
}

export type Statistic = 'avg' | 'median' | 'min' | 'max';

export type Compare = 'above' | 'atLeast' | 'below' | 'atMost' | 'about' | 'exactly';
