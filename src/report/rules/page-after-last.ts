import type { ClientRule, Found, Watch } from '../call.ts';
import { createLatestEntries } from '../latest-entries.ts';
import { maxSearches } from '../pages.ts';
import { factBit } from '../reply-facts.ts';

export const pageAfterLast: ClientRule = {
  severity: 'warning',
  sentence:
    'When `hasNextPage` is false no page follows, and each further page costs credits (contract 2.6).',
  help: 'End the loop when `hasNextPage` is false.',
  watch: watchLastPages,
};

function watchLastPages(found: Found): Watch {
  /** By search, order and size: the offset of the last page that was read. */
  const lastOffsets = createLatestEntries<number>(maxSearches);
  return {
    judge(calls) {
      for (const call of calls) {
        if (!call.page) continue;
        const { run, offset } = call.page;
        const last = lastOffsets.get(run);
        if (last !== undefined && offset > last) found(call);
        else if (call.input.factBits & factBit.last) lastOffsets.set(run, offset);
        // The client begins again, perhaps after a change of the data.
        else lastOffsets.delete(run);
      }
    },
  };
}
