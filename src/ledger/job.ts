import type { LedgerTransaction } from './transaction.ts';

/** A piece of work in a batch: the jobs of one turn of the event loop, which share one commit. */
export interface Job<Tx = LedgerTransaction> {
  /** The account that the work concerns; absent = it may concern every account. */
  concerns?: Concern;
  /** Runs at the end of the turn, without a pause. */
  work(tx: Tx): void;
  /**
   * Called after the commit and its events. It gets the error if the work threw one or the commit failed. A Refusal
   * leaves what the work did before it; any other error undoes this job, and only this.
   */
  done(error?: unknown): void;
}

/** Names an account by one of its keys or holds. A name is a key or its id; work on it may open or remove keys. */
export type Concern =
  | { secret: string }
  | { id: string }
  | { name: string; changesKeys?: boolean }
  | { hold: number };

/** Whatever runs jobs in batches. */
export interface JobQueue<Tx = LedgerTransaction> {
  /** Runs a job in the batch of this turn of the event loop, after those that were given before it. */
  enqueue(job: Job<Tx>): void;
}

/**
 * Runs `work` in the batch of this turn. Resolves after the commit, so that no reply leaves before it.
 * @param concerns undefined = the work may concern every account, as on the admin surface
 */
export function inTransaction<Tx, T>(
  queue: JobQueue<Tx>,
  concerns: Concern | undefined,
  work: (tx: Tx) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let result: T;
    queue.enqueue({
      ...(concerns && { concerns }),
      work(tx) {
        result = work(tx);
      },
      done: (error) => (error === undefined ? resolve(result) : reject(error)),
    });
  });
}
