import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../core/clock.ts';
import { createTurns } from '../../core/turns.ts';
import type { Capsule, RunEvent } from './capsule.ts';
import { before, follow, type RunInputs, seededIds, type WrittenReply } from './tape.ts';

/** A tape that plays a capsule: time, ids and order are those of the recording. */
export interface CapsulePlayer extends RunInputs {
  /** Resolves when an event is the next one: the player has to bring it about. */
  reached(kind: 'R' | 'L', request: number): Promise<void>;
  /** Resolves when all events are over. */
  readonly over: Promise<void>;
  /** By number of the request, what the sandbox wrote. */
  readonly written: ReadonlyMap<number, WrittenReply>;
  /** Events that did not come again, so that the sandbox works in another way than the recorded one. */
  readonly skipped: number;
}

/** By this header the player names a request; the service ignores headers that it does not know. */
export const playedHeader = 'x-capsule-request';

/** No event of the recording takes longer to come again: the player waits for nothing else. */
const maxEventWaitMs = 10_000;

export function createCapsulePlayer(capsule: Capsule, clock: Clock): CapsulePlayer {
  const { events, requests, keys, ids } = capsule;
  const current = new AsyncLocalStorage<number>();
  const written = new Map<number, WrittenReply>();
  /** Those that wait for their turn, by event. */
  const waiting = new Map<string, (() => void)[]>();
  /** Those that want to know when an event is the next one. */
  const awaited = new Map<string, () => void>();
  const looked = new Map<number, number>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let place = 0;
  let skipped = 0;
  let late: NodeJS.Timeout | undefined;
  if (events.length === 0) end();

  return {
    over,
    written,
    get skipped() {
      return skipped;
    },
    reached: (kind, request) =>
      new Promise((resolve) => {
        awaited.set(`${kind} ${request}`, resolve);
        goOn();
      }),
    newId: seededIds(ids, current),
    turns: createTurns({ keepsContexts: true }),
    maxInBatchMs: Number.POSITIVE_INFINITY,
    idOf: (secret) => keys[secret],
    clock: Object.create(clock, {
      now: { value: () => shown(current.getStore()) },
      set: { value: clock.set },
      advance: { value: clock.advance },
    }) as Clock,
    wait: async (_ms, signal) => {
      signal?.throwIfAborted();
      const request = current.getStore();
      if (request === undefined) return;
      await new Promise<void>((resolve, reject) => {
        const forget = take('W', request, resolve);
        signal?.addEventListener('abort', () => {
          forget();
          reject(signal.reason as Error);
        });
      });
    },
    jobOrder(job, enqueue) {
      const request = current.getStore();
      if (request === undefined) return enqueue(job);
      take('S', request, () =>
        enqueue({
          ...job,
          work: (tx) => current.run(request, () => job.work(tx)),
          done: (error) => current.run(request, () => job.done(error)),
        }),
      );
    },
    attach(server) {
      before(server, (incoming, response, goOn) => {
        const named = incoming.headers[playedHeader];
        if (typeof named !== 'string') return goOn();
        const number = Number(named);
        follow(current, number, incoming, response, {
          ended: (reply) => {
            written.set(number, reply);
            take('E', number, () => {});
          },
          left: (reply) => {
            written.set(number, reply);
            take('L', number, () => {});
          },
        });
        take('R', number, () => current.run(number, goOn));
      });
    },
  };

  /** The time that the clock shows to a request now; the last time again, if the sandbox looks more often now. */
  function shown(request: number | undefined): number {
    const times = request === undefined ? undefined : requests[request]?.times;
    if (request === undefined || !times || times.length === 0) return clock.now();
    const n = looked.get(request) ?? 0;
    looked.set(request, n + 1);
    return times[Math.min(n, times.length - 1)] ?? clock.now();
  }

  /** @returns how to give the turn up */
  function take(kind: RunEvent[0], request: number, go: () => void): () => void {
    const name = `${kind} ${request}`;
    const queue = waiting.get(name) ?? [];
    waiting.set(name, queue);
    queue.push(go);
    goOn();
    return () => {
      const at = queue.indexOf(go);
      if (at >= 0) queue.splice(at, 1);
    };
  }

  function goOn(): void {
    if (!late) watch();
    for (;;) {
      const event = events[place];
      if (!event) {
        finish();
        return;
      }
      const name = event.join(' ');
      awaited.get(name)?.();
      awaited.delete(name);
      const next = waiting.get(name)?.shift();
      if (!next) return;
      place += 1;
      watch();
      next();
    }
  }

  /** After the last event nobody waits for a turn any more. */
  function finish(): void {
    clearTimeout(late);
    for (const queue of waiting.values()) for (const go of queue.splice(0)) go();
    end();
  }

  function watch(): void {
    clearTimeout(late);
    late = setTimeout(() => {
      skipped += 1;
      place += 1;
      watch();
      goOn();
    }, maxEventWaitMs);
    late.unref();
  }
}
