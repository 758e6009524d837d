import type { JournalEntry } from '../journal/entry.ts';
import { type Journal, maxPerKey } from '../journal/journal.ts';
import type { Records, RequestRow } from '../ledger/replicas.ts';
import type { JournalView } from '../service/http/deps.ts';
import { poll } from './poll.ts';

/**
 * The journal of this replica, whose requests are also rows for the others. It answers about its own requests only, and
 * about those that its watchers saw; `readJournal` has those of all.
 */
export function sharedJournal(local: Journal, records: Records): Journal {
  const seen = new Map<number, JournalEntry>();
  let isWritten = false;
  local.watch((entry) => {
    if (!isWritten) records.add({ requests: [rowOf(entry)] });
  });

  return {
    ...local,
    record(input, id) {
      isWritten = id !== undefined;
      const recorded = local.record(input, id);
      isWritten = false;
      return recorded;
    },
    recordStream(input) {
      const { entry, end } = local.recordStream(input);
      return {
        entry,
        end(outcome) {
          end(outcome);
          records.add({ changed: [rowOf(entry)] });
        },
      };
    },
    find: (id) => local.find(id) ?? seen.get(id),
    watch(watcher) {
      const stop = local.watch(watcher);
      let place: number | undefined;
      const stopPolling = poll(async () => {
        const { contents, ...read } = await records.since('journal', place);
        place = read.place;
        for (const content of contents) {
          const entry = JSON.parse(content) as JournalEntry;
          see(entry);
          watcher(entry);
        }
      });
      return () => {
        stop();
        stopPolling();
      };
    },
    /** Inside a job that concerns all. */
    clear(keyIds) {
      records.clearRequests(keyIds);
      return local.clear(keyIds);
    },
  };

  function see(entry: JournalEntry): void {
    seen.set(entry.id, entry);
    if (seen.size > maxSeen) seen.delete(seen.keys().next().value as number);
  }
}

const maxSeen = 1_000;

export const rowOf = (entry: JournalEntry): RequestRow => ({
  id: entry.id,
  key: entry.keyId ?? '',
  content: JSON.stringify(entry),
});

/** Reads a page at a time. Where a replica removed and counted older requests meanwhile, all are read again. */
async function readRequests(records: Records, maxRequests: number, keyId: string | undefined) {
  for (let readings = 1; ; readings++) {
    const evictedBefore = await records.countEvicted(keyId);
    const entries: JournalEntry[] = [];
    // The limit of all keys; that of each follows from the requests themselves.
    const beyond = keyId === undefined ? 0 : await records.placeBeyond(maxRequests);
    let older = 0;
    for await (const page of records.requests(keyId))
      for (const { content, place } of page)
        if (place > beyond) entries.push(JSON.parse(content) as JournalEntry);
        else older += 1;
    const evicted = await records.countEvicted(keyId);
    if (evicted === evictedBefore || readings === maxReadings) return { entries, older, evicted };
  }
}

/** Where requests are removed without a pause, the count of forgotten ones is of about now. */
const maxReadings = 3;

/** Reads the journal of all replicas, of one key or of all. */
export async function readJournal(
  records: Records,
  maxRequests: number,
  keyId: string | undefined,
): Promise<JournalView> {
  const { entries, older, evicted } = await readRequests(records, maxRequests, keyId);
  const counts = new Map<string | null, number>();
  const isWithin = (entry: JournalEntry) => {
    const count = (counts.get(entry.keyId) ?? 0) + 1;
    counts.set(entry.keyId, count);
    return count <= maxPerKey;
  };
  const within = entries.reverse().filter(isWithin).slice(0, maxRequests).reverse();
  return {
    all: (ofKey) => (ofKey === undefined ? within : within.filter((entry) => entry.keyId === ofKey)),
    forgotten: () => evicted + older + entries.length - within.length,
    behind(id) {
      // A request may be committed behind one that came later.
      const places = new Map(within.map((entry, place) => [entry.id, place]));
      const last = places.get(id);
      return (entry) => (last === undefined ? entry.id > id : (places.get(entry.id) ?? 0) > last);
    },
  };
}
