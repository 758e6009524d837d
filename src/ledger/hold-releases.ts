import { CommitFailed } from './errors.ts';
import { inTransaction, type JobQueue } from './job.ts';
import type { Hold } from './values.ts';

/** Releases holds. A release whose commit failed is repeated when the ledger can be written again. */
export class HoldReleases {
  readonly #queue: JobQueue;
  readonly #failed: { hold: Hold; now: () => number }[] = [];

  constructor(queue: JobQueue) {
    this.#queue = queue;
  }

  async release(hold: Hold, now: () => number): Promise<void> {
    try {
      await inTransaction(this.#queue, { hold: hold.id }, (tx) => tx.release(hold, now()));
    } catch (error) {
      if (error instanceof CommitFailed) this.#failed.push({ hold, now });
      throw error;
    }
  }

  repeatFailed(): void {
    for (const { hold, now } of this.#failed.splice(0)) this.release(hold, now).catch(() => {});
  }
}
