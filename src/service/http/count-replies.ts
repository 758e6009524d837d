import { Readable } from 'node:stream';
import type { JournalInput } from '../../journal/entry.ts';
import type { CountedReply } from '../../metrics/metrics.ts';
import type { Call, RequestDetails } from './call.ts';
import type { Deps } from './deps.ts';
import type { SentRequest } from './generation.ts';
import { isAffectedBy } from './profiled-replies.ts';
import type { Reply } from './send.ts';

/** Counts a reply that is about to be sent and is not recorded; a stream at its end. */
export function countSent({ metrics }: Pick<Deps, 'metrics'>, request: SentRequest, reply: Reply): void {
  const { call, arrivedAt, response } = request;
  const { status, body } = reply;
  const counted = countedReply(request, status, injectedIn(call, reply));
  if (!isStream(body)) {
    metrics.countRequest(counted, elapsed(arrivedAt));
    return;
  }
  const end = metrics.openStream(counted, call?.traceId ?? null);
  response.once('close', () => {
    const durationMs = elapsed(arrivedAt);
    afterClose(body, () => end(durationMs));
  });
}

/** A request that is not recorded, as it is counted. */
export const countedReply = (
  { operation, call }: RequestDetails,
  status: number,
  injected: string | null,
): CountedReply => ({
  operation,
  status,
  code: call?.errorCode ?? null,
  isInjected: injected !== null,
});

/** A request that is recorded, as it is counted. */
export const countedEntry = ({
  operation,
  status,
  errorCode,
  injected,
}: Pick<JournalInput, 'operation' | 'status' | 'errorCode' | 'injected'>): CountedReply => ({
  operation,
  status,
  code: errorCode,
  isInjected: injected !== null,
});

/** A profile counts as injected only if it changes the reply. */
export function injectedIn(call: Call | null, reply: Reply): string | null {
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
