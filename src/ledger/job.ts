import type { LedgerTransaction } from './transaction.ts';

/** A piece of work in a batch: the jobs of one turn of the event loop, which share one commit. */
export interface Job<Tx = LedgerTransaction> {
  /** The rows of the work; absent = all, of which it reads no account. */
  touches?: Touched | undefined;
  /** Runs at the end of the turn, without a pause. */
  work(tx: Tx): void;
  /**
   * Called after the commit and its events. It gets the error if the work threw one or the commit failed. A Refusal
   * leaves what the work did before it; any other error undoes this job, and only this.
   */
  done(error?: unknown): void;
}

/**
 * The rows that the work reads and changes: those of the accounts that it names, by their keys or their holds. A name is
 * a key or its id.
 */
export type Touched =
  | { secret: string; readsCalls?: boolean | undefined }
  | { id: string; readsCalls?: boolean | undefined }
  | { name: string }
  /** Opens or removes keys; `account` is the id of an account that a new key joins. */
  | { changes: string; account?: string | undefined }
  | { hold: number }
  /** Everything may change, and nobody else works meanwhile; but only these rows of accounts are read. */
  | { all: RowsOfAll };

export type RowsOfAll =
  /** None: the work changes rows beside accounts. */
  | 'none'
  /** None, but how many there are: the work removes all of them. */
  | 'totals'
  /** The rows beside all accounts. */
  | 'sharedRows'
  /** The preset keys, by themselves, and the holds of replicas that left. */
  | { presets: readonly string[] }
  /** Keys by number, those behind one. */
  | { keysAfter: number; max: number }
  /** Accounts by number, those behind one whose renewals fell due. */
  | { accountsAfter: number; dueBy: number; max: number };

/** Whatever runs jobs in batches. */
export interface JobQueue<Tx = LedgerTransaction> {
  /** Runs a job in the batch of this turn of the event loop, after those that were given before it. */
  enqueue(job: Job<Tx>): void;
}

/**
 * Runs `work` in the batch of this turn. Resolves after the commit, so that no reply leaves before it.
 * @param concerns undefined = rows beside accounts, which nobody else changes meanwhile
 */
export function inTransaction<Tx, T>(
  queue: JobQueue<Tx>,
  touches: Touched | undefined,
  work: (tx: Tx) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: T;
    queue.enqueue({
      touches,
      work(tx) {
        result = work(tx);
      },
      done: (error) => (error === undefined ? resolve(result) : reject(error)),
    });
  });
}

/** Sees what other replicas changed; does nothing where there are none. */
export async function refresh(ledger: JobQueue & { readonly replicas?: unknown }): Promise<void> {
  if (ledger.replicas) await inTransaction(ledger, nobody, () => {});
}

const nobody = { secret: '' };
