import { Refusal } from '../core/errors.ts';

/**
 * The ledger could not be written, as on a full disk: nothing of the batch happened. The cause is the store's error.
 * A store that is elsewhere comes back, so its calls are told to try again.
 */
export class CommitFailed extends Refusal {
  constructor(cause: unknown, kind: 'internal' | 'unavailable' = 'internal') {
    super(kind);
    this.message = `The ledger cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`;
    this.cause = cause;
  }
}
