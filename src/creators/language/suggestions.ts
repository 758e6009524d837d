import type { Lexicon } from './lexicon.ts';

/** The answer to a text that is too broad. */
export interface Advice {
  message: string;
  suggestion: string[];
}

/** Each suggestion finds creators in this world. */
export function adviceFor({ commonNiches }: Lexicon): Advice {
  const [first = 'food', second = 'fashion', third = 'travel'] = commonNiches;
  return {
    message:
      'The description is too broad to search by. Add what the creators make, where they are or how large they are.',
    suggestion: [
      `${first} creators in the United States`,
      `${second} creators with 10k to 1 million followers`,
      `verified ${third} creators, biggest first`,
      'creators in Latin America with engagement above 4%',
    ],
  };
}
