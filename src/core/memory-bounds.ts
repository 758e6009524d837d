/**
 * Bytes of what requests leave behind. Whatever a request can feed and nobody empties is bounded by one of these, or by a
 * number of entries whose size is bounded by `comparedCharacters` and the limits of keys, tests and call sites.
 */
export const memoryBounds = {
  /** URLs, bodies and notes of the journal; beyond it the oldest requests go. */
  journalTexts: 16 * 2 ** 20,
  /** Bodies of replies, to be read later. */
  journalReplies: 4 * 2 ** 20,
  /** Records of creators as JSON, ready to be sent. */
  recordJson: 16 * 2 ** 20,
  /** Generated contents of creators. */
  accounts: 4 * 2 ** 20,
  /** Columns of searches of other days than the epoch. */
  madeColumns: 64 * 2 ** 20,
  /** Rows that searches found. */
  foundRows: 2 ** 18,
} as const;

/** Texts that are longer are compared by a digest: what is remembered of a call is as short as its key. */
export const comparedCharacters = 200;
