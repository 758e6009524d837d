import { Type } from '@sinclair/typebox';

/** A reply without content, for status 204. */
export const NoContent = Type.Unsafe<undefined>({ type: 'null' });
