import type { Millicredits } from '../core/credits.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { createColumns, type StreamChange } from './columns.ts';
import type { JournalEntry, JournalInput } from './entry.ts';
import { createReplies, type Replies, type ReplyBody } from './replies.ts';

/** The latest requests to the emulated service, limited per key and in all. */
export interface Journal {
  /** false = it records nothing. */
  readonly on: boolean;
  /** Records a request whose reply is complete. Call this only while the journal is on. @returns its id */
  record(entered: JournalInput): number;
  /** Records a request whose reply is a stream that begins. Call this only while the journal is on. */
  recordStream(entered: JournalInput): JournalStream;
  /** Adds a charge to the request of this trace id: to be recorded soon, or with a stream still running. */
  charged(traceId: string, credits: Millicredits): void;
  /** Records that the stream of this trace id ended with a failure. */
  failed(traceId: string, errorCode: string): void;
  /**
   * Those of this moment, oldest first, of one key or of all. A walk may pause: it skips what is removed meanwhile.
   */
  all(keyId?: string): Iterable<JournalEntry>;
  find(id: number): JournalEntry | undefined;
  /** Keeps the body of a reply, for as long as the limit allows. */
  keepReply(id: number, body: ReplyBody): void;
  /** Keeps a reply that comes in pieces. @returns how to add one; undefined if it is not kept */
  keepReplyPieces: Replies['keepPieces'];
  /** The body of a reply; undefined if it is no longer kept. */
  replyTo(id: number): string | undefined;
  /** The body of a request as text; null without one, undefined if it was cut or the request is gone. */
  bodyOf(id: number): string | null | undefined;
  /** How many requests the limits have evicted, of one key or of all. */
  forgotten(keyId?: string): number;
  /** Calls `watcher` with every request from now on, when it is recorded. @returns how to stop */
  watch(watcher: (recorded: JournalEntry) => void): () => void;
  /** Removes everything, or the requests of these keys. @returns how many */
  clear(keyIds?: readonly string[]): number;
}

/** A request whose reply is a stream. It stays readable when the journal has dropped it. */
export interface JournalStream {
  readonly entry: Readonly<JournalEntry>;
  /** The stream has ended: later charges do not belong to it. */
  end(outcome: Pick<JournalEntry, 'durationMs' | 'decisions'>): void;
}

interface JournalOptions {
  /** The limit of requests in all; 0 switches the journal off. */
  maxEntries: number;
  /** How many bytes of replies are kept; none when absent. */
  replyBytes?: number;
  /** The id after the last one; 1, 2, 3 … when absent. */
  nextId?: (last: number) => number;
}

/** The limit of requests per key. */
export const maxPerKey = 1_000;

/** How many charges may wait for their requests, some of which are never recorded, as when a connection broke. */
const maxWaitingCharges = 10_000;

export function createJournal({
  maxEntries: most,
  replyBytes = 0,
  nextId = (last) => last + 1,
}: JournalOptions): Journal {
  const queue = createBoundedQueue({ most, mostPerOwner: maxPerKey });
  const columns = createColumns(most);
  const replies = createReplies(replyBytes);
  const watchers = new Set<(recorded: JournalEntry) => void>();
  /** By trace id: credits of requests that are not recorded yet, and requests with an unfinished stream. */
  const waiting = new Map<string, Millicredits>();
  const streams = new Map<string, Stream>();
  let last = 0;
  /** How often everything was removed: ids begin again then. */
  let clears = 0;

  return {
    on: most > 0,
    record(entered) {
      add(entered);
      return last;
    },
    recordStream(entered) {
      const slot = add(entered);
      const stream = { recorded: view(slot), slot, clears };
      const { traceId } = entered;
      if (traceId !== null) streams.set(traceId, stream);
      return {
        entry: stream.recorded,
        end(outcome) {
          if (traceId !== null) streams.delete(traceId);
          change(stream, outcome);
        },
      };
    },
    charged(traceId, credits) {
      if (most === 0) return;
      const stream = streams.get(traceId);
      if (stream) change(stream, { credits: stream.recorded.credits + credits });
      else {
        waiting.set(traceId, (waiting.get(traceId) ?? 0) + credits);
        if (waiting.size > maxWaitingCharges) waiting.delete(waiting.keys().next().value ?? '');
      }
    },
    failed(traceId, errorCode) {
      const stream = streams.get(traceId);
      if (stream) change(stream, { errorCode });
    },
    *all(keyId) {
      const slots = keyId === undefined ? queue.all() : queue.of(keyId);
      const ids = Array.from(slots, (slot) => columns.idOf(slot));
      const clearsBefore = clears;
      for (const id of ids) {
        const recorded = clears === clearsBefore ? find(id) : undefined;
        if (recorded) yield recorded;
      }
    },
    find,
    keepReply: replies.keep,
    keepReplyPieces: replies.keepPieces,
    replyTo: replies.find,
    bodyOf(id) {
      const slot = columns.find(id);
      return slot < 0 ? undefined : columns.bodyIn(slot);
    },
    forgotten: (keyId) => queue.evicted(keyId),
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    clear(keyIds) {
      if (keyIds) return keyIds.reduce((sum, keyId) => sum + clearKey(keyId), 0);
      last = 0;
      clears += 1;
      columns.clear();
      replies.clear();
      return queue.clear();
    },
  };

  function find(id: number): JournalEntry | undefined {
    const slot = columns.find(id);
    return slot < 0 ? undefined : view(slot);
  }

  function view(slot: number): JournalEntry {
    return columns.view(slot, queue.ownerOf(slot) || null);
  }

  /** @returns the slot */
  function add(entered: JournalInput): number {
    const { keyId, traceId } = entered;
    const slot = queue.add(keyId ?? '');
    if (slot < 0) throw new Error('the journal is off');
    last = nextId(last);
    columns.write(slot, last, entered);
    if (traceId !== null && waiting.size > 0) {
      columns.charge(slot, waiting.get(traceId) ?? 0);
      waiting.delete(traceId);
    }
    if (watchers.size > 0) {
      const recorded = view(slot);
      for (const watcher of watchers) watcher(recorded);
    }
    return slot;
  }

  function change({ recorded, slot, clears: clearsBefore }: Stream, changes: Partial<StreamChange>): void {
    Object.assign(recorded, changes);
    // Another request may have taken the slot.
    if (clears === clearsBefore && columns.idOf(slot) === recorded.id) columns.update(slot, recorded);
  }

  function clearKey(keyId: string): number {
    for (const slot of queue.of(keyId)) columns.release(slot);
    return queue.clear(keyId);
  }
}

interface Stream {
  /** A copy that is kept up to date. */
  readonly recorded: JournalEntry;
  readonly slot: number;
  readonly clears: number;
}
