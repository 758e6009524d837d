import { Refusal } from '../core/errors.ts';

/**
 * The ledger could not be written, as on a full disk: nothing of the batch happened. The cause is the store's error.
 * A database that is out of reach comes back, so its calls are `unavailable`: the client tries again.
 */
export class CommitFailed extends Refusal {
  constructor(cause: unknown, kind: 'internal' | 'unavailable' = 'internal') {
    super(kind);
    this.message = `The ledger cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`;
    this.cause = cause;
  }
}

/** Nothing is left to settle: the hold has ended, or a deletion, a reset or a restored snapshot removed it. */
export class HoldNotFound extends Error {}
