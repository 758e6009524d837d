import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';

/**
 * The few kinds of field that records are made of, so that a record's schema reads like its table. Every
 * object is closed and every field required, because a reply always has all of them.
 */

export const record = <T extends TProperties>(description: string, fields: T) =>
  Type.Object(fields, { description, additionalProperties: false });

/** Null is spelt as a second type, so that serialisers need not try alternatives. */
export const recordOrNull = <T extends TProperties>(description: string, fields: T) =>
  Type.Unsafe<Static<TObject<T>> | null>({ ...record(description, fields), type: ['object', 'null'] });

export const text = (description: string) => Type.String({ description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const flag = (description: string) => Type.Boolean({ description });

/** A whole number that is never negative: counts, seconds, averages and medians of counts. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });
/** A ratio that is never negative; 4 decimals. */
export const rate = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} 4 decimals.` });
/** A part of a whole, 0 to 1; 4 decimals. */
export const share = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `${description} 0 to 1, 4 decimals.` });
/** A relative change that may be negative: 0.05 is five percent more than before. */
export const change = (description: string) =>
  Type.Number({ description: `${description} May be negative.` });
/** An amount of US dollars. */
export const dollars = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} US dollars.` });

export const instant = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description} Unix time in milliseconds.` });

export const countryCode = (description: string) =>
  Type.String({
    pattern: '^([A-Z]{3})?$',
    description: `${description} ISO 3166-1 alpha-3; empty when unknown.`,
  });
export const languageCode = (description: string) =>
  Type.String({
    description: `${description} ISO 639-3; zht and zhs for traditional and simplified Chinese.`,
  });

/** One of some words. A union of literals would report several problems for one mistake. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });
export const oneOfOrNull = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null], description });

export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const countOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description });
export const dollarsOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    description: `${description} US dollars.`,
  });
