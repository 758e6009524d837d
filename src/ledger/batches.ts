import { setImmediate } from 'node:timers';
import type { Posted } from './changes.ts';
import { CommitFailed } from './errors.ts';
import type { Job, JobQueue } from './job.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import type { PostedEntry } from './values.ts';

/** A batch that runs, and what came of it. */
interface Batch<Tx> {
  jobs: readonly Job<Tx>[];
  /** By job. */
  errors: unknown[];
  posted: readonly Posted[];
  isChanged: boolean;
}

/** The memory of more calls, until their commit, outgrows the caches of a processor, and V8 would copy it several times. */
const maxLocalJobs = 64;
/** Callers that go on at once, as those in this process may, let others have their turn. */
const maxBatchesInTurn = 32;

/**
 * The jobs of one turn of the event loop are one batch, or a few, so that concurrent requests share one commit. While the
 * store commits a batch, the next one collects.
 */
export class BatchQueue<Tx> implements JobQueue<Tx> {
  readonly counts = { jobs: 0, batches: 0, commits: 0, failures: 0 };
  /** Why the latest commit failed; undefined if it did not. */
  trouble: CommitFailed | undefined;
  readonly #store: Pick<Store, 'transact' | 'replicas'>;
  readonly #begin: (state: State) => Tx;
  readonly #onEntry: ((entry: PostedEntry) => void) | undefined;
  readonly #troubleListeners: ((trouble: CommitFailed | undefined) => void)[] = [];
  #waiting: Job<Tx>[] = [];
  #isScheduled = false;
  #batchesInTurn = 0;
  #isRunning = false;
  #commit: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param begin makes the transaction that the jobs of a batch share
   * @param onEntry gets every entry after its commit, before the jobs are done
   */
  constructor(
    store: Pick<Store, 'transact' | 'replicas'>,
    begin: (state: State) => Tx,
    onEntry?: (entry: PostedEntry) => void,
  ) {
    this.#store = store;
    this.#begin = begin;
    this.#onEntry = onEntry;
    // Nobody knows how long the commit in flight takes then, so the jobs behind it do not wait for it.
    store.replicas?.onOutage(() => this.#refuseWaiting());
  }

  enqueue(job: Job<Tx>): void {
    if (this.#isClosed) {
      setImmediate(() => job.done(new Error('the ledger is closed')));
      return;
    }
    this.#waiting.push(job);
    if (this.#commit && this.#store.replicas?.outage) setImmediate(() => this.#refuseWaiting());
    else this.#schedule();
    // A commit in a database that replicas share costs more than the garbage of a large batch.
    if (this.#waiting.length !== maxLocalJobs || this.#store.replicas) return;
    if (this.#batchesInTurn++ < maxBatchesInTurn) queueMicrotask(() => void this.flush());
  }

  /** Runs now what waits. @returns settles after the commit; undefined if that is over already */
  flush(): Promise<void> | undefined {
    if (this.#isRunning || this.#commit || this.#waiting.length === 0) return this.#commit;
    const batch: Batch<Tx> = { jobs: this.#takeWaiting(), errors: [], posted: [], isChanged: false };
    this.counts.batches += 1;
    this.counts.jobs += batch.jobs.length;
    let commit: Promise<void> | undefined;
    try {
      commit = this.#store.transact(batch.jobs, (state) => this.#run(batch, state)) ?? undefined;
    } catch (error) {
      this.#fail(batch, error);
      return undefined;
    }
    if (!commit) {
      this.#succeed(batch);
      return undefined;
    }
    return this.#collectDuring(
      commit.then(
        () => this.#succeed(batch),
        (error: unknown) => this.#fail(batch, error),
      ),
    );
  }

  get isBusy(): boolean {
    return this.#commit !== undefined;
  }

  /** Settles when no commit is in flight. */
  async idle(): Promise<void> {
    while (this.#commit) await this.#commit;
  }

  /** Runs work between two batches: jobs wait until it is over. */
  async between<T>(work: () => Promise<T>): Promise<T> {
    void this.flush();
    while (this.#commit) await this.#commit;
    const result = work();
    void this.#collectDuring(result.then(noop, noop));
    return result;
  }

  /** Calls `listener` when commits begin to fail, and with undefined when one succeeds again. */
  onTrouble(listener: (trouble: CommitFailed | undefined) => void): void {
    this.#troubleListeners.push(listener);
  }

  /** Settles when nothing waits any more; later jobs fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let commit = this.flush(); commit; commit = this.flush()) await commit;
  }

  #collectDuring(commit: Promise<void>): Promise<void> {
    this.#commit = commit.finally(() => {
      this.#commit = undefined;
      this.#schedule();
    });
    return this.#commit;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#commit || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#batchesInTurn = 0;
      void this.flush();
    });
  }

  #takeWaiting(): Job<Tx>[] {
    const jobs = this.#waiting;
    this.#waiting = [];
    return jobs;
  }

  #run(batch: Batch<Tx>, state: State): void {
    const tx = this.#begin(state);
    this.#isRunning = true;
    for (const job of batch.jobs) batch.errors.push(attempt(job, tx, state));
    this.#isRunning = false;
    batch.posted = state.changes.posted;
    batch.isChanged = !state.changes.isEmpty;
  }

  #succeed({ jobs, errors, posted, isChanged }: Batch<Tx>): void {
    if (isChanged) this.counts.commits += 1;
    try {
      if (isChanged || this.#store.replicas) this.#note(undefined);
      for (const { account, entry, isRestored } of this.#onEntry ? posted : [])
        if (!isRestored) this.#onEntry?.({ ...entry, account: account.id });
    } finally {
      finishJobs(jobs, (index) => errors[index]);
    }
  }

  #fail({ jobs }: Pick<Batch<Tx>, 'jobs'>, cause: unknown): void {
    this.counts.failures += 1;
    const failure = new CommitFailed(cause, this.#store.replicas && 'unavailable');
    try {
      this.#note(failure);
    } finally {
      finishJobs(jobs, () => failure);
    }
  }

  #refuseWaiting(): void {
    const outage = this.#store.replicas?.outage;
    if (!this.#commit || !outage || this.#waiting.length === 0) return;
    this.#fail({ jobs: this.#takeWaiting() }, outage);
  }

  #note(trouble: CommitFailed | undefined): void {
    const isNews = (trouble === undefined) !== (this.trouble === undefined);
    this.trouble = trouble;
    if (isNews) for (const listener of this.#troubleListeners) listener(trouble);
  }
}

const noop = (): void => {};

/** Runs a job. An error that is no Refusal undoes it. @returns the error */
function attempt<Tx>(job: Job<Tx>, tx: Tx, { changes }: State): unknown {
  try {
    changes.attempt(() => job.work(tx));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Calls every `done`. An error of one must not prevent the others. */
function finishJobs(jobs: readonly Pick<Job, 'done'>[], errorOf: (index: number) => unknown): void {
  for (const [index, job] of jobs.entries())
    try {
      job.done(errorOf(index));
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
}
