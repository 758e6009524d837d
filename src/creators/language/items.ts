import type { Platform } from '../../core/platforms.ts';
import type { WrittenNumber } from './tokens.ts';

/** The figures of a creator, and what else results are ordered by. */
export type Figure = keyof typeof figureFilters;
export type Statistic = 'avg' | 'median' | 'min' | 'max';
export type Compare = 'above' | 'atLeast' | 'below' | 'atMost' | 'about' | 'exactly' | 'older' | 'younger';

/** The meaning of a phrase by itself. */
export type Meaning =
  | { kind: 'platform'; platform: Platform }
  | {
      kind:
        | 'creator'
        | 'role'
        | 'teach'
        | 'aged'
        | 'audience'
        | 'mostly'
        | 'steady'
        | 'always'
        | 'speaking'
        | 'sponsorOf';
    }
  | { kind: 'content'; content: 'posts' | 'videos' | 'reels' | 'shorts' }
  | { kind: 'figure'; figure: Figure }
  | { kind: 'statistic'; statistic: Statistic }
  | { kind: 'compare' | 'after'; compare: Compare }
  | { kind: 'between' | 'to' | 'and' | 'or' | 'either' | 'contrast' }
  | { kind: 'not' | 'notList' | 'notAfter' | 'notOnly' }
  | { kind: 'gender'; gender: 'female' | 'male' }
  | { kind: 'age'; from: number; to: number }
  | { kind: 'ages'; from: number }
  | { kind: 'unit' | 'span'; days: number }
  | { kind: 'within' | 'ago' | 'per' | 'times' | 'once' | 'twice' | 'first' | 'top' | 'sort' }
  | { kind: 'often'; perMonth: number }
  | { kind: 'verified' | 'sponsored' | 'active' | 'growing' | 'lively'; yes: boolean }
  | { kind: 'size'; from: number; to: number }
  | { kind: 'order'; figure: Figure; desc: boolean }
  | { kind: 'rank' | 'direction'; desc: boolean }
  | { kind: 'like' | 'named' | 'unsupported' | 'stands' }
  | { kind: 'glue' | 'harmless' | 'ask' | 'client' | 'purpose' | 'optional' | 'unsure' | 'anyway' | 'here' }
  | { kind: 'niche'; slugs: readonly string[] }
  | {
      kind: 'place';
      countries: readonly string[];
      languages: readonly string[];
      city: boolean;
      adjective: boolean;
    }
  | { kind: 'language'; languages: readonly string[] }
  | { kind: 'brand'; key: string };

/** A part of a description: a phrase, or what a rule has read from several. */
export type Item = { text: string } & (
  | Meaning
  | ({ kind: 'number' } & WrittenNumber)
  | ({ kind: 'range' } & NumberRange)
  | { kind: 'comma' | 'stop' | 'word' | 'tag' | 'handle' | 'colon' }
  /** About whoever writes, not about creators. */
  | { kind: 'aside' }
  | { kind: 'refused'; why?: string }
  | { kind: 'count'; count: number }
  | { kind: 'sorted'; sortBy: string; desc: boolean; isWeak: boolean }
  | ({ kind: 'wish' } & Wish)
  | { kind: 'taken' }
);
export type ItemOf<Kind extends Item['kind']> = Item & { kind: Kind };

/** One number or two, as limits. */
export interface NumberRange {
  from?: number;
  to?: number;
  openFrom?: boolean;
  openTo?: boolean;
  percent: boolean;
  /** Without a comparison. */
  bare: boolean;
  /** The comparison stands before the number, so that a figure may stand before it. */
  led: boolean;
  money: boolean;
  aged: boolean;
  small: boolean;
  decade: boolean;
}

/** One filter of `/{platform}/search`. */
export interface QueryCondition {
  filterName: string;
  op: '=' | 'in' | '>' | '<';
  value: string | number | boolean | string[];
  /** Contains it. */
  isFuzzySearch?: true;
}

/** A condition on creators, before negations and lists are read. */
export interface Wish {
  /** Wishes of one subject form a list, such as countries. */
  subject: string;
  conditions: readonly QueryCondition[];
  /** The opposite of `conditions`, where it is a condition too. */
  otherwise?: readonly QueryCondition[];
  /** Texts of one filter, any of which may match. */
  texts?: readonly string[];
  filter?: string;
  /** A word such as `micro` that a number overrules. */
  isWeak?: boolean;
  city?: boolean;
}

/** Each figure with its filter, and with that of tube where it has another one. `%` is the statistic, `*` the kind of contents. */
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
  growth: 'followerGrowthIn30d subscriberGrowthIn30d',
  contents: 'totalContents',
  activity: 'contentsIn30Days',
  score: 'platformScore',
  lastPublished: 'lastPublishTime',
  women: 'audienceFemaleRatio',
  men: 'audienceMaleRatio',
  name: 'displayName',
};

export const isRate = (figure: Figure): boolean => /engagement|rowth$|^(?:wo)?men$/.test(figure);

/** The names of filters of texts. */
export interface Naming {
  platform: Platform;
  shorts: boolean;
}

/** The filter for a figure on a platform; undefined if there is none. Only tube knows shorts apart. */
export function filterOf(
  { platform, shorts }: Naming,
  figure: Figure,
  statistic: Statistic = 'avg',
): string | undefined {
  const [elsewhere, onTube = elsewhere] = figureFilters[figure].split(' ');
  const kinds = platform === 'gram' ? 'Reels' : platform === 'tube' && shorts ? 'Shorts' : 'Videos';
  const name = platform === 'tube' ? onTube : elsewhere;
  return name?.replace('%', statistic).replace('*', kinds) || undefined;
}
