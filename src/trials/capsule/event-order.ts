import type { Capsule, RunEvent } from './capsule.ts';

/** Lets the events of a run happen in the order of its capsule. */
export interface EventOrder {
  /** Runs `go` when this event is the next one. @returns how to give the turn up */
  take(kind: RunEvent[0], request: number, go: () => void): () => void;
  /** Resolves when an event is the next one: the caller has to bring it about. */
  reached(kind: 'R' | 'L', request: number): Promise<void>;
  /** Resolves when all events are over. */
  readonly over: Promise<void>;
  /** Events that did not come again in time, so that the sandbox works in another way than the recorded one. */
  readonly skipped: number;
}

export function createEventOrder(events: Capsule['events'], maxWaitMs: number): EventOrder {
  /** Those that wait for their turn, by event. */
  const waiting = new Map<string, (() => void)[]>();
  /** Those that want to know when an event is the next one. */
  const awaited = new Map<string, () => void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let place = 0;
  let skipped = 0;
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
      awaited.get(name)?.();
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
    end();
  }

  /** Skips the next event when it does not come. */
  function startTimer(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      skipped += 1;
      place += 1;
      startTimer();
      goOn();
    }, maxWaitMs);
    timer.unref();
  }
}
