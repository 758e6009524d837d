import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JournalInput } from '../../journal/entry.ts';
import type { ServedRequest } from '../../metrics/span.ts';
import { type Call, type RequestDetails, requestDetails } from './call.ts';
import type { Deps } from './deps.ts';
import { isAffectedBy } from './profiled-replies.ts';
import { sentTraceparent } from './request-origin.ts';

type CountDeps = Pick<Deps, 'metrics' | 'spans'>;
type UnrecordedDeps = CountDeps & Pick<Deps, 'ledger' | 'keyHeaders'>;

/** Counts a request that is over, and writes its span. */
export function countServed(deps: CountDeps, request: ServedRequest): void {
  deps.metrics.countRequest(request, request.durationMs);
  addSpan(deps, request);
}

/** Counts a request whose reply is a stream that begins. @returns what to call at its end, which writes its span */
export function countStream(deps: CountDeps, begun: ServedRequest): (ended: ServedRequest) => void {
  const end = deps.metrics.openStream(begun, begun.traceId);
  return (ended) => {
    end(ended.durationMs);
    addSpan(deps, ended);
  };
}

const addSpan = ({ metrics, spans }: CountDeps, request: ServedRequest): void =>
  spans?.add({ ...request, code: metrics.shownCode(request) });

/** Counts a reply that is about to be sent and is not recorded; a stream at its end. */
export function countSent(
  deps: UnrecordedDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  const ended = servedBy(deps, request, reply);
  if (!isStream(payload)) {
    countServed(deps, ended);
    return;
  }
  const end = countStream(deps, ended);
  reply.raw.once('close', () => {
    const durationMs = elapsed(request.arrivedAt);
    afterClose(payload, () => end({ ...servedBy(deps, request, reply), durationMs }));
  });
}

const servedBy = (deps: UnrecordedDeps, request: FastifyRequest, reply: FastifyReply): ServedRequest =>
  servedOfDetails(deps, requestDetails(request), reply.statusCode, injectedIn(request.call, reply));

/** A request that is over and not recorded. */
export function servedOfDetails(
  deps: UnrecordedDeps,
  { operation, method, headers, call, arrivedAt }: RequestDetails,
  status: number,
  injected: string | null,
): ServedRequest {
  const code = call?.errorCode ?? null;
  return {
    operation,
    method,
    status,
    code,
    isInjected: injected !== null,
    // A failed commit has undone the charge.
    credits: code === null ? (call?.charged ?? 0) : 0,
    traceId: call?.traceId ?? null,
    traceparent: deps.spans && sentTraceparent(deps, headers),
    durationMs: elapsed(arrivedAt),
  };
}

/** A request that is over and recorded. */
export const servedOfEntry = (entry: Omit<JournalInput, 'body'>): ServedRequest => ({
  operation: entry.operation,
  method: entry.method,
  status: entry.status,
  code: entry.errorCode,
  isInjected: entry.injected !== null,
  credits: entry.credits,
  traceId: entry.traceId,
  traceparent: entry.traceparent,
  durationMs: entry.durationMs,
});

/** A profile counts as injected only if it changes the reply. */
export function injectedIn(call: Call | null, reply: FastifyReply): string | null {
  if (!call) return null;
  const { injected, profile, profileBy } = call;
  return injected ?? (profile && isAffectedBy(profile, reply) ? (profileBy as string) : null);
}

export function afterClose(stream: Readable, act: () => void): void {
  if (stream.closed) act();
  else stream.once('close', act);
}

export const isStream = (payload: unknown): payload is Readable => payload instanceof Readable;

/** Real milliseconds since arrival, to the microsecond; 0 if no scope saw the request. */
export const elapsed = (arrivedAt: number | undefined): number =>
  arrivedAt === undefined ? 0 : Math.round((performance.now() - arrivedAt) * 1000) / 1000;
