import type { Millicredits } from '../core/credits.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { type Entered, type Recorded, recordedOf } from './recorded.ts';

/** The latest requests to the emulated service, limited per key and in all. */
export interface Journal {
  /** false = it records nothing. */
  readonly on: boolean;
  record(entered: Entered): Recorded;
  /** Adds a charge to the request of this trace id: to be recorded soon, or with a stream still running. */
  charged(traceId: string, credits: Millicredits): void;
  /** Records that the stream of this trace id ended with a failure. */
  failed(traceId: string, errorCode: string): void;
  /** The reply has ended: later charges do not belong to it. */
  ended(recorded: Recorded): void;
  /** Oldest first, of one key or of all. */
  all(keyId?: string): Iterable<Recorded>;
  find(id: number): Recorded | undefined;
  /** How many requests the limits have evicted, of one key or of all. */
  forgotten(keyId?: string): number;
  /** Calls `watcher` with every request from now on, when it is recorded. @returns how to stop */
  watch(watcher: (recorded: Recorded) => void): () => void;
  /** Removes everything, or the requests of these keys. @returns how many */
  clear(keyIds?: readonly string[]): number;
}

interface JournalOptions {
  /** The limit of requests in all; 0 switches the journal off. */
  most: number;
}

/** The limit of requests per key. */
export const mostPerKey = 1_000;

/** How many charges may wait for their requests, some of which are never recorded, as when a connection broke. */
const mostWaiting = 10_000;

export function createJournal({ most }: JournalOptions): Journal {
  const requests = createBoundedQueue<Recorded>({ most, mostPerOwner: mostPerKey });
  const watchers = new Set<(recorded: Recorded) => void>();
  /** By trace id: credits of requests that are not recorded yet, and requests with an unfinished reply. */
  const waiting = new Map<string, Millicredits>();
  const streaming = new Map<string, Recorded>();
  let last = 0;

  return {
    on: most > 0,
    record(entered) {
      last += 1;
      const recorded = recordedOf(last, entered);
      const { traceId } = recorded;
      if (traceId !== null) {
        recorded.credits += waiting.get(traceId) ?? 0;
        waiting.delete(traceId);
        streaming.set(traceId, recorded);
      }
      requests.add(recorded);
      for (const watcher of watchers) watcher(recorded);
      return recorded;
    },
    charged(traceId, credits) {
      if (most === 0) return;
      const recorded = streaming.get(traceId);
      if (recorded) recorded.credits += credits;
      else {
        waiting.set(traceId, (waiting.get(traceId) ?? 0) + credits);
        if (waiting.size > mostWaiting) waiting.delete(waiting.keys().next().value ?? '');
      }
    },
    failed(traceId, errorCode) {
      const recorded = streaming.get(traceId);
      if (recorded) recorded.errorCode = errorCode;
    },
    ended({ traceId }) {
      if (traceId !== null) streaming.delete(traceId);
    },
    all: (keyId) => (keyId === undefined ? requests.all() : requests.of(keyId)),
    find(id) {
      for (const recorded of requests.all()) if (recorded.id === id) return recorded;
      return undefined;
    },
    forgotten: (keyId) => requests.evicted(keyId),
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    clear(keyIds) {
      if (keyIds) return keyIds.reduce((sum, keyId) => sum + requests.clear(keyId), 0);
      last = 0;
      return requests.clear();
    },
  };
}
