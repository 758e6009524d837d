import type { Lexicon } from './lexicon.ts';

/** `broad` names nothing, `foreign` is not English, `notUnderstood` has parts that are not understood. */
export type Advice =
  | { because: 'broad' }
  | { because: 'foreign'; words: string[] }
  | { because: 'notUnderstood'; parts: string[] };

/**
 * The reply to a text that is not searched by: why, how a reading or a model helps, and descriptions that find creators in
 * this world.
 */
export function replyTo(
  { commonNiches }: Lexicon,
  advice: Advice,
): { message: string; suggestion: string[] } {
  const otherWays =
    advice.because === 'broad'
      ? []
      : [
          'Say what this text means in a reading: a file, named by the setting `readings`',
          'Let a model of your own read it: the setting `nlsModel`',
        ];
  const [first = 'food', second = 'fashion', third = 'travel'] = commonNiches;
  return {
    message: messageOf(advice),
    suggestion: [
      ...otherWays,
      `${first} creators in the United States`,
      `${second} creators with 10k to 1 million followers`,
      `${third} creators, biggest first`,
      'creators in Latin America with engagement above 4%',
    ],
  };
}

/** The reply where the model of the user gave two wrong answers. */
export const adviceOfModel = {
  message:
    'The model of `nlsModel` gave no valid search for this description, also after its flaws were sent back.',
  suggestion: [
    'Say it in other words',
    'Say what this text means in a reading: a file, named by the setting `readings`',
  ],
} as const;

function messageOf(advice: Advice): string {
  if (advice.because === 'broad')
    return 'The description is too broad to search by. Add what the creators make, where they are or how large they are.';
  if (advice.because === 'foreign')
    return `Most words of the description are not known, such as "${advice.words[0]}". The sandbox by itself reads English only.`;
  const [part] = advice.parts;
  return `A part of the description is not understood: "${part}". Say it in other words or leave it out.`;
}
