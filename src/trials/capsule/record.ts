import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Clock, createClock } from '../../core/clock.ts';
import { createTurns } from '../../core/turns.ts';
import { createWait } from '../../service/http/wait.ts';
import type { RecordedRequest, RunEvent } from './capsule.ts';
import { before, follow, type RunInputs, seededIds, type WrittenReply } from './tape.ts';

/** A tape that records. */
export interface RunRecorder extends RunInputs {
  readonly ids: string;
  readonly startedAt: number;
  readonly events: readonly RunEvent[];
  readonly requests: readonly RecordedRequest[];
  /** false = the run is longer than the recording. */
  readonly complete: boolean;
}

const maxRequests = 10_000;
const maxRequestBytes = 64 * 2 ** 20;
/** Beyond this the digests of replies suffice. */
const maxReplyBytes = 8 * 2 ** 20;

/** @param ids seed of the ids; random by default */
export function createRunRecorder(
  clock: Clock = createClock({ mode: 'real' }),
  ids: string = randomUUID(),
): RunRecorder {
  const current = new AsyncLocalStorage<number>();
  const events: RunEvent[] = [];
  const requests: Mutable<RecordedRequest>[] = [];
  const wait = createWait(clock);
  const startedAt = clock.now();
  let bytes = 0;
  let replyBytes = 0;
  let complete = true;

  /** Notes what happens, as long as there is room. */
  const note = (kind: RunEvent[0], request = current.getStore()): void => {
    if (request === undefined || !complete) return;
    events.push([kind, request]);
  };

  return {
    ids,
    startedAt,
    events,
    requests,
    get complete() {
      return complete;
    },
    newId: seededIds(ids, current),
    turns: createTurns({ keepsContexts: true }),
    maxInBatchMs: Number.POSITIVE_INFINITY,
    clock: watched(clock, (now) => {
      const request = current.getStore();
      if (request !== undefined && complete) requests[request]?.times.push(now);
    }),
    async wait(ms, signal) {
      await wait(ms, signal);
      note('W');
    },
    jobOrder(job, enqueue) {
      const request = current.getStore();
      if (request === undefined) return enqueue(job);
      enqueue({
        ...job,
        work: (tx) =>
          current.run(request, () => {
            note('S', request);
            job.work(tx);
          }),
        done: (error) => current.run(request, () => job.done(error)),
      });
    },
    attach(server) {
      before(server, (incoming, response, goOn) => {
        const { method = '', url = '' } = incoming;
        if (!complete || !isRecorded(url)) return goOn();
        if (requests.length >= maxRequests || bytes > maxRequestBytes) {
          complete = false;
          return goOn();
        }
        const number = requests.length;
        const recorded: Mutable<RecordedRequest> = { method, url, headers: headersOf(incoming), times: [] };
        requests.push(recorded);
        bytes += url.length;
        note('R', number);
        const parts: Buffer[] = [];
        follow(current, number, incoming, response, {
          bodyPart(part) {
            bytes += part.length;
            parts.push(part);
            recorded.body = Buffer.concat(parts).toString();
          },
          ended: (written) => keep('E', written),
          left: (written) => keep('L', written),
        });
        current.run(number, goOn);

        function keep(kind: 'E' | 'L', written: WrittenReply): void {
          note(kind, number);
          if (!isAdmin(url)) recorded.reply = replyOf(written);
        }
      });
    },
  };

  function replyOf({ status, body }: WrittenReply): NonNullable<RecordedRequest['reply']> {
    replyBytes += body.length;
    return {
      status,
      digest: bodyDigest(body),
      ...(replyBytes <= maxReplyBytes && { body: body.toString() }),
    };
  }
}

type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

export const bodyDigest = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** The same clock; each look at it is told. */
function watched(clock: Clock, seen: (now: number) => void): Clock {
  return Object.create(clock, {
    now: {
      value() {
        const now = clock.now();
        seen(now);
        return now;
      },
    },
    set: { value: clock.set },
    advance: { value: clock.advance },
  }) as Clock;
}

export const isAdmin = (url: string): boolean => /^\/+__admin(?:[/?]|$)/.test(url);

/** Pages of the admin surface that only look change nothing. */
const isRecorded = (url: string): boolean =>
  !isAdmin(url) || /^\/+__admin\/(?:keys|faults|clock|reset|snapshots|send)\b/.test(url);

/** The headers that change an answer; others may hold what nobody wants in a file. */
const recordedHeaders = ['api-key', 'apiid', 'content-type', 'prefer', 'expect', 'x-sandbox-test'];

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    recordedHeaders.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
