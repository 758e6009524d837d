import type { KeyOrigin } from '../core/keys/terms.ts';
import { type Yielding, yieldToLoop } from '../core/yield-to-loop.ts';
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
  transact(batch: readonly Pick<Job, 'touches'>[], work: (state: State) => void): void | Promise<void>;

  /** The state, where all of it is in this process. It is read without a batch. */
  readonly state: State | undefined;

  /** The committed entries of an account, oldest first: at most `max` with an id above `after`. */
  entries(account: number, after: number, max: number): readonly Entry[] | Promise<readonly Entry[]>;

  /** Reads everything, in slices. No batch runs meanwhile. @param work gets the entries of an account, oldest first */
  readAll<T>(work: (state: State, entriesOf: EntriesOf) => Yielding<T>): Promise<T>;

  /** How a key came into being. Clients may send any word: for one that is no key, this must cost almost nothing. */
  originOf(secret: string): KeyOrigin | undefined;

  /** The rows beside accounts. */
  readonly shared: SharedRows;

  /** Stored beside the rest; each change is committed by itself. */
  readonly snapshots: Snapshots;

  /** Why nothing can be committed any more, in a sentence, where that is known before a commit. */
  readonly loss?: string | undefined;

  /** Where other processes use the same ledger. */
  readonly replicas?: Replicas;

  close(): void | Promise<void>;
}

export type EntriesOf = (account: number) => readonly Entry[];

/** A batch with more entries, such as the restoration of a ledger, is written in slices. */
const maxEntriesAtOnce = 2_000;

/**
 * `transact` of a store whose whole state is in this process.
 * @param write commits `state.changes` in steps, all of them or nothing
 */
export function transactLocally(state: State, write: () => Yielding<void>): Store['transact'] {
  const { changes } = state;
  const undo = (error: unknown): never => {
    changes.undo();
    changes.begin();
    throw error;
  };
  return (_, work) => {
    try {
      work(state);
      const steps = changes.isEmpty ? undefined : write();
      if (changes.retained.length > maxEntriesAtOnce && steps)
        return yieldToLoop(steps).then(() => changes.begin(), undo);
      while (steps?.next().done === false);
      changes.begin();
    } catch (error) {
      undo(error);
    }
  };
}
