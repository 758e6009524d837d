import type { SharedRows } from './shared-rows.ts';
import type { OpenHold } from './state.ts';

/** The processes that share a ledger. */
export interface Replicas {
  /** The number of this one. */
  readonly number: number;
  /** What they share beside accounts. */
  readonly shared: SharedRows;
  /** The number of the account of a key that the batch concerns. */
  accountOf(keyId: string): number | undefined;
  /** Whether the stream of a hold ended with its process. */
  isLeft(hold: Pick<OpenHold, 'id'>): boolean;
  /** Calls `listener` when holds of replicas that left are open. */
  onLeft(listener: () => void): void;
  /** Why nothing can be kept at present; calls are refused then. */
  readonly outage: Error | undefined;
  onOutage(listener: () => void): void;
  /** Calls `listener` with the ids of new keys when another replica changed what all share. */
  onNotice(listener: (keyIds: readonly string[]) => void): void;
  /** Milliseconds since 1970 on a clock that all agree by. */
  now(): number;
  /** Those that are there. */
  list(): Promise<Replica[]>;
  /** Statements on the ledger's database, outside of the batches. @returns the rows of each */
  query(text: string): Promise<Record<string, unknown>[][]>;
}

export interface Replica {
  number: number;
  /** Epoch milliseconds. */
  joinedAt: number;
  /** Since its last sign of life. */
  silentMs: number;
  host: string;
  version: string;
  isSelf: boolean;
}
