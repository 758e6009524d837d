import { closestMatch } from 'leven';

/** The valid name that is most like a wrong one; undefined if none is within `maxDistance` changed letters. */
export const nearest = (
  wrong: string,
  valid: readonly string[],
  maxDistance = Number.POSITIVE_INFINITY,
): string | undefined => closestMatch(wrong.slice(0, maxComparedCharacters), valid, { maxDistance });

/** Comparing costs the product of both lengths, and no valid name is as long. */
const maxComparedCharacters = 100;

/** The nearest valid name as the end of a sentence; empty if none is valid. */
export function nearestHint(wrong: string, valid: readonly string[], maxDistance?: number): string {
  const match = nearest(wrong, valid, maxDistance);
  return match === undefined ? '' : `; the nearest valid one is ${match}`;
}
