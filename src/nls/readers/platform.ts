import type { Lexicon } from '../lexicon.ts';
import type { Token } from '../tokens.ts';
import type { Platform } from '../words/platforms.ts';

/** Where nothing in a text points anywhere (assumed). */
const defaultPlatform: Platform = 'clip';

const negations = new Set(['not', 'no', 'non', 'except', 'without', 'excluding']);

/** The platform with the most weight of hints; of equals the one that is hinted at first. */
export function readPlatform(
  tokens: readonly Token[],
  { platforms }: Lexicon,
): { platform: Platform; shorts: boolean; named: boolean } {
  const weights = new Map<Platform, number>();
  let shorts = false;
  for (let at = 0; at < tokens.length; ) {
    const found = platforms.at(tokens, at);
    if (found) {
      const { platform, weight, shorts: short = false } = found.meaning;
      const against = [tokens[at - 1], tokens[at - 2]].some((token) => negations.has(token?.text ?? ''));
      weights.set(platform, (weights.get(platform) ?? 0) + (against ? -3 * weight : weight));
      shorts ||= short && !against;
    }
    at += found?.length ?? 1;
  }
  let platform = defaultPlatform;
  let most = 0;
  for (const [candidate, weight] of weights)
    if (weight > most) {
      platform = candidate;
      most = weight;
    }
  return { platform, shorts: shorts && platform === 'tube', named: most > 0 };
}
