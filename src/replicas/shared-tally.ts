import { instantOf } from '../core/instants.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Tally } from '../report/tally.ts';
import type { TallyInput } from '../report/tally-input.ts';
import { storedRequest, type TallyEvent } from './tally-events.ts';
import type { Truncations } from './truncations.ts';

/** An event that waits until it is written. */
export interface PendingTallyEvent {
  /** Microseconds on the clock of all; no two events of a replica have the same. */
  at: number;
  /** How many truncations of reports its replica had applied. */
  truncations: number;
  /** Whether the sandbox's clock stood still. */
  isFrozen: boolean;
  event: TallyEvent;
}

export interface SharedTally extends Tally {
  /** The tally of this replica alone. */
  readonly local: Tally;
  /** Takes the events since the last call, oldest first. */
  take(): PendingTallyEvent[];
  /** Puts back events that could not be written: the next call takes them again. */
  requeue(events: readonly PendingTallyEvent[]): void;
}

interface SharedTallyOptions {
  clock: Replicas['clock'];
  isFrozen: () => boolean;
  /** The truncations of reports. */
  truncations: Truncations;
  /** How many events may wait. */
  maxEvents: number;
}

/** The tally of this replica, which remembers its calls as events until they are written for the peers. */
export function sharedTally(
  local: Tally,
  { clock, isFrozen, truncations, maxEvents }: SharedTallyOptions,
): SharedTally {
  let pending: PendingTallyEvent[] = [];
  let lastAt = 0;
  const stored = (input: TallyInput) => storedRequest(input, clock.now() - performance.now(), clock.lag);

  function note(event: TallyEvent): void {
    lastAt = Math.max(lastAt + 1, instantOf(clock.now()));
    pending.push({ at: lastAt, truncations: truncations.applied, isFrozen: isFrozen(), event });
    if (pending.length > 2 * maxEvents) pending = pending.slice(-maxEvents);
  }

  /** An act of the local tally that is noted for the others. */
  const noted =
    <Given extends unknown[]>(act: (...given: Given) => void, eventOf: (...given: Given) => TallyEvent) =>
    (...given: Given): void => {
      act(...given);
      note(eventOf(...given));
    };

  return {
    ...local,
    local,
    countRequest: noted(local.countRequest, (input) => ({ count: stored(input) })),
    countStream(input) {
      const { end } = local.countStream(input);
      note({ stream: stored(input) });
      return { end: noted(end, (outcome) => ({ ended: { request: input.id, ...outcome } })) };
    },
    addStreamCharge: noted(local.addStreamCharge, (...settled) => ({ settled })),
    addStreamFailure: noted(local.addStreamFailure, (...failed) => ({ failed })),
    noteStreamFacts: noted(local.noteStreamFacts, (...facts) => ({ facts })),
    noteRenewal: noted(local.noteRenewal, (renewed) => ({ renewed })),
    noteOutsideChange: noted(local.noteOutsideChange, (keyId) => ({ changed: keyId ?? null })),
    reset: noted(local.reset, () => ({ reset: true })),
    take() {
      const taken = pending;
      pending = [];
      return taken;
    },
    requeue(taken) {
      pending = [...taken, ...pending].slice(-maxEvents);
    },
  };
}
