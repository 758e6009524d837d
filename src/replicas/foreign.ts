import type { Recorded } from '../journal/recorded.ts';

/** The latest requests of other replicas, in the order of their ids. */
export interface Foreign {
  /** @returns whether it is new; another of the same id is replaced */
  put(recorded: Recorded): boolean;
  all(keyId?: string): Iterable<Recorded>;
  find(id: number): Recorded | undefined;
  clear(keyIds?: readonly string[]): void;
  keep(isKept: (recorded: Recorded) => boolean): void;
}

export function createForeign(most: number): Foreign {
  let rows = new Map<number, Recorded>();
  let isSorted = true;
  let last = 0;

  return {
    put(recorded) {
      const isNew = !rows.has(recorded.id);
      isSorted &&= !isNew || recorded.id > last;
      last = Math.max(last, recorded.id);
      rows.set(recorded.id, recorded);
      if (rows.size > most) evict();
      return isNew;
    },
    *all(keyId) {
      sort();
      for (const recorded of [...rows.values()])
        if (keyId === undefined || recorded.keyId === keyId) yield recorded;
    },
    find: (id) => rows.get(id),
    clear(keyIds) {
      if (!keyIds) {
        rows.clear();
        return;
      }
      for (const { id, keyId } of [...rows.values()])
        if (keyId !== null && keyIds.includes(keyId)) rows.delete(id);
    },
    keep(isKept) {
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
    for (const id of [...rows.keys()].slice(0, rows.size - most)) rows.delete(id);
  }
}
