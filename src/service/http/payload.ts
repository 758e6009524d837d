import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A reply as the hook `onSend` gets it. */
export type Payload = string | Buffer | Readable;

export const streamOf = (payload: Payload): Readable =>
  payload instanceof Readable ? payload : Readable.from([payload]);

export const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');
