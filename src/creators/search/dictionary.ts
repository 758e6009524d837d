import type { StringFilter } from '../../core/filters.ts';
import { byCodePoint } from '../../core/order.ts';
import type { Steps } from '../../core/steps.ts';
import type { IndexPart, Numbers } from '../world/index-parts.ts';
import { narrowed } from './growing.ts';
import type { PartFinder } from './part-finder.ts';
import type { PartSource } from './parts.ts';
import { firstWhere } from './sorted.ts';

/** How a filter compares whole texts. Parts always match in any case (assumed: caseless). */
export interface Comparison {
  caseless?: boolean;
  /** The texts are handles, which filters may write with a leading @. */
  handle?: boolean;
}

/** Numbers distinct texts as they are met. */
export function dictionaryBuilder({ caseless = false }: Comparison) {
  const codes = new Map<string, number>();
  return {
    codeOf(text: string): number {
      const known = codes.get(text);
      if (known !== undefined) return known;
      codes.set(text, codes.size);
      return codes.size - 1;
    },
    /** The parts of a dictionary, whose texts are sorted by code point, and the rank of each number in it. */
    done() {
      const texts = [...codes.keys()].sort(byCodePoint);
      const rankOf = new Uint32Array(texts.length);
      for (const [rank, text] of texts.entries()) rankOf[codes.get(text) as number] = rank;
      const parts = new Map<string, IndexPart>([['texts', texts]]);
      if (caseless) parts.set('lower', byLowerCase(texts));
      return { parts, rankOf, size: texts.length };
    },
  };
}

/** The ranks of the texts in the order of their lower case. */
function byLowerCase(texts: readonly string[]): Numbers {
  const lower = texts.map((text) => text.toLowerCase());
  const ranks = lower.map((_, rank) => rank);
  ranks.sort((a, b) => byCodePoint(lower[a] as string, lower[b] as string) || a - b);
  return narrowed(ranks, texts.length);
}

/**
 * The ranks of the texts that a filter matches, ascending.
 * @param finder finds parts in the texts
 */
export function* matchingRanks(
  parts: PartSource,
  filter: StringFilter,
  comparison: Comparison,
  finder: PartFinder,
): Steps<number[]> {
  const { anyOf, contains } = filter;
  const compared = comparison.handle ? anyOf.map((text) => text.replace(/^@/, '')) : anyOf;
  const texts = parts.texts('texts');
  if (contains) return yield* containing(finder, compared);
  const ranks = comparison.caseless
    ? compared.flatMap((text) => caselessRanks(texts, parts.numbers('lower'), text.toLowerCase()))
    : compared.flatMap((text) => exactRank(texts, text));
  return [...new Set(ranks)].sort((a, b) => a - b);
}

function exactRank(texts: readonly string[], text: string): number[] {
  const textAt = (at: number): string => texts[at] as string;
  const rank = firstWhere({ from: 0, to: texts.length }, (at) => byCodePoint(textAt(at), text) >= 0);
  return texts[rank] === text ? [rank] : [];
}

function caselessRanks(texts: readonly string[], ranks: Numbers, lower: string): number[] {
  const lowerAt = (at: number): string | undefined => texts[ranks[at] as number]?.toLowerCase();
  const found: number[] = [];
  let at = firstWhere({ from: 0, to: ranks.length }, (at) => byCodePoint(lowerAt(at) ?? '', lower) >= 0);
  for (; lowerAt(at) === lower; at++) found.push(ranks[at] as number);
  return found;
}

function* containing(finder: PartFinder, parts: readonly string[]): Steps<number[]> {
  const [only, ...rest] = parts as [string, ...string[]];
  if (rest.length === 0) return yield* finder.containing(only);
  const found = new Set<number>();
  for (const part of parts) for (const rank of yield* finder.containing(part)) found.add(rank);
  return [...found].sort((a, b) => a - b);
}
