import type { JournalEntry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import { allKeys, type EvictionWatermark, maxWatermarks } from '../ledger/replicas.ts';
import { createRemoteRequests } from './remote-requests.ts';
import type { Truncations } from './truncations.ts';
import { Unwritten, type UnwrittenRequests } from './unwritten.ts';

/** A request of another replica, as it comes from the database. */
export interface RemoteRow {
  /** How many truncations its replica had applied. */
  truncations: number;
  entry: JournalEntry;
}

export interface SharedJournal extends Journal {
  /** Takes the local requests since the last call, and those that have changed. */
  take(): UnwrittenRequests;
  /** Puts back what could not be written: the next call takes it again. */
  requeue(unwritten: UnwrittenRequests): void;
  /** Adds requests of other replicas. */
  put(rows: readonly RemoteRow[]): void;
  isRemote(id: number): boolean;
  /** Evicts what is evicted in the database. */
  applyWatermarks(watermarks: readonly EvictionWatermark[]): void;
  /** Whether somebody watches, and so wants to hear of the requests of peers soon. */
  readonly isWatched: boolean;
}

/** The journal of this replica together with what its peers wrote. Only reading differs: the local journal records. */
export function sharedJournal(local: Journal, maxRequests: number, truncations: Truncations): SharedJournal {
  const remote = createRemoteRequests(maxRequests);
  const watchers = new Set<(entry: JournalEntry) => void>();
  const watermarks = new Watermarks();
  const isThere = (entry: JournalEntry) => !watermarks.isEvicted(entry);
  const find = (id: number) => {
    const entry = local.find(id) ?? remote.find(id);
    return entry && isThere(entry) ? entry : undefined;
  };
  const all = function* (keyId?: string): Generator<JournalEntry> {
    for (const entry of mergeById(local.all(keyId), remote.all(keyId))) if (isThere(entry)) yield entry;
  };
  const unwritten = new Unwritten(maxRequests, truncations, find);
  local.watch((entry) => unwritten.add(entry));
  truncations.onTruncated((keyIds) => {
    local.clear(keyIds);
    const truncated = new Set(keyIds);
    const isTruncated = (key: string) => !keyIds || truncated.has(key);
    remote.retain(({ keyId }) => !isTruncated(keyId ?? ''));
    unwritten.drop(isTruncated);
    watermarks.drop(isTruncated);
  });

  return {
    ...local,
    recordStream(input) {
      const { entry, end } = local.recordStream(input);
      return {
        entry,
        end(outcome) {
          end(outcome);
          unwritten.change(entry.id);
        },
      };
    },
    all,
    find,
    isRemote: (id) => remote.find(id) !== undefined,
    bodyOf(id) {
      const body = remote.find(id)?.body;
      return body ? (body.cut ? undefined : body.text) : local.bodyOf(id);
    },
    forgotten: (keyId) => watermarks.countEvicted(keyId),
    watch(watcher) {
      const stop = local.watch(watcher);
      watchers.add(watcher);
      return () => {
        stop();
        watchers.delete(watcher);
      };
    },
    clear(keyIds) {
      const cleared = keyIds && new Set(keyIds);
      let requests = 0;
      for (const { keyId } of all()) if (!cleared || cleared.has(keyId ?? '')) requests += 1;
      truncations.truncate(keyIds);
      return requests;
    },
    get isWatched() {
      return watchers.size > 0;
    },
    take: () => unwritten.take(),
    requeue: (taken) => unwritten.requeue(taken),
    put(rows) {
      const page = rows
        .filter((row) => !truncations.isTruncated(row.entry.keyId, row.truncations) && isThere(row.entry))
        .map(({ entry }) => entry);
      for (const entry of remote.put(page)) for (const watcher of watchers) watcher(entry);
    },
    applyWatermarks(rows) {
      watermarks.apply(rows.filter((row) => !truncations.isTruncated(row.key, row.truncations)));
      if (rows.length > 0) remote.retain(isThere);
    },
  };
}

/** What the limits evicted over all replicas, by key. */
class Watermarks {
  readonly #watermarks = new Map<string, EvictionWatermark>();

  isEvicted({ id, keyId }: JournalEntry): boolean {
    return id < this.#of(allKeys) || id < this.#of(keyId ?? '');
  }

  #of(key: string): number {
    return this.#watermarks.get(key)?.watermark ?? 0;
  }

  countEvicted(keyId?: string): number {
    if (keyId !== undefined) return this.#watermarks.get(keyId)?.count ?? 0;
    return [...this.#watermarks.values()].reduce((sum, { count }) => sum + count, 0);
  }

  apply(rows: readonly EvictionWatermark[]): void {
    for (const row of rows) {
      this.#watermarks.delete(row.key);
      this.#watermarks.set(row.key, row);
      if (this.#watermarks.size > maxWatermarks)
        this.#watermarks.delete(this.#watermarks.keys().next().value ?? '');
    }
  }

  drop(isDropped: (key: string) => boolean): void {
    for (const key of this.#watermarks.keys()) if (isDropped(key)) this.#watermarks.delete(key);
  }
}

/** Merges entries that are both in the order of their ids. */
function* mergeById(one: Iterable<JournalEntry>, other: Iterable<JournalEntry>): Generator<JournalEntry> {
  const others = other[Symbol.iterator]();
  let next = others.next();
  for (const entry of one) {
    for (; !next.done && next.value.id < entry.id; next = others.next()) yield next.value;
    yield entry;
  }
  for (; !next.done; next = others.next()) yield next.value;
}
