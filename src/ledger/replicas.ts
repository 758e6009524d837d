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
  onNotice(listener: (notice: Notice) => void): void;
  /** Notifies the other replicas, without knowing when or whether they hear it. */
  notify(notice: Notice): Promise<void>;
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
  readonly journal: JournalTable;
  readonly tallyEvents: TallyEventTable;
  readonly events: EventTable;
  readonly answers: AnswerTable;
}

/** The requests that replicas write for each other. */
export interface JournalTable {
  /** Replaces requests of the same ids. */
  write(rows: readonly RequestRow[]): Promise<void>;
  /** A page of what was written behind a place. @returns only the rows of other processes */
  readSince(place: number): Promise<{ rows: RequestRow[]; place: number; isLast: boolean }>;
  /** Applies the limits to the requests of all, and counts what they evict. Keys that are done leave the map. */
  evict(eviction: Eviction): Promise<void>;
  /** A page of the watermarks that changed since a version, oldest change first. */
  readWatermarksSince(version: number): Promise<{ rows: EvictionWatermark[]; isLast: boolean }>;
  /** Removes what was written before so many truncations: of all keys or of these. */
  truncate(keyIds: readonly string[] | undefined, truncations: number): Promise<void>;
}

export interface RequestRow {
  id: number;
  /** The id of the key; `''` without one. */
  key: string;
  /** How many truncations its replica had applied. */
  truncations: number;
  /** JSON. */
  content: string;
}

export interface Eviction {
  /** The number of requests of a key that were evicted before they could be written; 0 for keys that only grew. */
  evicted: Map<string, number>;
  truncations: number;
  maxRequests: number;
  maxPerKey: number;
}

/** The requests of a key that the limits evicted over all replicas; `''` = without a key. */
export interface EvictionWatermark {
  key: string;
  /** All with a smaller id are evicted. That of `allKeys` concerns all keys. */
  watermark: number;
  count: number;
  /** How many truncations had been applied. */
  truncations: number;
  version: number;
}

/** The name of the watermark that concerns all keys. */
export const allKeys = '*';

/** What the tallies of all replicas counted. */
export interface TallyEventTable {
  /** Appends events and removes the oldest beyond a number. An event that is there stays as it is. */
  append(rows: readonly TallyEventRow[], maxRows: number): Promise<void>;
  /** In the order of their instants. Between two of the small pages, others have their turn. */
  pages(): AsyncIterable<Omit<TallyEventRow, 'at'>[]>;
}

export interface TallyEventRow {
  /** Microseconds, by `instantOf`; no two events of a replica have the same. */
  at: number;
  /** How many truncations of reports its replica had applied. */
  truncations: number;
  /** JSON. */
  content: string;
}

/** The events of the sandbox, while somebody listens. */
export interface EventTable {
  append(contents: readonly string[]): Promise<void>;
  /** The place of the latest event; 0 without one. */
  last(): Promise<number>;
  /** The events behind a place. @returns only those of other processes */
  readSince(place: number): Promise<{ rows: { place: number; content: string }[]; place: number }>;
}

/** What each replica answers to the question of another about its requests. */
export interface AnswerTable {
  /** @returns the number of a new question */
  newQuestion(): Promise<number>;
  /** How many live replicas have not answered a question yet. */
  countUnanswered(question: number): Promise<number>;
  /** @param question that this answers */
  write(answer: string, question?: number): Promise<void>;
  /** The latest answer of each other process, present or not. */
  read(): Promise<string[]>;
}

/** The number of keys whose evicted requests are counted. */
export const maxWatermarks = 100_000;

/** The news of one replica for the others. */
export interface Notice {
  /** Ids of new keys. */
  keys?: readonly string[];
  /** The number of a question, which each answers by writing what it knows. */
  question?: number;
  /** Somebody listens to the events of all. */
  listening?: true;
  /** There are new events. */
  events?: true;
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
