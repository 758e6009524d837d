import type { SharedRows } from './shared-rows.ts';
import type { OpenHold } from './state.ts';

/** The processes that share a ledger. */
export interface Replicas {
  /** The number of this one. */
  readonly number: number;
  /** The number with which this process joined first: it stays when the process joins again. */
  readonly process: number;
  /** The rows that they share beside accounts. */
  readonly shared: SharedRows;
  /** The number of the account of a key that the batch concerns. */
  accountOf(keyId: string): number | undefined;
  /** Whether a replica has left, or was silent for too long. */
  hasLeft(number: number): boolean;
  /** Whether the stream of a hold ended with its process. */
  isOrphaned(hold: Pick<OpenHold, 'id'>): boolean;
  /** Calls `listener` when holds of replicas that left are open. */
  onOrphans(listener: () => void): void;
  /** Why nothing can be kept at present; calls are refused then. */
  readonly outage: Error | undefined;
  onOutage(listener: () => void): void;
  onNotice(listener: (notice: Notice) => void): void;
  /** Tells the other replicas. Nobody knows when they hear it, or whether. */
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
  /** Those that are there. */
  list(): Promise<ReplicaInfo[]>;
  /** The ledger closes: it waits no longer to find out whether a batch was kept. */
  giveUp(): Promise<void>;
  /** Statements on the ledger's database, outside of the batches. @returns the rows of each */
  query(text: string): Promise<Record<string, unknown>[][]>;
}

/** An instant as a number that rises: microseconds since 2020, which stay exact. */
export const instantOf = (now: number): number => Math.round((now - Date.UTC(2020, 0, 1)) * 1000);

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
