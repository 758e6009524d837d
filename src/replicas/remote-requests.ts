import type { JournalEntry } from '../journal/entry.ts';

/** The latest requests of other replicas, in the order of their ids. */
export interface RemoteRequests {
  /** @returns those that are new; another of the same id is replaced */
  put(page: readonly JournalEntry[]): JournalEntry[];
  all(keyId?: string): Iterable<JournalEntry>;
  find(id: number): JournalEntry | undefined;
  retain(isKept: (recorded: JournalEntry) => boolean): void;
}

export function createRemoteRequests(most: number): RemoteRequests {
  let rows = new Map<number, JournalEntry>();
  let isSorted = true;
  let last = 0;

  return {
    put(page) {
      const fresh = page.filter(({ id }) => !rows.has(id));
      for (const { id } of fresh) {
        isSorted &&= id > last;
        last = Math.max(last, id);
      }
      for (const recorded of page) rows.set(recorded.id, recorded);
      // Once for a page: to sort a full store takes milliseconds.
      if (rows.size > most) evict();
      return fresh;
    },
    *all(keyId) {
      sort();
      for (const recorded of [...rows.values()])
        if (keyId === undefined || recorded.keyId === keyId) yield recorded;
    },
    find: (id) => rows.get(id),
    retain(isKept) {
      for (const recorded of rows.values()) if (!isKept(recorded)) rows.delete(recorded.id);
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
      if (rows.size <= most) return;
      rows.delete(id);
    }
  }
}
