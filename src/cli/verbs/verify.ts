import { parseJson, postCall, verb } from './verb.ts';

interface Verified {
  actual: number;
  credits?: number;
}

/** Added by `verify`, which has a second meaning. */
export const journalCheck = verb(
  'verify',
  'Check the requests that clients made: {"match":{"operation":"clip/profile"},"exactly":2}. Exit code 3 when the check fails.',
  {
    argumentNames: ['[json]'],
    call: ([check]) => postCall('/verify', parseJson(check)),
    show: ({ actual, credits }: Verified) => [
      `The check holds: found ${actual}${credits === undefined ? '' : `, ${credits} cr`}.`,
    ],
  },
);
