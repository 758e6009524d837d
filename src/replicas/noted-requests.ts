import { entryOf, isUrlCut, type JournalEntry } from '../journal/entry.ts';
import type { TallyInput } from '../report/tally-input.ts';
import type { PeerParts } from './peer-parts.ts';
import { rowOf } from './shared-journal.ts';

/** @returns a function that notes a request inside a job: its rows are committed with the batch, or never */
export function notedRequests({
  records,
  journal,
  tally,
}: Pick<PeerParts, 'records' | 'journal' | 'tally'>): (input: TallyInput) => void {
  let inBatch: TallyInput[] = [];
  records.onCommit((posted) => {
    const noted = inBatch;
    inBatch = [];
    // As where one process counts: renewals first, then the requests of the batch.
    const renewed = posted.flatMap(({ account, entry, isRestored }) =>
      entry.kind === 'renew' && !isRestored ? account.id : [],
    );
    const requests = noted.map((input) => {
      const entry = entryOf(input.request, input.id);
      input.body = comparedBody(entry);
      return rowOf(entry);
    });
    return { requests, tallyEvents: tally.rowsOf(renewed, noted) };
  });
  return (input) => {
    input.id = journal.nextId();
    inBatch.push(input);
  };
}

/** As for a request that is recorded at once: undefined for a large one. */
const comparedBody = (entry: JournalEntry): string | null | undefined =>
  isUrlCut(entry) || entry.body?.cut ? undefined : (entry.body?.text ?? null);
