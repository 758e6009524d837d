/** Nothing is left to settle: the hold has ended, or a deletion, a reset or a restored snapshot removed it. */
export class HoldNotFound extends Error {}
