import type { FastifyRequest } from 'fastify';
import type { JournalEntry } from '../../journal/entry.ts';

/** The replies that the journal has. */
export const recordedReplies = new WeakSet<object>();

/** The requests that a scope saw arrive, and so records at their end. */
export const startedRequests = new WeakMap<object, FastifyRequest>();

/** The reply that a client got in place of the one to its request, since the rest of the bytes was no HTTP. */
interface SentInstead extends Pick<JournalEntry, 'status' | 'errorCode' | 'traceId'> {
  text: string;
}

export const repliesSentInstead = new WeakMap<object, SentInstead>();
