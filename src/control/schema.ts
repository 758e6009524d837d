import { type TSchema, Type } from '@sinclair/typebox';

export const closed = { additionalProperties: false } as const;

/** One of these words. A wrong word fails one check; a union of literals would report one problem per word. */
export const choice = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...(description && { description }) });

export const nullable = <Of extends TSchema>(schema: Of) =>
  Type.Unsafe<Of['static'] | null>({ ...schema, type: [schema['type'], 'null'].flat() });

/** A reply without content, for status 204. */
export const NoContent = Type.Unsafe<undefined>({ type: 'null' });
