import { type Platform, platforms } from '../../core/platforms.ts';
import type { Item, Naming } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import type { Parts } from './parts.ts';

/** The platforms that a text names. */
export interface NamedPlatform extends Naming {
  /** Named, hinted at, or nothing of both: then the first of `clip`, `gram`, `tube` (assumed: nls-platform). */
  isNamed: boolean;
  /** Others that it names, too: one search has one platform. */
  others: Platform[];
}

/** Finds the platform before all else, because figures are called by it. */
export function platformOf(items: readonly Item[], lexicon: Lexicon): NamedPlatform {
  const wanted: Platform[] = [];
  const excluded = new Set<Platform>();
  for (const [place, item] of items.entries()) {
    if (item.kind !== 'platform') continue;
    if (isExcluded(items, place)) excluded.add(item.platform);
    else wanted.push(item.platform);
  }
  const hintOf = (words: string) => lexicon.hints.get(words) ?? lexicon.hints.get(words.replace(/s$/, ''));
  const hinted = items.flatMap(
    ({ text }) => hintOf(text) ?? text.split(' ').flatMap((word) => hintOf(word) ?? []),
  );
  const shorts = items.some((item) => item.kind === 'content' && item.content === 'shorts');
  const named = [...new Set(wanted)].filter((each) => !excluded.has(each));
  const [platform] = [
    ...named,
    ...hinted.filter((each) => !excluded.has(each)),
    ...usual.filter((each) => !excluded.has(each)),
    ...platforms,
  ];
  return {
    platform,
    shorts: shorts && !items.some((item) => item.kind === 'content' && item.content === 'videos'),
    isNamed: named.length > 0 || excluded.size > 0 || hinted.length > 0,
    others: named.slice(1),
  };
}

const usual: readonly Platform[] = ['clip', 'gram', 'tube'];

/** `not on YouTube`, `no TikTokers`; in `not on YouTube or TikTok` both. */
function isExcluded(items: readonly Item[], place: number): boolean {
  const before = (from: number, ...passed: Item['kind'][]): number => {
    let at = from - 1;
    while (passed.includes(items[at]?.kind as Item['kind'])) at -= 1;
    return at;
  };
  const near = before(place, 'glue', 'creator', 'harmless', 'content');
  const kind = items[near]?.kind;
  if (kind === 'not' || kind === 'notList') return true;
  return kind === 'or' && items[before(near)]?.kind === 'platform' && isExcluded(items, before(near));
}

/** Marks the names of platforms, and the negations before excluded ones, as read. */
export function takePlatforms(parts: Parts): void {
  for (const [place] of parts.of('platform')) {
    const before = parts.before(place, 'creator', 'content');
    if (parts.is(before, 'not', 'notList')) parts.take(before);
  }
  for (const [place] of [...parts.of('platform')]) {
    const isPerson = /er$|creator$/.test(parts.at(place)?.text.replace(/s$/, '') ?? '');
    parts.items[place] = isPerson
      ? { kind: 'creator', text: parts.at(place)?.text ?? '' }
      : { kind: 'taken', text: parts.at(place)?.text ?? '' };
  }
}
