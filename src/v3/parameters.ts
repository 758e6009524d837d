import { Type } from '@sinclair/typebox';

/** A clip handle as callers write it (specification 4.2, 8). */
export const ClipIdentifier = Type.Object({
  uniqueId: Type.String({
    minLength: 1,
    maxLength: 101,
    pattern: '^@?[a-zA-Z0-9._-]+$',
    description: 'Handle of the creator. A leading @ is stripped.',
  }),
});

/** specification 4.2: a leading `@` is stripped. */
export const withoutAt = (handle: string): string => handle.replace(/^@/, '');
