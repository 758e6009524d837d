import { performance } from 'node:perf_hooks';
import type { Capsule, RunEvent } from './capsule.ts';

/** Lets the events of a run happen in the order of its capsule. */
export interface EventOrder {
  /** Runs `go` when this event is the next one. @returns how to give the turn up */
  take(kind: RunEvent[0], request: number, go: () => void): () => void;
  /** Resolves when an event is the next one: the caller has to bring it about. @returns false if the run is over before */
  reached(kind: 'R' | 'L', request: number): Promise<boolean>;
  /** Resolves when all events are over. */
  readonly over: Promise<void>;
  /** Events that did not come again, because the sandbox works in another way than the recorded one. */
  readonly skipped: number;
}

/** An event that has not come after so many rounds in which the sandbox had nothing to do is missing. */
const maxIdleRounds = 25;
/** The next one of the same request is missing sooner. */
const maxFurtherRounds = 2;
/** The rounds that a run waits in all; after that, the requests go on in any order. */
const maxRounds = 500;
const roundMs = 10;

export function createEventOrder(events: Capsule['events']): EventOrder {
  /** Those that wait for their turn, by event. */
  const waiting = new Map<string, (() => void)[]>();
  /** Those that want to know when an event is the next one. */
  const awaited = new Map<string, (isReached: boolean) => void>();
  /** Requests of which an event was missing. */
  const incomplete = new Set<number>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let place = 0;
  let skipped = 0;
  let rounds = 0;
  let timer: NodeJS.Timeout | undefined;
  if (events.length === 0) end();

  return {
    over,
    get skipped() {
      return skipped;
    },
    take(kind, request, go) {
      const name = `${kind} ${request}`;
      const queue = waiting.get(name) ?? [];
      waiting.set(name, queue);
      queue.push(go);
      goOn();
      return () => {
        const at = queue.indexOf(go);
        if (at >= 0) queue.splice(at, 1);
      };
    },
    reached: (kind, request) =>
      new Promise((resolve) => {
        if (place >= events.length) return resolve(false);
        awaited.set(`${kind} ${request}`, resolve);
        goOn();
      }),
  };

  function goOn(): void {
    if (!timer) startTimer();
    for (;;) {
      const event = events[place];
      if (!event) {
        finish();
        return;
      }
      const name = event.join(' ');
      awaited.get(name)?.(true);
      awaited.delete(name);
      const next = waiting.get(name)?.shift();
      if (!next) return;
      place += 1;
      startTimer();
      next();
    }
  }

  /** After the last event nobody waits for a turn any more. */
  function finish(): void {
    clearTimeout(timer);
    for (const queue of waiting.values()) for (const go of queue.splice(0)) go();
    for (const resolve of awaited.values()) resolve(false);
    awaited.clear();
    end();
  }

  /** Skips the next event when it does not come. */
  function startTimer(idleRounds = 0, before = performance.eventLoopUtilization()): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = performance.eventLoopUtilization();
      const isIdle = performance.eventLoopUtilization(now, before).utilization < 0.5;
      const idle = idleRounds + (isIdle ? 1 : 0);
      rounds += isIdle ? 1 : 0;
      if (rounds > maxRounds) skip(events.length - place);
      else if (idle >= (incomplete.has(events[place]?.[1] ?? -1) ? maxFurtherRounds : maxIdleRounds)) skip(1);
      else startTimer(idle, now);
    }, roundMs);
    timer.unref();
  }

  function skip(count: number): void {
    const [, request] = events[place] ?? [];
    if (request !== undefined) incomplete.add(request);
    skipped += count;
    place += count;
    startTimer();
    goOn();
  }
}
