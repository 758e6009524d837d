import type { JournalEntry } from '../journal/entry.ts';

/** The latest requests of other replicas, in the order of their ids. */
export interface RemoteRequests {
  /** Replaces requests of the same ids. @returns those that are new */
  put(page: readonly JournalEntry[]): JournalEntry[];
  all(keyId?: string): Iterable<JournalEntry>;
  find(id: number): JournalEntry | undefined;
  retain(isRetained: (entry: JournalEntry) => boolean): void;
}

export function createRemoteRequests(maxRequests: number): RemoteRequests {
  let rows = new Map<number, JournalEntry>();
  let isSorted = true;
  let lastId = 0;

  return {
    put(page) {
      const fresh = page.filter(({ id }) => !rows.has(id));
      for (const { id } of fresh) {
        isSorted &&= id > lastId;
        lastId = Math.max(lastId, id);
      }
      for (const entry of page) rows.set(entry.id, entry);
      // Once per page, because sorting a full store takes milliseconds.
      if (rows.size > maxRequests) evict();
      return fresh;
    },
    *all(keyId) {
      sort();
      for (const entry of [...rows.values()]) if (keyId === undefined || entry.keyId === keyId) yield entry;
    },
    find: (id) => rows.get(id),
    retain(isRetained) {
      for (const entry of rows.values()) if (!isRetained(entry)) rows.delete(entry.id);
    },
  };

  function sort(): void {
    if (isSorted) return;
    rows = new Map([...rows].sort(([one], [other]) => one - other));
    isSorted = true;
  }

  function evict(): void {
    sort();
    for (const id of rows.keys()) {
      if (rows.size <= maxRequests) return;
      rows.delete(id);
    }
  }
}
