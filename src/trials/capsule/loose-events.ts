import type { Capsule, RunEvent } from './capsule.ts';

/** The events that may still happen in a recorded run that goes another way from one of its requests on. */
export interface LooseEvents {
  /** Whether the recorded run has a further event of this name, beyond those that wait for it. */
  isExpected(kind: RunEvent[0], request: number, waiting: number): boolean;
  /** An event of the run is over, or will not come. */
  pass(event: RunEvent): void;
  /** The reply of a request ended: what the recorded run did before that does not come any more. */
  end(request: number): void;
  /** Whether the reply of a request has ended. */
  hasEnded(request: number): boolean;
  /** Whether an event that nobody waits for is over, as far as its request can tell. */
  isOver(event: RunEvent, place: number): boolean;
  /**
   * Runs `go` for an event that the recorded run does not have: a long wait when nothing else happens any more.
   * @returns how to give it up
   */
  admit(go: () => void, isLong: boolean): () => void;
  /** Ends these waits. @returns whether there was one */
  release(): boolean;
}

/** @param from the place of the first event that may come otherwise */
export function createLooseEvents(events: Capsule['events'], from: number): LooseEvents {
  const left = new Map<string, number>();
  /** The place of the end of each reply; a request without one was still waiting when the run was recorded. */
  const endings = new Map<number, number>();
  const ended = new Set<number>();
  const extra = new Set<() => void>();
  for (const [place, [kind, request]] of events.entries()) {
    if (isEnd(kind)) {
      endings.set(request, place);
      if (place < from) ended.add(request);
    }
    if (place >= from) change(left, `${kind} ${request}`, 1);
  }
  return {
    isExpected: (kind, request, waiting) =>
      !endings.has(request) || (left.get(`${kind} ${request}`) ?? 0) > waiting,
    pass: (event) => change(left, event.join(' '), -1),
    end: (request) => void ended.add(request),
    hasEnded: (request) => ended.has(request),
    isOver: ([kind, request], place) =>
      ended.has(request) && (isEnd(kind) || place < (endings.get(request) ?? -1)),
    admit(go, isLong) {
      if (isLong) extra.add(go);
      else go();
      return () => void extra.delete(go);
    },
    release() {
      const waits = [...extra];
      extra.clear();
      for (const go of waits) go();
      return waits.length > 0;
    },
  };
}

const isEnd = (kind: RunEvent[0]): boolean => kind === 'E' || kind === 'L';

const change = (counts: Map<string, number>, name: string, by: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + by);
