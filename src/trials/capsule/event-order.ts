import { performance } from 'node:perf_hooks';
import type { Capsule, RunEvent } from './capsule.ts';
import { createLooseEvents, type LooseEvents } from './loose-events.ts';

/** Lets the events of a run happen in the order of its capsule. */
export interface EventOrder {
  /**
   * Runs `go` when this event is the next one.
   * @param isLong a loose run that lacks the event lets it wait until nothing else happens
   * @returns how to give the turn up
   */
  take(kind: RunEvent[0], request: number, go: () => void, isLong?: boolean): () => void;
  /** Resolves when an event is the next one: the caller has to bring it about. @returns false if the run is over before */
  reached(kind: 'R' | 'L', request: number): Promise<boolean>;
  /** Resolves when all events are over. */
  readonly over: Promise<void>;
  /** Events that did not come again, because the sandbox works in another way than the recorded one. */
  readonly skipped: number;
  /** From now on requests may go another way than in the recorded run: what they lack or have in addition holds up none. */
  loosen(): void;
  /** Ends the wait for missing events. */
  stop(): void;
}

/** An event that has not come after so many rounds in which the sandbox had nothing to do is missing. */
const maxIdleRounds = 25;
/** The next one of the same request is missing sooner. */
const maxFurtherRounds = 2;
/** The rounds that a run waits in all; after that, the requests go on in any order. */
const maxRounds = 500;
/** In a loose run. */
const maxLooseRounds = 3;
/** A request that works is waited for longer. */
const maxBusyRounds = 500;
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
  let isStopped = false;
  let loose: LooseEvents | undefined;
  if (events.length === 0) end();

  return {
    over,
    get skipped() {
      return skipped;
    },
    loosen() {
      loose = createLooseEvents(events, place);
    },
    stop() {
      isStopped = true;
    },
    take(kind, request, go, isLong = false) {
      const name = `${kind} ${request}`;
      const queue = waiting.get(name) ?? [];
      waiting.set(name, queue);
      if (kind === 'E' || kind === 'L') loose?.end(request);
      if (loose && !loose.isExpected(kind, request, queue.length)) {
        const forget = loose.admit(go, isLong);
        goOn();
        return forget;
      }
      queue.push(go);
      goOn();
      return () => leaveQueue(queue, go);
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
      const next = waiting.get(name)?.shift();
      if (!next && !loose?.isOver(event, place)) return;
      loose?.pass(event);
      place += 1;
      startTimer();
      next?.();
    }
  }

  /** After the last event nobody waits for a turn any more. */
  function finish(): void {
    clearTimeout(timer);
    for (const queue of waiting.values()) for (const go of queue.splice(0)) go();
    loose?.release();
    for (const resolve of awaited.values()) resolve(false);
    end();
  }

  /** Skips the next event when it does not come. */
  function startTimer(idleRounds = 0, before = performance.eventLoopUtilization()): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isStopped) return;
      const now = performance.eventLoopUtilization();
      const isIdle = performance.eventLoopUtilization(now, before).utilization < 0.5;
      // Beside clients of its own, the sandbox of a fork is never idle.
      const idle = idleRounds + (isIdle || loose ? 1 : 0);
      rounds += isIdle ? 1 : 0;
      if (loose) goOnLoosely(idle, now);
      else if (rounds > maxRounds) skip(events.length - place);
      else if (idle >= (incomplete.has(events[place]?.[1] ?? -1) ? maxFurtherRounds : maxIdleRounds)) skip(1);
      else startTimer(idle, now);
    }, roundMs);
  }

  /** Nothing happens any more: lets what waits for another turn go on. What is sent, or left, is never missing. */
  function goOnLoosely(idle: number, now: ReturnType<typeof performance.eventLoopUtilization>): void {
    const [kind, request = -1] = events[place] ?? [];
    const most = loose?.hasEnded(request) ? maxLooseRounds : maxBusyRounds;
    if (idle >= maxLooseRounds && (loose?.release() || releaseStep(waiting, loose, request))) startTimer();
    else if (idle < most || kind === 'R' || kind === 'L') startTimer(idle, now);
    else skip(1);
  }

  function skip(count: number): void {
    const event = events[place];
    if (event) loose?.pass(event);
    if (event) incomplete.add(event[1]);
    skipped += count;
    place += count;
    startTimer();
    goOn();
  }
}

function leaveQueue(queue: (() => void)[], go: () => void): void {
  const at = queue.indexOf(go);
  if (at >= 0) queue.splice(at, 1);
}

/** Lets a request go on that waits for another turn than the next one. @returns whether it did */
function releaseStep(
  waiting: ReadonlyMap<string, (() => void)[]>,
  loose: LooseEvents | undefined,
  request: number,
): boolean {
  for (const kind of ['S', 'W'] as const) {
    const go = waiting.get(`${kind} ${request}`)?.shift();
    if (!go) continue;
    loose?.pass([kind, request]);
    go();
    return true;
  }
  return false;
}
