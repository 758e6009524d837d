import type { ClientRule, Found, Watch } from '../call.ts';
import { createLatestEntries } from '../latest-entries.ts';
import { maxSearches } from '../pages.ts';

/** Pages of one record that make a loop. */
const loopPages = 3;

export const pagesOfOne: ClientRule = {
  severity: 'warning',
  sentence: 'A page costs the same whatever its size: `pageSize` goes up to 100 (contract 8).',
  help: 'Ask for as many records at once as you need, up to 100.',
  watch: watchSinglePages,
};

function watchSinglePages(found: Found): Watch {
  /** By search and order: the first offsets. */
  const loops = createLatestEntries<Set<number>>(maxSearches);
  return {
    judge(calls) {
      for (const call of calls) {
        if (call.page?.size !== 1) continue;
        const { run, offset } = call.page;
        const offsets = loops.of(run, () => new Set());
        if (offsets.size >= loopPages || offsets.has(offset)) continue;
        offsets.add(offset);
        if (offsets.size === loopPages) found(call);
      }
    },
  };
}
