import type { Journal } from '../journal/journal.ts';
import type { Recorded } from '../journal/recorded.ts';
import type { Clears } from './clears.ts';
import { createForeign } from './foreign.ts';
import { merged } from './merged.ts';

/** A request of another replica, as it comes from the database. */
export interface ForeignRow {
  id: number;
  /** How many clearings its replica had seen. */
  clears: number;
  recorded: Recorded;
}

export interface SharedJournal extends Journal {
  /** The own requests since the last call, and those that have changed. */
  take(): Recorded[];
  /** They could not be written: the next call gives them again. */
  giveBack(recorded: readonly Recorded[]): void;
  put(rows: readonly ForeignRow[]): void;
  /** Whether somebody watches, and so wants to hear of the others' requests soon. */
  readonly isWatched: boolean;
}

/** The journal of this replica together with what the others wrote. Only reading differs: recording is the own journal's. */
export function sharedJournal(own: Journal, most: number, clears: Clears): SharedJournal {
  const foreign = createForeign(most);
  const watchers = new Set<(recorded: Recorded) => void>();
  let fresh: number[] = [];
  own.watch(({ id }) => {
    fresh.push(id);
    if (fresh.length > 2 * most) fresh = fresh.slice(-most);
  });
  clears.onCleared((keyIds) => {
    own.clear(keyIds);
    foreign.clear(keyIds);
  });

  return {
    ...own,
    recordStream(entered) {
      const { recorded, end } = own.recordStream(entered);
      return {
        recorded,
        end(outcome) {
          end(outcome);
          fresh.push(recorded.id);
        },
      };
    },
    *all(keyId) {
      yield* merged(own.all(keyId), foreign.all(keyId));
    },
    find: (id) => own.find(id) ?? foreign.find(id),
    bodyOf(id) {
      const theirs = foreign.find(id)?.body;
      return theirs ? (theirs.cut ? undefined : theirs.text) : own.bodyOf(id);
    },
    forgotten: (keyId) => own.forgotten(keyId) + foreign.forgotten(keyId),
    watch(watcher) {
      const stop = own.watch(watcher);
      watchers.add(watcher);
      return () => {
        stop();
        watchers.delete(watcher);
      };
    },
    clear(keyIds) {
      const requests = keyIds
        ? keyIds.reduce((sum, keyId) => sum + Array.from(own.all(keyId)).length + foreign.count(keyId), 0)
        : Array.from(own.all()).length + foreign.count();
      clears.clear(keyIds);
      return requests;
    },
    get isWatched() {
      return watchers.size > 0;
    },
    take() {
      const ids = new Set(fresh);
      fresh = [];
      return [...ids].flatMap((id) => own.find(id) ?? []);
    },
    giveBack(recorded) {
      fresh = [...recorded.map(({ id }) => id), ...fresh];
    },
    put(rows) {
      for (const { clears: seen, recorded } of rows) {
        if (clears.isCleared(recorded.keyId, seen)) continue;
        if (foreign.put(recorded)) for (const watcher of watchers) watcher(recorded);
      }
    },
  };
}
