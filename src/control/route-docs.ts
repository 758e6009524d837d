import { type TSchema, Type } from '@sinclair/typebox';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One sentence for the admin surface's own document. */
    summary?: string;
    /** What a body may hold, where the route checks it by itself. */
    accepts?: TSchema;
    /** What the admin surface answers with, where it answers with JSON. */
    answer?: TSchema;
    /** The media type of its answer, where that is not JSON. */
    answersAs?: string;
    /** The status of success, where it is not 200. */
    success?: number;
    /** The statuses of its own problems; every route can also answer 401 and 403, with a body 400, 413 and 415. */
    problems?: readonly number[];
  }
}

export const closed = { additionalProperties: false } as const;

/** Choice among words: one keyword, and so one problem per mistake. */
export const Choice = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...(description && { description }) });

export const Nullable = <Of extends TSchema>(schema: Of) =>
  Type.Unsafe<Of['static'] | null>({ ...schema, type: [schema['type'], 'null'].flat() });

/** Where a list goes on, and how much of it is wanted. */
export const Paging = {
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'From the page before.' })),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$', description: '1 to 1,000; 100 when absent.' }),
  ),
};

export const Cursor = Nullable(Type.String({ description: 'Asks for the next page; null on the last.' }));

/** @returns what the page begins after, and how many it may have */
export const pageOf = ({
  cursor = '0',
  limit = '100',
}: {
  cursor?: string | undefined;
  limit?: string | undefined;
}) => ({
  after: Number(cursor),
  most: Number(limit),
});

/** The cursor behind a page; a page that is not full is the last. */
export function cursorBehind(last: number | undefined, length: number, most: number): string | null {
  return last === undefined || length < most ? null : String(last);
}
