import { type Platform, platformsByName } from '../../../core/platforms.ts';
import { type Item, letterOf } from '../items.ts';

/** The default without any hint: the first platform that the text does not exclude (assumed: nls-platform). */
const defaults = platformsByName;

/** A hint of at least this weight is a name. */
export const nameWeight = 10;

/**
 * The platform with the greatest weight of hints; of equals, the one hinted at first.
 * @returns the items with the negated names marked, and `named` whether there is any hint
 */
export function readPlatform(items: readonly Item[]): {
  items: Item[];
  platform: Platform;
  shorts: boolean;
  named: boolean;
} {
  const weights = new Map<Platform, number>();
  const excluded = new Set<Platform>();
  const letters = items.map(letterOf).join('');
  let [shorts, negatedUntil] = [false, -1];
  const marked = items.map((item, at): Item => {
    if (!item.hint) return item;
    const { platform, weight, shorts: short = false } = item.hint;
    const before = letters.slice(Math.max(0, at - 8), at);
    const after = letters.slice(at + 1, at + 9);
    const isWeak = weight < nameWeight && (item.kind === 'creator' || item.kind === 'measure');
    const negated =
      !isWeak &&
      (/x[gBi]{0,3}$/.test(before) ||
        /^[gi]{0,2}(?:X|x(?:[.,]|$))/.test(after) ||
        (negatedUntil !== -1 && /^g{0,1}(?:[j/]g?)?$/.test(letters.slice(negatedUntil + 1, at))));
    if (negated) negatedUntil = at;
    if (negated && weight >= nameWeight) excluded.add(platform);
    weights.set(platform, (weights.get(platform) ?? 0) + (negated ? -3 * weight : weight));
    shorts ||= short && !negated;
    if (negated && weight >= nameWeight) return { ...item, kind: 'platform', excluded: true };
    return item;
  });
  let platform = defaults.find((candidate) => !excluded.has(candidate)) ?? 'clip';
  let best = 0;
  for (const [candidate, weight] of weights)
    if (weight > best) {
      platform = candidate;
      best = weight;
    }
  return {
    items: platform === 'tube' ? withForms(marked) : marked,
    platform,
    shorts,
    named: weights.size > 0,
  };
}

/** `shorts views above 40k, long-form views below 15k`: the nearest word before a figure in its clause. */
function withForms(items: readonly Item[]): Item[] {
  let form: Item['form'];
  return items.map((item): Item => {
    if (item.kind === 'break' || item.kind === 'stop') form = undefined;
    if (item.hint?.shorts) form = 'shorts';
    else if (longForms.test(item.text)) form = 'videos';
    return form ? { ...item, form } : item;
  });
}

const longForms = /^(?:long|video|vídeo|langvideo|langfassung|film)/;
