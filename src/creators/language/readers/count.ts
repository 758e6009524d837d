import type { Item } from '../items.ts';
import { near, type Passage } from '../passage.ts';
import { rangeAt } from './ranges.ts';

/** A result lists at most this many creators, and as many without a number (assumed: nls-most). */
export const maxResults = 20;

/** How many creators are asked for: `top 5`, `give me 3 food creators`, `ten yoga teachers`. */
export function readCount({ items, claimed }: Passage): number | undefined {
  for (let at = 0; at < items.length; at++) {
    const range = rangeAt(items, at);
    if (!range) continue;
    const { start, end, small, percent, doubtful, decade, bounds } = range;
    const count = bounds.to ?? bounds.from ?? 0;
    const counts = small && !percent && !doubtful && !decade && Number.isInteger(count) && count > 0;
    if (counts && !claimed.has(start) && (isBefore(items, end) || isAfter(items, start)))
      return Math.min(count, maxResults);
    at = end;
  }
  return undefined;
}

/** `5 fashion creators in Italy`, `5 verified singers`. */
const isBefore = (items: readonly Item[], at: number): boolean =>
  near(items, at, 1, {
    of: ['creator', 'niche'],
    across: [
      'glue',
      'place',
      'verified',
      'sponsored',
      'size',
      'gender',
      'order',
      'rank',
      'growing',
      'activity',
    ],
    maxSteps: 5,
  }) !== undefined;

/** `top 5`, `the first 10`, `show me 3`. */
const isAfter = (items: readonly Item[], at: number): boolean =>
  askWords.has(items[at - 1]?.text ?? '') ||
  near(items, at, -1, { of: ['order', 'rank', 'sortBy'], across: ['glue', 'creator'], maxSteps: 3 }) !==
    undefined;

const askWords = new Set(['show', 'find', 'list', 'give', 'want', 'need', 'get', 'me', 'us', 'limit']);
