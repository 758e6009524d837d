import type { Lexicon } from './lexicon.ts';

/** `broad` names nothing, `foreign` is not English, `unread` has parts that are not understood. */
export type Advice = { because: 'broad' } | { because: 'foreign' } | { because: 'unread'; parts: string[] };

/** The reply to a text that is not searched by: why, and descriptions that find creators in this world. */
export function replyTo(
  { commonNiches }: Lexicon,
  advice: Advice,
): { message: string; suggestion: string[] } {
  const [first = 'food', second = 'fashion', third = 'travel'] = commonNiches;
  return {
    message: messageOf(advice),
    suggestion: [
      `${first} creators in the United States`,
      `${second} creators with 10k to 1 million followers`,
      `verified ${third} creators, biggest first`,
      'creators in Latin America with engagement above 4%',
    ],
  };
}

function messageOf(advice: Advice): string {
  if (advice.because === 'broad')
    return 'The description is too broad to search by. Add what the creators make, where they are or how large they are.';
  if (advice.because === 'foreign')
    return 'The description is not in English, the only language that the sandbox reads. A reading (setting `readings`) says what it means.';
  const [part] = advice.parts;
  return `A part of the description is not understood: "${part}". Say it in other words or leave it out.`;
}
