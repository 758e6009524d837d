import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { maxRequests, type RecordedRequest, type RunEvent, recordedHeaders } from './capsule.ts';
import type { WrittenReply } from './messages.ts';

/** What a run took from outside, and what it answered, so far. */
export interface RunLog {
  readonly events: readonly RunEvent[];
  readonly requests: readonly RecordedRequest[];
  /** false = the run is longer than its log. */
  readonly complete: boolean;
  /** The requests to the admin surface that it did not admit: they changed nothing. */
  readonly unadmitted: ReadonlySet<number>;
  /** @returns its number; undefined for a request that is not recorded */
  addRequest(incoming: IncomingMessage): number | undefined;
  addEvent(kind: RunEvent[0], request: number | undefined): void;
  /** A reading of the clock. */
  addTime(request: number | undefined, now: number): void;
  addReply(request: number, reply: WrittenReply): void;
  /** @returns how to add a part to the body of a request */
  addBody(request: number): (part: Buffer) => void;
}

const maxRequestBytes = 64 * 2 ** 20;
/** Beyond this the digests of replies suffice. */
const maxReplyBytes = 8 * 2 ** 20;

export function createRunLog(): RunLog {
  const events: RunEvent[] = [];
  const requests: Mutable<RecordedRequest>[] = [];
  const unadmitted = new Set<number>();
  let requestBytes = 0;
  let replyBytes = 0;
  let complete = true;

  return {
    events,
    requests,
    unadmitted,
    get complete() {
      return complete;
    },
    addRequest({ method = '', url = '', headers }) {
      if (!isRecorded(url)) return undefined;
      if (requests.length >= maxRequests || requestBytes > maxRequestBytes) {
        complete = false;
        return undefined;
      }
      requestBytes += url.length;
      return requests.push({ method, url, headers: recordedHeadersIn(headers), times: [] }) - 1;
    },
    addEvent(kind, request) {
      if (request !== undefined && complete) events.push([kind, request]);
    },
    addTime(request, now) {
      if (request !== undefined && complete) requests[request]?.times.push(now);
    },
    addReply(number, { status, body }) {
      const request = requests[number];
      if (!request) return;
      if (isAdmin(request.url)) {
        if (status === 401 || status === 403) unadmitted.add(number);
        return;
      }
      replyBytes += body.length;
      const isShort = replyBytes <= maxReplyBytes;
      request.reply = { status, digest: bodyDigest(body), ...(isShort && { body: body.toString() }) };
    },
    addBody(number) {
      const parts: Buffer[] = [];
      return (part) => {
        requestBytes += part.length;
        parts.push(part);
        const request = requests[number];
        if (request) request.body = Buffer.concat(parts).toString();
      };
    },
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export const bodyDigest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

export const isAdmin = (url: string): boolean => /^\/+__admin(?:[/?]|$)/.test(url);

/** Pages of the admin surface that only read change nothing. */
const isRecorded = (url: string): boolean =>
  !isAdmin(url) || /^\/+__admin\/(?:keys|faults|clock|reset|snapshots|send)\b/.test(url);

const recordedHeadersIn = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    recordedHeaders.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
