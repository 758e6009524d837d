import type { KeyOrigin } from '../core/keys/terms.ts';
import type { Job } from './job.ts';
import type { Snapshots } from './ledger.ts';
import type { SharedRows } from './ledger-rows.ts';
import type { Replicas } from './replicas.ts';
import type { State } from './state.ts';
import type { Entry } from './values.ts';

/** Where a ledger is stored. The rules know no store, and a store knows no rule. */
export interface Store {
  /**
   * Runs the work of a batch over a state in which at least the accounts concerned are current and locked, then commits
   * what `state.changes` notes, all of it or nothing. An empty batch concerns every account.
   * @returns undefined if the commit is over, else a promise
   * @throws when the commit fails, at once or by the promise; then the state is as before
   */
  transact(batch: readonly Pick<Job, 'concerns'>[], work: (state: State) => void): void | Promise<void>;

  /** The state, where all of it is in this process. It is read without a batch. */
  readonly state: State | undefined;

  /** The committed entries of an account, oldest first: at most `max` with an id above `after`. */
  entries(account: number, after: number, max: number): readonly Entry[] | Promise<readonly Entry[]>;

  /** Reads everything as it is at one moment, with the committed entries by account, oldest first. */
  readAll<T>(work: (state: State, entries: ReadonlyMap<number, readonly Entry[]>) => T): T | Promise<T>;

  /** How a key came into being. Clients may send any word: for one that is no key, this must cost almost nothing. */
  originOf(secret: string): KeyOrigin | undefined;

  /** The rows beside accounts. */
  readonly shared: SharedRows;

  /** Stored beside the rest; each change is committed by itself. */
  readonly snapshots: Snapshots;

  /** Where other processes use the same ledger. */
  readonly replicas?: Replicas;

  close(): void | Promise<void>;
}

/**
 * `transact` of a store whose whole state is in this process.
 * @param write commits `state.changes`, all of them or nothing
 */
export const transactLocally =
  (state: State, write: () => void): Store['transact'] =>
  (_, work) => {
    const { changes } = state;
    try {
      work(state);
      if (!changes.isEmpty) write();
    } catch (error) {
      changes.undo();
      throw error;
    } finally {
      changes.begin();
    }
  };
