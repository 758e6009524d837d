import type { KeyOrigin } from '../core/keys/terms.ts';
import type { Job } from './job.ts';
import type { Snapshots } from './ledger.ts';
import type { Replicas } from './replicas.ts';
import type { State } from './state.ts';
import type { Entry } from './values.ts';

/** Keeps a ledger. The rules know no store, and a store knows no rule. */
export interface Store {
  /**
   * Runs the work of a batch over a state in which at least the accounts concerned are current and locked, then
   * keeps what `state.changes` notes, all of it or nothing. A store that does so at once returns undefined; else the
   * promise settles once the changes are kept. It fails when they cannot be kept; then the state is as before.
   * An empty batch concerns every account.
   */
  transact(batch: readonly Pick<Job, 'concerns'>[], work: (state: State) => void): void | Promise<void>;

  /** The state, where all of it is in this process: what is read from it needs no batch. */
  readonly state: State | undefined;

  /** The kept entries of an account, oldest first: at most `most` with an id above `after`. */
  entries(account: number, after: number, most: number): readonly Entry[] | Promise<readonly Entry[]>;

  /** Reads everything as it is at one moment, with the kept entries by the account's number, each oldest first. */
  readAll<T>(work: (state: State, entries: ReadonlyMap<number, readonly Entry[]>) => T): T | Promise<T>;

  /** How a key came into being. Called for every word that clients send: a word that is no key must cost almost nothing. */
  originOf(secret: string): KeyOrigin | undefined;

  /** Kept beside the rest, each change by itself. */
  readonly snapshots: Snapshots;

  /** Where other processes use the same ledger. */
  readonly replicas?: Replicas;

  close(): void | Promise<void>;
}
