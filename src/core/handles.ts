import { findOperation } from './operations.ts';

/** contract 4.2: a leading `@` is stripped. */
export const withoutAt = (handle: string): string => (handle.startsWith('@') ? handle.slice(1) : handle);

/** contract 10.3(1): the case of a handle counts, but for tube (observed). */
export const tubeHandle = (handle: string): string => withoutAt(handle).toLowerCase();

/**
 * A parameter of an operation in the one spelling that all its spellings share. Only `uniqueId` has several.
 * @param operation its id
 */
export function plainParameter(operation: string | null | undefined, name: string, text: string): string {
  if (name !== 'uniqueId') return text;
  return findOperation(operation ?? '')?.platform === 'tube' ? tubeHandle(text) : withoutAt(text);
}
