import type { Millicredits } from '../core/credits.ts';
import { createKept } from './kept.ts';
import { type Entered, type Recorded, recordedOf } from './recorded.ts';

/** The record of requests to the emulated service, bounded per key and as a whole. */
export interface Journal {
  /** Switched off it records nothing. */
  readonly on: boolean;
  record(entered: Entered): Recorded;
  /** A charge under this trace id, before its request is recorded or while its stream still runs. */
  charged(traceId: string, credits: Millicredits): void;
  /** The stream of this trace id tells of a failure in its result. */
  failed(traceId: string, errorCode: string): void;
  /** The reply of a streamed request has ended: nothing is charged to it any more. */
  ended(recorded: Recorded): void;
  /** Oldest first, of one key or of all. */
  all(keyId?: string): Iterable<Recorded>;
  find(id: number): Recorded | undefined;
  /** How many the bounds have pushed out, of one key's or of all. */
  forgotten(keyId?: string): number;
  /** Tells of every request from now on, as it is recorded. @returns how to stop */
  watch(watcher: (recorded: Recorded) => void): () => void;
  /** Forgets everything, or the requests of these keys. @returns how many */
  clear(keyIds?: readonly string[]): number;
}

export interface JournalOptions {
  /** So many requests in all; 0 switches it off. */
  most: number;
}

/** So many of one key's. */
export const mostPerKey = 1_000;

/** So many charges may wait for requests that are never recorded, because their connection broke. */
const mostWaiting = 10_000;

export function createJournal({ most }: JournalOptions): Journal {
  const kept = createKept<Recorded>({ most, mostPerOwner: mostPerKey });
  const watchers = new Set<(recorded: Recorded) => void>();
  /** By trace id: credits of requests that are not recorded yet, and requests that are still answered. */
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
      kept.add(recorded);
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
    all: (keyId) => (keyId === undefined ? kept.all() : kept.of(keyId)),
    find(id) {
      for (const recorded of kept.all()) if (recorded.id === id) return recorded;
      return undefined;
    },
    forgotten: (keyId) => kept.forgotten(keyId),
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    clear(keyIds) {
      if (keyIds) return keyIds.reduce((sum, keyId) => sum + kept.clear(keyId), 0);
      last = 0;
      return kept.clear();
    },
  };
}
