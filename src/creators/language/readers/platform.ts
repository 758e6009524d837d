import { type Platform, platformsByName } from '../../../core/platforms.ts';
import type { Lexicon } from '../lexicon.ts';
import { type Token, wordSet } from '../tokens.ts';

/**
 * The default without any hint: the first platform that the text does not exclude (assumed: nls-platform).
 */
const defaults = platformsByName;

/** A hint of at least this weight is a name. */
const nameWeight = 10;

const negations = wordSet(
  "not no non never except without excluding exclude avoid avoiding isn't isnt aren't arent don't dont sin sans ohne nicht sem",
);
/** Words between a negation and its platform: `not on tiktok`, `other than the clips`. */
const bridgeWords = wordSet('on from in of than any the a for to - :');
const negatingPairs = new Set(['other than', 'rather than', 'instead of', 'but not']);
const everyPlatformWords = wordSet(
  'anything everything anywhere everywhere all any anyone everyone platform platforms',
);
const carryingWords = wordSet('or nor and & /');

/**
 * The platform with the greatest weight of hints; of equals, the one hinted at first.
 * @returns `named` whether there is any hint
 */
export function readPlatform(
  tokens: readonly Token[],
  { platforms }: Lexicon,
): { platform: Platform; shorts: boolean; named: boolean } {
  const weights = new Map<Platform, number>();
  const excluded = new Set<Platform>();
  let shorts = false;
  // the end of the last excluded platform
  let negatedUntil = -1;
  for (let at = 0; at < tokens.length; ) {
    const found = platforms.at(tokens, at);
    if (found) {
      const { platform, weight, shorts: short = false } = found.meaning;
      const negated = isNegated(tokens, at) || carriesNegation(tokens, negatedUntil, at);
      if (negated) negatedUntil = at + found.length;
      if (negated && weight >= nameWeight) excluded.add(platform);
      weights.set(platform, (weights.get(platform) ?? 0) + (negated ? -3 * weight : weight));
      shorts ||= short && !negated;
    }
    at += found?.length ?? 1;
  }
  let platform = defaults.find((candidate) => !excluded.has(candidate)) ?? 'clip';
  let best = 0;
  for (const [candidate, weight] of weights)
    if (weight > best) {
      platform = candidate;
      best = weight;
    }
  return { platform, shorts: shorts && platform === 'tube', named: weights.size > 0 };
}

/** `not tiktok`, `not on tiktok`, `other than tiktok`, `anything but tiktok`; but not `nothing but tiktok`. */
function isNegated(tokens: readonly Token[], at: number): boolean {
  const text = (back: number): string => tokens[at - back]?.text ?? '';
  if (negations.has(text(1)) || negatingPairs.has(`${text(2)} ${text(1)}`)) return true;
  const back = bridgeWords.has(text(1)) ? 2 : 1;
  return negations.has(text(back)) || (text(back) === 'but' && everyPlatformWords.has(text(back + 1)));
}

/** `no youtube channels`, `no tiktok or youtube`. */
const carriesNegation = (tokens: readonly Token[], end: number, at: number): boolean =>
  at === end || (at === end + 1 && carryingWords.has(tokens[end]?.text ?? ''));
