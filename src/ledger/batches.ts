import { setImmediate } from 'node:timers';
import { Refusal } from '../core/errors.ts';
import { CommitFailed } from './errors.ts';
import type { Job } from './ledger.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import type { PostedEntry } from './values.ts';

/**
 * All jobs of one turn of the event loop are one batch, so that concurrent requests share one commit. While the
 * store keeps a batch, the next one collects.
 */
export interface Batches<Given> {
  enqueue(job: Job<Given>): void;
  /** Runs what waits now. @returns settles when the store has kept it; undefined if it has already */
  flush(): Promise<void> | undefined;
  /** Settles when nothing waits any more; later jobs fail. */
  close(): Promise<void>;
  /** Batches that were kept and changed something. */
  readonly transactions: number;
  /** Why the latest batch that changed something was not kept; undefined if it was. */
  readonly trouble: CommitFailed | undefined;
}

export interface BatchListeners {
  /** Called with every entry after its commit, before the write's promise settles. */
  onEntry?: ((entry: PostedEntry) => void) | undefined;
  /** Called when batches begin to fail, and with undefined when one is kept again. */
  onTrouble?: ((trouble: CommitFailed | undefined) => void) | undefined;
}

export function createBatches<Given>(
  { transact, replicas }: Pick<Store, 'transact' | 'replicas'>,
  given: (state: State) => Given,
  { onEntry, onTrouble }: BatchListeners = {},
): Batches<Given> {
  let waiting: Job<Given>[] = [];
  let scheduled = false;
  let running = false;
  let keeping: Promise<void> | undefined;
  let closed = false;
  let transactions = 0;
  let trouble: CommitFailed | undefined;

  // Nobody knows how long the batch in flight takes then, so the calls behind it do not wait for it.
  replicas?.onOutage(() => {
    if (keeping) refuseWaiting();
  });

  return {
    enqueue,
    flush,
    async close() {
      closed = true;
      for (let kept = flush(); kept; kept = flush()) await kept;
    },
    get transactions() {
      return transactions;
    },
    get trouble() {
      return trouble;
    },
  };

  function enqueue(job: Job<Given>): void {
    if (closed) setImmediate(() => job.done(new Error('the ledger is closed')));
    else {
      waiting.push(job);
      if (keeping && replicas?.outage) setImmediate(refuseWaiting);
      else schedule();
    }
  }

  function refuseWaiting(): void {
    const { outage } = replicas ?? {};
    if (!keeping || !outage) return;
    const jobs = waiting;
    waiting = [];
    const refused = new CommitFailed(outage, 'unavailable');
    try {
      if (jobs.length > 0) note(refused);
    } finally {
      settle(jobs, () => refused);
    }
  }

  function schedule(): void {
    if (scheduled || keeping || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => void flush());
  }

  function flush(): Promise<void> | undefined {
    scheduled = false;
    if (running || keeping || waiting.length === 0) return keeping;
    const jobs = waiting;
    waiting = [];
    const errors: unknown[] = [];
    let posted: State['changes']['posted'] = [];
    let changed = false;
    try {
      const later = transact(jobs, (state) => {
        const tx = given(state);
        running = true;
        for (const job of jobs) errors.push(attempt(state, tx, job));
        running = false;
        posted = state.changes.posted;
        changed = !state.changes.empty;
      });
      if (later)
        keeping = later.then(kept, failed).finally(() => {
          keeping = undefined;
          schedule();
        });
    } catch (error) {
      failed(error);
      return undefined;
    }
    if (!keeping) kept();
    return keeping;

    function kept(): void {
      if (changed) transactions += 1;
      try {
        if (changed || replicas) note(undefined);
        for (const { account, entry, restored } of onEntry ? posted : [])
          if (!restored) onEntry?.({ ...entry, account: account.id });
      } finally {
        settle(jobs, (index) => errors[index]);
      }
    }

    function failed(error: unknown): void {
      const notKept = new CommitFailed(error, replicas && 'unavailable');
      try {
        note(notKept);
      } finally {
        settle(jobs, () => notKept);
      }
    }
  }

  function note(now: CommitFailed | undefined): void {
    const isNews = (now === undefined) !== (trouble === undefined);
    trouble = now;
    if (isNews) onTrouble?.(now);
  }

  function attempt(state: State, tx: Given, job: Job<Given>): unknown {
    const mark = state.changes.mark();
    try {
      job.work(tx);
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) state.changes.undo(mark);
      return error;
    }
  }
}

/** An error of one `done` must not prevent those of the other jobs. */
function settle(jobs: readonly Pick<Job, 'done'>[], errorOf: (index: number) => unknown): void {
  for (const [index, job] of jobs.entries())
    try {
      job.done(errorOf(index));
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
}
