import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { parseDuration } from '../core/durations.ts';
import { oneOf } from './records/atoms.ts';
import {
  Brand,
  ChannelId,
  ClipAccount,
  ClipContent,
  ClipHandle,
  GramAccount,
  GramContent,
  GramHandle,
  TubeAccount,
  TubeContent,
  TubeHandle,
} from './truth.ts';

/**
 * What a user writes: the truth of `truth.ts`, where everything but a handle may be left out. Two things are
 * written in another way. An instant is an age, `90m`, `36h` or `3d`: so long before today, 00:00 UTC.
 * And `followers` stands for a `followerWeeks` that never changed.
 */

const closed = { additionalProperties: false } as const;

const Age = Type.String({
  // At most 9,999 days, or as many digits of a smaller unit: older than any account.
  pattern: '^(\\d{1,12}ms|\\d{1,9}s|\\d{1,7}m|\\d{1,6}h|\\d{1,4}d)$',
  description: 'So long before today, 00:00 UTC: 36h, 3d.',
});
export const ageMs = (age: string): number => parseDuration(age) ?? Number.NaN;

const ClipContentGiven = Type.Object(
  {
    ...Type.Partial(Type.Omit(ClipContent, ['kind', 'publishedAt'])).properties,
    publishedAt: Type.Optional(Age),
    audio: Type.Optional(Type.Partial(ClipContent.properties.audio, closed)),
  },
  closed,
);
export type ClipContentGiven = Static<typeof ClipContentGiven>;

const GramContentGiven = Type.Object(
  {
    ...Type.Partial(Type.Omit(GramContent, ['kind', 'publishedAt'])).properties,
    kind: Type.Optional(oneOf(['image', 'reel'], 'An image post or a reel.')),
    publishedAt: Type.Optional(Age),
  },
  closed,
);
export type GramContentGiven = Static<typeof GramContentGiven>;

const TubeContentGiven = Type.Object(
  {
    ...Type.Partial(Type.Omit(TubeContent, ['kind', 'publishedAt'])).properties,
    kind: Type.Optional(oneOf(['video', 'short'], 'A video or a short.')),
    publishedAt: Type.Optional(Age),
  },
  closed,
);
export type TubeContentGiven = Static<typeof TubeContentGiven>;

/** Left out of the shared fields: what is written differently, and what a file says by its structure. */
const differently = ['platform', 'handle', 'contents', 'createdAt', 'updatedAt', 'linked'] as const;
const written = <T extends TSchema>(Content: T) => ({
  followers: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12 })),
  createdAt: Type.Optional(Age),
  updatedAt: Type.Optional(Age),
  linked: Type.Optional(Type.Partial(ClipAccount.properties.linked, closed)),
  contents: Type.Optional(Type.Array(Content)),
});

const ClipGiven = Type.Object(
  {
    ...Type.Partial(Type.Omit(ClipAccount, differently)).properties,
    handle: ClipHandle,
    ...written(ClipContentGiven),
  },
  closed,
);
export type ClipGiven = Static<typeof ClipGiven>;

const GramGiven = Type.Object(
  {
    ...Type.Partial(Type.Omit(GramAccount, differently)).properties,
    handle: GramHandle,
    ...written(GramContentGiven),
  },
  closed,
);
export type GramGiven = Static<typeof GramGiven>;

const TubeGiven = Type.Object(
  {
    ...Type.Partial(Type.Omit(TubeAccount, [...differently, 'channelId'])).properties,
    handle: TubeHandle,
    channelId: Type.Optional(ChannelId),
    ...written(TubeContentGiven),
  },
  closed,
);
export type TubeGiven = Static<typeof TubeGiven>;

/** A file of `creators/`: the accounts of one person. */
export const CreatorFile = Type.Object(
  { clip: Type.Optional(ClipGiven), gram: Type.Optional(GramGiven), tube: Type.Optional(TubeGiven) },
  { ...closed, minProperties: 1 },
);
export type CreatorFile = Static<typeof CreatorFile>;

const BrandGiven = Type.Object(
  { ...Type.Partial(Type.Omit(Brand, ['key', 'name'])).properties, name: Brand.properties.name },
  closed,
);
export type BrandGiven = Static<typeof BrandGiven>;

/** A file of `brands/`: brands by the key with which contents name them. */
export const BrandFile = Type.Record(Type.String({ pattern: '^[a-z0-9-]+$' }), BrandGiven, {
  ...closed,
  minProperties: 1,
});
export type BrandFile = Static<typeof BrandFile>;
