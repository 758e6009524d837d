import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JournalInput } from '../../journal/entry.ts';
import type { CountedReply } from '../../metrics/metrics.ts';
import { requestDetails } from './assumptions.ts';
import type { Call } from './call.ts';
import type { Deps } from './deps.ts';
import { isAffectedBy } from './profiled-replies.ts';

/** Counts the replies of a scope whose requests are not recorded. */
export function countReplies(app: FastifyInstance, deps: Pick<Deps, 'metrics'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isStream(payload)) countStreamed(deps, request, reply, payload);
    else countReply(deps, request, reply);
    done();
  });
}

function countStreamed(
  deps: Pick<Deps, 'metrics'>,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Readable,
): void {
  const end = deps.metrics.openStream(countedReply(request, reply), request.call?.traceId ?? null);
  reply.raw.once('close', () => {
    const durationMs = elapsed(request.arrivedAt);
    afterClose(sent, () => end(durationMs));
  });
}

export const countReply = (deps: Pick<Deps, 'metrics'>, request: FastifyRequest, reply: FastifyReply): void =>
  deps.metrics.countRequest(countedReply(request, reply), elapsed(request.arrivedAt));

const countedReply = (request: FastifyRequest, reply: FastifyReply): CountedReply => ({
  operation: requestDetails(request).operation,
  status: reply.statusCode,
  code: request.call?.errorCode ?? null,
  isInjected: injectedIn(request.call, reply) !== null,
});

/** The reply to a request that is recorded. */
export const recordedReply = ({ operation, status, errorCode, injected }: JournalInput): CountedReply => ({
  operation,
  status,
  code: errorCode,
  isInjected: injected !== null,
});

/** A profile counts as injected only if it changes the reply. */
export function injectedIn(call: Call | null, reply: FastifyReply): string | null {
  if (!call) return null;
  const { injected, profile, profileBy } = call;
  return injected ?? (profile && profileBy !== undefined && isAffectedBy(profile, reply) ? profileBy : null);
}

export function afterClose(stream: Readable, act: () => void): void {
  if (stream.closed) act();
  else stream.once('close', act);
}

export const isStream = (payload: unknown): payload is Readable =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload;

/** Real milliseconds since arrival, to the microsecond; 0 if no scope saw the request. */
export const elapsed = (arrivedAt: number | undefined): number =>
  arrivedAt === undefined ? 0 : Math.round((performance.now() - arrivedAt) * 1000) / 1000;
