import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JournalInput } from '../../journal/entry.ts';
import type { CountedReply } from '../../metrics/metrics.ts';
import { requestDetails } from './assumptions.ts';
import type { Call } from './call.ts';
import type { Deps } from './deps.ts';
import { isAffectedBy } from './profiled-replies.ts';
import { sentTraceparent } from './request-origin.ts';

type CountDeps = Pick<Deps, 'metrics' | 'spans' | 'ledger' | 'keyHeaders'>;

/** Counts the replies of a scope whose requests are not recorded. */
export function countReplies(app: FastifyInstance, deps: CountDeps): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    countSent(deps, request, reply, payload);
    done();
  });
}

/** Counts a reply that is about to be sent; a stream at its end. */
export function countSent(
  deps: CountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  if (isStream(payload)) countStreamed(deps, request, reply, payload);
  else countReply(deps, request, reply);
}

function countStreamed(deps: CountDeps, request: FastifyRequest, reply: FastifyReply, sent: Readable): void {
  const end = deps.metrics.openStream(countedReply(request, reply), request.call?.traceId ?? null);
  reply.raw.once('close', () => {
    const durationMs = elapsed(request.arrivedAt);
    afterClose(sent, () => {
      end(durationMs);
      addSpan(deps, countedReply(request, reply), request, durationMs);
    });
  });
}

export const countReply = (deps: CountDeps, request: FastifyRequest, reply: FastifyReply): void =>
  countUnrecorded(deps, countedReply(request, reply), request, elapsed(request.arrivedAt));

/** The part of a request that its span shows. */
interface SpannedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly call: Pick<Call, 'charged' | 'traceId'> | null;
}

/** Counts a request that is over and not recorded, and writes its span. */
export function countUnrecorded(
  deps: CountDeps,
  reply: CountedReply,
  request: SpannedRequest,
  durationMs: number,
): void {
  deps.metrics.countRequest(reply, durationMs);
  addSpan(deps, reply, request, durationMs);
}

function addSpan(
  deps: CountDeps,
  reply: CountedReply,
  { method, headers, call }: SpannedRequest,
  durationMs: number,
): void {
  deps.spans?.add({
    ...reply,
    code: deps.metrics.shownCode(reply),
    method,
    // A failed commit has undone the charge.
    credits: reply.code === null ? (call?.charged ?? 0) : 0,
    traceId: call?.traceId ?? null,
    traceparent: sentTraceparent(deps, headers),
    durationMs,
  });
}

/** Counts a request that is over and recorded, and writes its span. */
export function countRecorded(deps: Pick<Deps, 'metrics' | 'spans'>, request: EndedEntry): void {
  deps.metrics.countRequest(recordedReply(request), request.durationMs);
  addRecordedSpan(deps, request);
}

type EndedEntry = Omit<JournalInput, 'body'>;

/** Writes the span of a request that is over and counted. */
export function addRecordedSpan(
  { metrics, spans }: Pick<Deps, 'metrics' | 'spans'>,
  request: EndedEntry,
): void {
  if (!spans) return;
  const { method, credits, traceId, traceparent, durationMs } = request;
  const reply = recordedReply(request);
  spans.add({ ...reply, code: metrics.shownCode(reply), method, credits, traceId, traceparent, durationMs });
}

const countedReply = (request: FastifyRequest, reply: FastifyReply): CountedReply => ({
  operation: requestDetails(request).operation,
  status: reply.statusCode,
  code: request.call?.errorCode ?? null,
  isInjected: injectedIn(request.call, reply) !== null,
});

/** The reply to a request that is recorded. */
export const recordedReply = ({ operation, status, errorCode, injected }: EndedEntry): CountedReply => ({
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
