import type { Millicredits } from '../core/credits.ts';
import { countUp, type NextNumber } from '../core/instants.ts';
import type { StreamChange } from './columns.ts';
import type { JournalEntry, JournalInput } from './entry.ts';
import { createReplies, type Replies, type ReplyBody } from './replies.ts';
import { createRequestStore } from './request-store.ts';

/** The latest requests to the emulated service, limited per key and in all. */
export interface Journal {
  /** false = it records nothing. */
  readonly on: boolean;
  /**
   * Records a request whose reply is complete. Call this only while the journal is on.
   * @param id that it has already @returns its id
   */
  record(input: JournalInput, id?: number): number;
  /** The id of the next request. */
  nextId(): number;
  /** Records a request whose reply is a stream that begins. Call this only while the journal is on. */
  recordStream(input: JournalInput): JournalStream;
  /** Adds a charge to the request of this trace id: to be recorded soon, or with a stream still running. */
  charged(traceId: string, credits: Millicredits): void;
  /** Records that the stream of this trace id ended with a failure. */
  failed(traceId: string, errorCode: string): void;
  /**
   * The requests of this moment, oldest first, of one key or of all. An iteration may pause: it skips what is removed
   * meanwhile.
   */
  all(keyId?: string): Iterable<JournalEntry>;
  find(id: number): JournalEntry | undefined;
  /** Stores the body of a reply, for as long as the limit allows. */
  keepReply(id: number, body: ReplyBody): void;
  /** Stores a reply that comes in pieces. @returns how to add one; undefined if none is stored */
  keepReplyPieces: Replies['keepPieces'];
  /** The body of a reply; undefined if it is not stored, or no more. */
  replyTo(id: number): string | undefined;
  /** The body of a request as text; null without one, undefined if it was cut or the request is gone. */
  bodyOf(id: number): string | null | undefined;
  /** How many requests this process holds. */
  count(): number;
  /** How many requests the limits have evicted, of one key or of all. */
  forgotten(keyId?: string): number;
  /** Calls `watcher` with every request from now on, when it is recorded. @returns how to stop */
  watch(watcher: (entry: JournalEntry) => void): () => void;
  /** Removes everything, or the requests of these keys. @returns how many */
  clear(keyIds?: readonly string[]): number;
}

/** A request whose reply is a stream. It stays readable when the journal has dropped it. */
export interface JournalStream {
  readonly entry: Readonly<JournalEntry>;
  /** The stream has ended: later charges do not belong to it. */
  end(outcome: Pick<JournalEntry, 'durationMs' | 'decisions'> & Partial<Pick<JournalEntry, 'notes'>>): void;
}

interface JournalOptions {
  /** The limit of requests in all; 0 switches the journal off. */
  maxEntries: number;
  /** The id after the last one; 1, 2, 3 … when absent. */
  nextId?: NextNumber;
}

/** The limit of requests per key. */
export const maxPerKey = 1_000;

/** How many charges may wait for their requests. Some requests are never recorded, such as those of a broken connection. */
const maxEarlyCharges = 10_000;

export function createJournal({ maxEntries, nextId = countUp }: JournalOptions): Journal {
  const requests = createRequestStore(maxEntries, maxPerKey, nextId);
  const replies = createReplies();
  const watchers = new Set<(entry: JournalEntry) => void>();
  /** By trace id: the credits of requests that are not recorded yet, and the streams that have not ended. */
  const earlyCharges = new Map<string, Millicredits>();
  const streams = new Map<string, OpenStream>();

  return {
    on: maxEntries > 0,
    record(input, id) {
      add(input, id);
      return requests.lastId;
    },
    nextId: requests.nextId,
    recordStream(input) {
      const slot = add(input);
      const stream = { entry: requests.view(slot), slot, truncations: requests.truncations };
      const { traceId } = input;
      if (traceId !== null) streams.set(traceId, stream);
      return {
        entry: stream.entry,
        end(outcome) {
          if (traceId !== null) streams.delete(traceId);
          change(stream, outcome);
        },
      };
    },
    charged(traceId, credits) {
      if (maxEntries === 0) return;
      const stream = streams.get(traceId);
      if (stream) change(stream, { credits: stream.entry.credits + credits });
      else addEarlyCharge(earlyCharges, traceId, credits);
    },
    failed(traceId, errorCode) {
      const stream = streams.get(traceId);
      if (stream) change(stream, { errorCode });
    },
    all: requests.all,
    find: requests.find,
    keepReply: replies.keep,
    keepReplyPieces: replies.keepPieces,
    replyTo: replies.find,
    bodyOf: requests.bodyOf,
    count: requests.count,
    forgotten: requests.evicted,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    clear(keyIds) {
      if (!keyIds) replies.clear();
      return requests.clear(keyIds);
    },
  };

  /** @returns the slot */
  function add(input: JournalInput, id = requests.nextId()): number {
    const slot = requests.add(input, id);
    const { traceId } = input;
    if (traceId !== null && earlyCharges.size > 0) {
      requests.charge(slot, earlyCharges.get(traceId) ?? 0);
      earlyCharges.delete(traceId);
    }
    if (watchers.size > 0) {
      const entry = requests.view(slot);
      for (const watcher of watchers) watcher(entry);
    }
    return slot;
  }

  function change({ entry, slot, truncations }: OpenStream, changes: Partial<StreamChange>): void {
    Object.assign(entry, changes);
    if (truncations === requests.truncations) requests.update(slot, entry.id, entry);
  }
}

function addEarlyCharge(charges: Map<string, Millicredits>, traceId: string, credits: Millicredits): void {
  charges.set(traceId, (charges.get(traceId) ?? 0) + credits);
  if (charges.size > maxEarlyCharges) charges.delete(charges.keys().next().value as string);
}

interface OpenStream {
  /** A copy that follows its changes. */
  readonly entry: JournalEntry;
  readonly slot: number;
  readonly truncations: number;
}
