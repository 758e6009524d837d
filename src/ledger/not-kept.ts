/** The ledger could not be written, as on a full disk: nothing of the batch happened. The cause is the store's error. */
export class NotKept extends Error {
  constructor(cause: unknown) {
    super(`The ledger cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    });
  }
}
