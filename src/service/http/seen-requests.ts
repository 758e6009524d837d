import type { JournalEntry } from '../../journal/entry.ts';

/** The requests that a generation saw arrive, and so records at their end. */
export const startedRequests = new WeakSet<object>();

/** The reply that a client got in place of the one to its request, since the rest of the bytes was no HTTP. */
interface SentInstead extends Pick<JournalEntry, 'status' | 'errorCode' | 'traceId'> {
  text: string;
}

export const repliesSentInstead = new WeakMap<object, SentInstead>();
