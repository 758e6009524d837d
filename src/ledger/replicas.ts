import type { Posted } from './changes.ts';
import type { SharedRows } from './ledger-rows.ts';
import type { OpenHold } from './state.ts';

/** The processes that share a ledger. */
export interface Replicas {
  /** The number of this one. */
  readonly number: number;
  /** The rows that they share beside accounts. */
  readonly shared: SharedRows;
  /** The number of the account of a key that the batch concerns. */
  accountOf(keyId: string): number | undefined;
  /** Whether a replica has left, or gave no sign of life for too long. */
  hasLeft(number: number): boolean;
  /** Whether the stream of a hold ended with its process. */
  isOrphaned(hold: Pick<OpenHold, 'id'>): boolean;
  /** Calls `listener` when holds of replicas that left are open. */
  onOrphans(listener: () => void): void;
  /** Why nothing can be committed at present; calls are refused then. */
  readonly outage: Error | undefined;
  onOutage(listener: () => void): void;
  /** There is a connection again. */
  onConnected(listener: () => void): void;
  /** The clock by which all agree. */
  readonly clock: {
    /**
     * Milliseconds since 1970, to the microsecond. At the answer of a call it is later than any instant that a replica
     * took before the call.
     */
    now(): number;
    /** The milliseconds by which the clock may be ahead of `now`. */
    readonly lag: number;
  };
  /** The live replicas. */
  list(): Promise<ReplicaInfo[]>;
  /** Ends the wait to find out whether the last batch was committed: the ledger closes. */
  giveUp(): Promise<void>;
  readonly records: Records;
}

/** The records of replicas beside the ledger. Each adds rows of its own, and reads those of all when it is asked. */
export interface Records {
  /** The rows are written with the next batch of this replica; with a later one, when it cannot be committed. */
  add(rows: Partial<RecordRows>): void;
  /** Calls `listener` when rows begin to wait. */
  onWaiting(listener: () => void): void;
  /** Calls `rowsOf` before each commit, with the new entries of the batch: the rows are committed with it, or never. */
  onCommit(rowsOf: (posted: readonly Posted[]) => Partial<RecordRows>): void;
  /** Whether rows wait for a batch. */
  readonly areWaiting: boolean;
  /** Inside a job that concerns all: removes the requests of all keys or of these. */
  clearRequests(keyIds?: readonly string[]): void;
  /** The requests of all keys or of one, oldest commit first, in pages. */
  requests(keyId?: string): AsyncIterable<PlacedRow[]>;
  /** The place of the last request beyond so many of all keys. */
  placeBeyond(max: number): Promise<number>;
  findRequest(id: number): Promise<RequestRow | undefined>;
  /** How many requests were removed beyond the limits. */
  countEvicted(keyId?: string): Promise<number>;
  /** Removes what is beyond the limits and was written since the last time, and old events of tallies. */
  evict(limits: { max: number; maxPerKey: number }): Promise<void>;
  /** The events of all tallies, in the order of their instants, in pages. */
  tallyEvents(): AsyncIterable<TallyEventRow[]>;
  /** Saves what this process knows of its requests. @param upTo the instant of the last event of its tally */
  saveAnswer(answer: string, upTo: number): Promise<void>;
  /** The latest answers of the other processes. */
  answers(): Promise<SavedAnswer[]>;
  /** The requests, or the events, of other processes behind a place; without a place only where the next ones begin. */
  since(of: 'journal' | 'events', place: number | undefined): Promise<{ contents: string[]; place: number }>;
}

export interface RecordRows {
  requests: readonly RequestRow[];
  /** Requests that have changed since they were added. */
  changed: readonly RequestRow[];
  tallyEvents: readonly Omit<TallyEventRow, 'process'>[];
  /** JSON. */
  events: readonly string[];
}

export interface RequestRow {
  id: number;
  /** The id of the key; `''` without one. */
  key: string;
  /** JSON. */
  content: string;
}

export interface PlacedRow extends RequestRow {
  /** It rises with each commit. */
  place: number;
}

export interface TallyEventRow {
  /** Microseconds, by `instantOf`; no two events of a process have the same. */
  at: number;
  process: number;
  /** How many truncations of reports its replica had applied. */
  truncations: number;
  /** JSON. */
  content: string;
}

/** The knowledge of a process of its requests. */
export interface SavedAnswer {
  process: number;
  /** Empty when it has saved none. */
  answer: string;
  /** The instant of the last event that it covers, and of the last one that was written. */
  upTo: number;
  last: number;
  /** Whether the process gives signs of life. */
  isLive: boolean;
}

export interface ReplicaInfo {
  number: number;
  /** Epoch milliseconds. */
  joinedAt: number;
  /** Since its last sign of life. */
  unansweredMs: number;
  host: string;
  version: string;
  isSelf: boolean;
}
