import { type Static, Type } from '@sinclair/typebox';
import { platforms } from '../../core/platforms.ts';
import { choice, closed } from '../../core/schema.ts';

/**
 * The stored form of the world: one object per account, brand and content. Every record of both generations
 * is computed from it on request. No field can be computed from others, so records cannot disagree.
 *
 * Instants are epoch milliseconds relative to the epoch of the world (00:00 UTC of a fixed day). Replies add
 * the whole days between that epoch and the request. Every content is older than the epoch.
 */

/** The epoch of the world: its "today, 00:00 UTC". Stored figures are those of this instant. */
export const epochAt = Date.UTC(2026, 0, 1);

/** At most 10^12, so that sums of many stay exact. */
const WholeCount = Type.Integer({ minimum: 0, maximum: 1e12 });
const Ratio = Type.Number({ minimum: 0, maximum: 1 });
const InstantAt = Type.Integer();

/** `id_fashion_All`, `id_vlog_PeopleBlogs`: a slug and its category (observed; contract 2.5 shows `<niche>_All`). */
const NicheId = Type.String({ pattern: '^id_[a-z0-9]+_[A-Z][A-Za-z]*$' });
/** ISO 3166-1 alpha-3, or empty when unknown. */
const Country = Type.String({ pattern: '^([A-Z]{3})?$' });
/** ISO 639-3; `zht` and `zhs` are traditional and simplified Chinese. */
const Language = Type.String({ pattern: '^[a-z]{3}$' });
const Hashtag = Type.String({ pattern: '^#\\S+$' });

export const ClipHandle = Type.String({ minLength: 1, maxLength: 101, pattern: '^[a-zA-Z0-9._-]+$' });
export const GramHandle = Type.String({ minLength: 1, maxLength: 30, pattern: '^[a-zA-Z0-9._]+$' });
export const TubeHandle = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9._-]+$' });
export const ChannelId = Type.String({ pattern: '^UC[a-zA-Z0-9_-]{22}$' });
const VideoId = Type.String({ pattern: '^[a-zA-Z0-9_-]{11}$' });

export type { Platform } from '../../core/platforms.ts';

/**
 * The place of a content on the line of its account. A content that is stored has none: its instant counts from the
 * epoch, and its figures are those of the epoch.
 */
export interface Origin {
  /** Counts from the epoch, whatever day is today. */
  publishedAt: number;
  /** At the epoch, or, of a content that is younger, when it no longer grows. */
  views: number;
  likes: number;
  comments: number;
  shares: number;
  isLater: boolean;
  deletedAt: number;
  /** The day that is today, whole days since the epoch. */
  day: number;
}

/** An account on a day that is not its epoch: the stored account and that day, whole days since its epoch. */
export interface Life {
  stored: Account;
  day: number;
  /** Followers on a day since the epoch. */
  followers: (day: number) => number;
}

/** The finding of an account that no world stores (`newcomers.ts`). */
export interface Found {
  /** Beyond the numbers of stored accounts. */
  readonly number: number;
  /** The first day on which the service knows it, whole days since the epoch of the run. This is its own epoch. */
  readonly knownOn: number;
  /** Decides when it disappears. */
  readonly seed: number;
}

/** Absent in stored objects. */
interface Aged {
  origin?: Origin;
}
interface Living {
  life?: Life;
  found?: Found;
}

/**
 * The audience of an account. null in an account means unknown; all figures of its audience record are then
 * zero.
 */
export const Audience = Type.Object(
  {
    /** At most 6, by descending share; 4 decimals; the shares sum to at most 1. */
    locations: Type.Array(Type.Object({ country: Country, share: Ratio }, closed), { maxItems: 6 }),
    maleRatio: Ratio,
    /** One share for each of `ageRanges`; 4 decimals; they sum to 1. */
    ages: Type.Array(Ratio, { minItems: 7, maxItems: 7 }),
  },
  closed,
);
export type Audience = Static<typeof Audience>;

/**
 * Contents before the listed ones: `count` contents of one kind. Their figures are a pure function of (seed,
 * kind, index) and are not stored. Histories include them, lists do not. They are older than every listed
 * content and younger than the account, so the listed contents are always the latest. An account that has any
 * lists at least `minListed` contents.
 */
export const EarlierContents = Type.Object(
  {
    /** The kind: clip `video`; gram `image`, `reel`; tube `video`, `short`. */
    kind: Type.String(),
    count: WholeCount,
    /** Typical time between two contents. */
    everyMs: Type.Integer({ minimum: 1 }),
    lengthSec: WholeCount,
    /** Typical figures today of a content that no longer grows. */
    views: WholeCount,
    likes: WholeCount,
    comments: WholeCount,
    shares: WholeCount,
  },
  closed,
);
export type EarlierContents = Static<typeof EarlierContents>;

/** Enough for the averages, which cover the latest 24 contents and leave out those younger than 4 days. */
export const minListed = 28;

const figureFields = { views: WholeCount, likes: WholeCount, comments: WholeCount };
const textFields = { text: Type.String(), hashtags: Type.Array(Hashtag) };
const sponsorFields = {
  /** Keys of the sponsors of this content; there can be several. */
  brands: Type.Array(Type.String()),
};
const GeoPlace = Type.Object(
  { name: Type.String({ minLength: 1 }), lat: Type.Number(), lng: Type.Number() },
  closed,
);
const Audio = Type.Object(
  { id: Type.String(), title: Type.String(), author: Type.String(), album: Type.String() },
  closed,
);

export const ClipContent = Type.Object(
  {
    kind: Type.Literal('video'),
    id: Type.String({ pattern: '^[0-9]{19}$' }),
    publishedAt: InstantAt,
    /** 0 for a photo-mode post. */
    lengthSec: WholeCount,
    ...textFields,
    ...figureFields,
    shares: WholeCount,
    commerceHashtags: Type.Array(Hashtag),
    audio: Audio,
    isAd: Type.Boolean(),
    isDuetEnabled: Type.Boolean(),
  },
  closed,
);
export type ClipContent = Static<typeof ClipContent> & Aged;

export const GramContent = Type.Object(
  {
    /** An image post (one picture or a carousel) or a reel. */
    kind: Type.Union([Type.Literal('image'), Type.Literal('reel')]),
    id: Type.String({ pattern: '^[A-Za-z0-9_-]{11}$' }),
    publishedAt: InstantAt,
    /** Seconds with decimals for a reel, 0 for an image. */
    lengthSec: Type.Number({ minimum: 0 }),
    ...textFields,
    ...figureFields,
    ...sponsorFields,
    /** Pictures of a carousel; 0 for a single picture or a reel. */
    carousel: Type.Integer({ minimum: 0, maximum: 10 }),
    contains: Type.Array(Type.String()),
    tagged: Type.Array(GramHandle),
    place: Type.Union([GeoPlace, Type.Null()]),
    /** Music of a reel; null for an image. */
    audio: Type.Union([Audio, Type.Null()]),
    /** Label of the filter or prompt sticker of a reel; empty if none. */
    filter: Type.String(),
    sticker: Type.String(),
  },
  closed,
);
export type GramContent = Static<typeof GramContent> & Aged;

export const TubeContent = Type.Object(
  {
    kind: Type.Union([Type.Literal('video'), Type.Literal('short')]),
    /** A finished live stream. Lists show it among the videos; content search calls it `stream`. */
    isStream: Type.Boolean(),
    id: VideoId,
    publishedAt: InstantAt,
    title: Type.String(),
    /** In a few words, for subtitles; empty where the title says it. */
    topic: Type.String(),
    lengthSec: WholeCount,
    ...textFields,
    ...figureFields,
    ...sponsorFields,
    isMemberOnly: Type.Boolean(),
    language: Language,
    category: Type.String(),
    /** Subtitle tracks as `vssId`: `a.en` is automatic, `.en` is written. Cues are generated on request. */
    subtitles: Type.Array(Type.String({ pattern: '^a?\\.[a-zA-Z-]{2,17}$' })),
    /** Multiplies the length of every subtitle track of this video (for tests of streams). */
    subtitleRepeat: Type.Integer({ minimum: 1 }),
  },
  closed,
);
export type TubeContent = Static<typeof TubeContent> & Aged;

const accountFields = {
  displayName: Type.String(),
  bio: Type.String(),
  country: Country,
  /** Main language first, second language next. */
  languages: Type.Array(Language, { minItems: 1 }),
  niches: Type.Array(NicheId),
  links: Type.Array(Type.Object({ title: Type.String(), url: Type.String() }, closed)),
  emails: Type.Array(Type.String()),
  isVerified: Type.Boolean(),
  /** Time does not pass for it: its contents keep their age, and its figures stay. Absent where it does. */
  isStill: Type.Optional(Type.Literal(true)),
  createdAt: InstantAt,
  /** The last update of the account by the service. */
  updatedAt: InstantAt,
  following: WholeCount,
  /**
   * Followers (subscribers) at 00:00 UTC of the epoch and every seven days before it, newest first. Days
   * between are interpolated. An account younger than 53 weeks has fewer entries.
   */
  followerWeeks: Type.Array(WholeCount, { minItems: 1, maxItems: 60 }),
  audience: Type.Union([Audience, Type.Null()]),
  /** Accounts of the same platform that the platform recommends: handles, on tube channel ids. */
  related: Type.Array(Type.String()),
  /** The same person's accounts; empty strings if none. */
  linked: Type.Object({ clip: Type.String(), gram: Type.String(), tube: Type.String() }, closed),
  /** The seed of the functions that compute earlier contents and subtitle cues. */
  seed: Type.Integer({ minimum: 0 }),
  older: Type.Array(EarlierContents),
  /**
   * Per metric, the share of accounts below this one in the world, its country and its language: 0 to 1, 1 is
   * the top. The metrics are those of `rankedFigures` in `records/ranking.ts`.
   */
  ranks: Type.Record(Type.String(), Type.Object({ global: Ratio, country: Ratio, language: Ratio }, closed)),
};

export const ClipAccount = Type.Object(
  {
    platform: Type.Literal('clip'),
    handle: ClipHandle,
    category: Type.String(),
    isBusiness: Type.Boolean(),
    isPrivate: Type.Boolean(),
    ...accountFields,
    /** Newest first. */
    contents: Type.Array(ClipContent),
  },
  closed,
);
export type ClipAccount = Static<typeof ClipAccount> & Living;

export const GramAccount = Type.Object(
  {
    platform: Type.Literal('gram'),
    handle: GramHandle,
    category: Type.String(),
    categoryBusiness: Type.String(),
    isBusiness: Type.Boolean(),
    isPrivate: Type.Boolean(),
    ...accountFields,
    /** Newest first. */
    contents: Type.Array(GramContent),
  },
  closed,
);
export type GramAccount = Static<typeof GramAccount> & Living;

export const TubeAccount = Type.Object(
  {
    platform: Type.Literal('tube'),
    channelId: ChannelId,
    /** Without the `@` that replies add. */
    handle: TubeHandle,
    categories: Type.Array(Type.Object({ category: Type.String(), share: Ratio }, closed)),
    topics: Type.Array(NicheId),
    ...accountFields,
    /** Newest first. */
    contents: Type.Array(TubeContent),
  },
  closed,
);
export type TubeAccount = Static<typeof TubeAccount> & Living;

export const Brand = Type.Object(
  {
    /** Internal name, used by contents; never shown. */
    key: Type.String({ pattern: '^[a-z0-9-]+$' }),
    /** Shaped like a domain; empty for a brand with gram handles only. */
    brandId: Type.String({ pattern: '^[a-zA-Z0-9._-]*$' }),
    name: Type.String(),
    aliases: Type.Array(Type.String()),
    description: Type.String(),
    companySize: Type.String(),
    keyPeople: Type.Array(Type.String()),
    industries: Type.Array(Type.String()),
    country: Country,
    location: Type.String(),
    website: Type.String(),
    socialMedia: Type.Array(Type.Object({ platform: choice(platforms), url: Type.String() }, closed)),
    competitors: Type.Array(Type.String()),
    gramHandles: Type.Array(GramHandle),
  },
  closed,
);
export type Brand = Static<typeof Brand>;

/** The category of every niche on clip and gram, and of the topics that are whole niches. */
export const allNiches = 'All';

/** A niche (all platforms) or a topic (tube). */
export const Niche = Type.Object({ id: NicheId, name: Type.String(), category: Type.String() }, closed);
export type Niche = Static<typeof Niche>;

/** The account of a creator, by platform. */
export interface AccountOn {
  clip: ClipAccount;
  gram: GramAccount;
  tube: TubeAccount;
}
export type Account = AccountOn[keyof AccountOn];
export type Content = ClipContent | GramContent | TubeContent;

/** A content and its account, by platform. */
export interface PostOn {
  clip: { account: ClipAccount; content: ClipContent };
  gram: { account: GramAccount; content: GramContent };
  tube: { account: TubeAccount; content: TubeContent };
}
