import type { Lexicon } from './lexicon.ts';

/** The answer to a text that is too broad, or has a part that is not understood. */
export interface Advice {
  message: string;
  suggestion: string[];
}

/**
 * Each suggestion finds creators in this world.
 * @param refused the parts with a number, a comparison or a negation that were not understood
 */
export function adviceFor({ commonNiches }: Lexicon, refused: readonly string[]): Advice {
  const [first = 'food', second = 'fashion', third = 'travel'] = commonNiches;
  return {
    message:
      refused.length === 0
        ? 'The description is too broad to search by. Add what the creators make, where they are or how large they are.'
        : `A part of the description is not understood: "${refused[0]}". Say it in other words or leave it out.`,
    suggestion: [
      `${first} creators in the United States`,
      `${second} creators with 10k to 1 million followers`,
      `verified ${third} creators, biggest first`,
      'creators in Latin America with engagement above 4%',
    ],
  };
}
