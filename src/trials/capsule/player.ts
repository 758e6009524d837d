import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../core/clock.ts';
import { createTurns } from '../../core/turns.ts';
import { maxWaitMs } from '../../faults/magic.ts';
import type { Capsule } from './capsule.ts';
import { createEventOrder, type EventOrder } from './event-order.ts';
import { createMessageFollower, listenBefore, type WrittenReply } from './messages.ts';
import { clockShowing, jobOfRequest, type RunInputs, seededIds } from './run-inputs.ts';

/** Gives a sandbox the time, the ids and the order of the run in a capsule. */
export interface CapsulePlayer
  extends RunInputs,
    Pick<EventOrder, 'reached' | 'over' | 'skipped' | 'loosen' | 'stop'> {
  /** The number of the request on whose behalf code runs. */
  requestNow(): number | undefined;
  /** What the sandbox wrote, by number of the request. */
  readonly written: ReadonlyMap<number, WrittenReply>;
}

/** This header has the number of a request in the capsule; the service ignores headers that it does not know. */
export const numberHeader = 'x-capsule-request';

export function createCapsulePlayer({ events, requests, keys, ids }: Capsule, clock: Clock): CapsulePlayer {
  const current = new AsyncLocalStorage<number>();
  const order = createEventOrder(events);
  const { messages, follow } = createMessageFollower(current);
  const written = new Map<number, WrittenReply>();
  const nextTime = recordedTimes(requests);

  return {
    over: order.over,
    reached: order.reached,
    loosen: order.loosen,
    stop: order.stop,
    requestNow: () => current.getStore(),
    get skipped() {
      return order.skipped;
    },
    written,
    newId: seededIds(ids, current),
    turns: createTurns({ keepsContexts: true }),
    maxInBatchMs: Number.POSITIVE_INFINITY,
    isInOneThread: true,
    idOf: (secret) => keys[secret],
    clock: clockShowing(clock, () => nextTime(current.getStore()) ?? clock.now()),
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      const request = current.getStore();
      if (request !== undefined) await turn(order, request, ms >= maxWaitMs, signal);
    },
    jobOrder(job, enqueue) {
      const request = current.getStore();
      if (request === undefined) return enqueue(job);
      order.take('S', request, () => enqueue(jobOfRequest(current, request, job)));
    },
    messages,
    attach: (server) =>
      listenBefore(server, (incoming, response, goOn) => {
        const header = incoming.headers[numberHeader];
        if (typeof header !== 'string') return goOn();
        const request = Number(header);
        const end = (kind: 'E' | 'L') => (reply: WrittenReply) => {
          written.set(request, reply);
          order.take(kind, request, () => {});
        };
        follow(incoming, response, { request, ended: end('E'), left: end('L') });
        order.take('R', request, () => current.run(request, goOn));
      }),
  };
}

/** The time that the clock shows to a request now; the last time again, if the sandbox reads it more often now. */
function recordedTimes(requests: Capsule['requests']): (request: number | undefined) => number | undefined {
  const readings = new Map<number, number>();
  return (request) => {
    if (request === undefined) return undefined;
    const times = requests[request]?.times ?? [];
    const n = readings.get(request) ?? 0;
    readings.set(request, n + 1);
    return times[Math.min(n, times.length - 1)];
  };
}

/** Waits until the next wait of a request is over. */
const turn = (
  order: EventOrder,
  request: number,
  isLong: boolean,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const forget = order.take('W', request, resolve, isLong);
    signal?.addEventListener('abort', () => {
      forget();
      reject(signal.reason as Error);
    });
  });
