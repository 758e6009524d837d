import { type TProperties, Type } from '@sinclair/typebox';
import { closed, namedSchema } from '../../core/schema.ts';

/**
 * The kinds of fields in records, so that a schema reads like a table of the contract. Objects are closed and every field
 * is required, because a reply always has all of them.
 */

/** An object that operations share: documents list it under its name. */
export const record = <T extends TProperties>(name: string, description: string, fields: T) =>
  namedSchema(name, object(description, fields));

/** An object that is a part of one record. */
export const object = <T extends TProperties>(description: string, fields: T) =>
  Type.Object(fields, { description, ...closed });

export const text = (description: string) => Type.String({ description });
/** The URL of a page of a platform; the vocabulary of the wire names its host. */
export const pageUrl = (description: string) =>
  Type.String({ description, examples: ['https://gram.example/p/abc'] });
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
