import type { ClientRule, Found, Watch } from '../call.ts';
import { createLatestEntries } from '../latest-entries.ts';
import { maxSearches } from '../pages.ts';

/** Offsets of one search that are watched. */
const maxOffsets = 100;

/** Pages of one size that share half of their records or more: their client counts pages, or moves by too little. */
export const overlappingPages: ClientRule = {
  severity: 'error',
  sentence:
    '`offset` counts records, not pages: a page that begins within the one before repeats it, and costs credits again (contract 2.6).',
  help: 'Ask for the next page at `nextOffset`, or move `offset` by `pageSize`.',
  watch: watchOffsets,
};

function watchOffsets(found: Found): Watch {
  /** By search, order and size: the offsets so far. */
  const known = createLatestEntries<Set<number>>(maxSearches);
  return {
    judge(calls) {
      for (const call of calls) {
        if (!call.page) continue;
        const { run, size, offset } = call.page;
        const offsets = known.of(run, () => new Set());
        const overlaps = [...offsets].some(
          (other) => other !== offset && 2 * Math.abs(other - offset) <= size,
        );
        if (overlaps && !offsets.has(offset)) found(call);
        if (offsets.size < maxOffsets) offsets.add(offset);
      }
    },
  };
}
