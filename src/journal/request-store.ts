import { createBoundedQueue } from '../core/bounded-queue.ts';
import type { Millicredits } from '../core/credits.ts';
import type { NextNumber } from '../core/instants.ts';
import { memoryBounds } from '../core/memory-bounds.ts';
import { createColumns, type StreamChange } from './columns.ts';
import type { JournalEntry, JournalInput } from './entry.ts';

/** The requests of the journal, limited per key and in all, each in a slot that a later request may take. */
interface RequestStore {
  /** The id of the latest request. */
  readonly lastId: number;
  /** How often everything was removed: ids begin again then. */
  readonly truncations: number;
  /** The id after the last one, which no other request gets. */
  nextId(): number;
  /** @returns the slot */
  add(input: JournalInput, id: number): number;
  view(slot: number): JournalEntry;
  find(id: number): JournalEntry | undefined;
  all(keyId?: string): Iterable<JournalEntry>;
  bodyOf(id: number): string | null | undefined;
  /** Adds to the credits. */
  charge(slot: number, credits: Millicredits): void;
  /** Does nothing if another request has taken the slot. */
  update(slot: number, id: number, change: StreamChange): void;
  count(): number;
  evicted(keyId?: string): number;
  clear(keyIds?: readonly string[]): number;
}

/** @param idAfter the id after one */
export function createRequestStore(max: number, maxPerKey: number, idAfter: NextNumber): RequestStore {
  const queue = createBoundedQueue<string>({
    max,
    maxPerOwner: maxPerKey,
    onEvict: (slot) => columns.release(slot),
  });
  const columns = createColumns(max);
  let lastId = 0;
  let latest = 0;
  let truncations = 0;

  const view = (slot: number): JournalEntry => columns.view(slot, queue.ownerOf(slot) || null);
  const find = (id: number): JournalEntry | undefined => {
    const slot = columns.find(id);
    return slot < 0 ? undefined : view(slot);
  };

  return {
    get lastId() {
      return latest;
    },
    nextId() {
      lastId = idAfter(lastId);
      return lastId;
    },
    get truncations() {
      return truncations;
    },
    add(input, id) {
      const slot = queue.add(input.keyId ?? '');
      latest = id;
      columns.write(slot, id, input);
      while (columns.textBytes > memoryBounds.journalTexts && queue.size > 1) queue.evictOldest();
      return slot;
    },
    view,
    find,
    *all(keyId) {
      const slots = keyId === undefined ? queue.all() : queue.of(keyId);
      const ids = Array.from(slots, (slot) => columns.idOf(slot));
      const truncationsBefore = truncations;
      for (const id of ids) {
        const entry = truncations === truncationsBefore ? find(id) : undefined;
        if (entry) yield entry;
      }
    },
    bodyOf(id) {
      const slot = columns.find(id);
      return slot < 0 ? undefined : columns.bodyIn(slot);
    },
    charge: columns.charge,
    update(slot, id, change) {
      if (columns.idOf(slot) === id) columns.update(slot, change);
    },
    count: () => queue.size,
    evicted: queue.evicted,
    clear(keyIds) {
      if (keyIds) return keyIds.reduce((sum, keyId) => sum + clearKey(keyId), 0);
      lastId = 0;
      truncations += 1;
      columns.clear();
      return queue.clear();
    },
  };

  function clearKey(keyId: string): number {
    for (const slot of queue.of(keyId)) columns.release(slot);
    return queue.clear(keyId);
  }
}
