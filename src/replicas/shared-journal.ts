import type { JournalEntry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import { maxWatermarks } from '../ledger/replicas.ts';
import { mergeById } from './merged.ts';
import { createRemoteRequests } from './remote-requests.ts';
import type { Truncations } from './truncations.ts';

/** A request of another replica, as it comes from the database. */
export interface RemoteRow {
  id: number;
  /** How many clearings its replica had seen. */
  truncations: number;
  recorded: JournalEntry;
}

/** The requests of a key that the limits evicted over all replicas; `''` = without a key. */
export interface EvictionWatermark {
  key: string;
  /** All with a smaller id are evicted. That of `everything` concerns all keys. */
  watermark: number;
  count: number;
  /** How many clearings had been seen. */
  truncations: number;
}

/** The name of the cut that concerns all keys. */
export const allKeys = '*';

/** The part of the journal that has to be written for the others. */
export interface UnwrittenRequests {
  recorded: JournalEntry[];
  /** The number of requests evicted before they could be written, by key; 0 for keys that lost none. */
  evicted: Map<string, number>;
  /** How many clearings this replica had seen. */
  truncations: number;
}

export interface SharedJournal extends Journal {
  /** The own requests since the last call, and those that have changed. */
  take(): UnwrittenRequests;
  /** They could not be written: the next call gives them again. */
  requeue(fresh: UnwrittenRequests): void;
  put(rows: readonly RemoteRow[]): void;
  isRemote(id: number): boolean;
  /** Evicts what is evicted in the database. */
  applyWatermarks(cuts: readonly EvictionWatermark[]): void;
  /** Whether somebody watches, and so wants to hear of the others' requests soon. */
  readonly isWatched: boolean;
}

/** The journal of this replica together with what the others wrote. Only reading differs: recording is the own journal's. */
export function sharedJournal(own: Journal, most: number, clears: Truncations): SharedJournal {
  const foreign = createRemoteRequests(most);
  const watchers = new Set<(recorded: JournalEntry) => void>();
  const cuts = new Map<string, EvictionWatermark>();
  /** The keys of the requests that were not written yet, by id; and written ones that have changed. */
  let fresh = new Map<number, string>();
  let changed = new Set<number>();
  let lost = new Map<string, number>();
  own.watch(({ id, keyId }) => {
    fresh.set(id, keyId ?? '');
    if (fresh.size <= most) return;
    const [oldest, key] = fresh.entries().next().value as [number, string];
    fresh.delete(oldest);
    lose(key);
  });
  clears.onTruncated((keyIds) => {
    own.clear(keyIds);
    const gone = new Set(keyIds);
    const isGone = (key: string) => !keyIds || gone.has(key);
    foreign.retain(({ keyId }) => !isGone(keyId ?? ''));
    for (const [id, key] of fresh) if (isGone(key)) fresh.delete(id);
    for (const names of [lost, cuts]) for (const key of names.keys()) if (isGone(key)) names.delete(key);
  });

  return {
    ...own,
    recordStream(entered) {
      const { entry: recorded, end } = own.recordStream(entered);
      return {
        entry: recorded,
        end(outcome) {
          end(outcome);
          changed.add(recorded.id);
        },
      };
    },
    all,
    find,
    isRemote: (id) => foreign.find(id) !== undefined,
    bodyOf(id) {
      const theirs = foreign.find(id)?.body;
      return theirs ? (theirs.cut ? undefined : theirs.text) : own.bodyOf(id);
    },
    forgotten: (keyId) =>
      keyId === undefined
        ? [...cuts.values()].reduce((sum, { count }) => sum + count, 0)
        : (cuts.get(keyId)?.count ?? 0),
    watch(watcher) {
      const stop = own.watch(watcher);
      watchers.add(watcher);
      return () => {
        stop();
        watchers.delete(watcher);
      };
    },
    clear(keyIds) {
      const of = keyIds ?? [undefined];
      const requests = of.reduce((sum, keyId) => sum + Array.from(all(keyId)).length, 0);
      clears.truncate(keyIds);
      return requests;
    },
    get isWatched() {
      return watchers.size > 0;
    },
    take() {
      for (const [id, key] of fresh) lose(key, find(id) ? 0 : 1);
      const ids = new Set([...fresh.keys(), ...changed]);
      const recorded = [...ids].flatMap((id) => find(id) ?? []);
      const taken = { recorded, evicted: lost, truncations: clears.applied };
      fresh = new Map();
      changed = new Set();
      lost = new Map();
      return taken;
    },
    requeue({ recorded, evicted: before, truncations: seen }) {
      const kept = recorded.filter(({ keyId }) => !clears.isTruncated(keyId, seen));
      fresh = new Map([...kept.map(({ id, keyId }) => [id, keyId ?? ''] as const), ...fresh]);
      for (const [key, count] of before) if (!clears.isTruncated(key, seen)) lose(key, count);
    },
    put(rows) {
      const page = rows
        .filter(
          ({ truncations: seen, recorded }) => !clears.isTruncated(recorded.keyId, seen) && isThere(recorded),
        )
        .map(({ recorded }) => recorded);
      for (const recorded of foreign.put(page)) for (const watcher of watchers) watcher(recorded);
    },
    applyWatermarks(rows) {
      for (const row of rows) {
        if (clears.isTruncated(row.key, row.truncations)) continue;
        cuts.delete(row.key);
        cuts.set(row.key, row);
        if (cuts.size > maxWatermarks) cuts.delete(cuts.keys().next().value ?? '');
      }
      if (rows.length > 0) foreign.retain(isThere);
    },
  };

  function* all(keyId?: string): Generator<JournalEntry> {
    for (const recorded of mergeById(own.all(keyId), foreign.all(keyId)))
      if (isThere(recorded)) yield recorded;
  }

  function find(id: number): JournalEntry | undefined {
    const recorded = own.find(id) ?? foreign.find(id);
    return recorded && isThere(recorded) ? recorded : undefined;
  }

  function isThere({ id, keyId }: JournalEntry): boolean {
    return id >= (cuts.get(allKeys)?.watermark ?? 0) && id >= (cuts.get(keyId ?? '')?.watermark ?? 0);
  }

  function lose(key: string, count = 1): void {
    lost.set(key, (lost.get(key) ?? 0) + count);
  }
}
