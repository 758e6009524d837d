import { instantOf } from '../core/instants.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Tally } from '../report/tally.ts';
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
  const ahead = () => clock.now() - performance.now();

  function note(event: TallyEvent): void {
    lastAt = Math.max(lastAt + 1, instantOf(clock.now()));
    pending.push({ at: lastAt, truncations: truncations.applied, isFrozen: isFrozen(), event });
    if (pending.length > 2 * maxEvents) pending = pending.slice(-maxEvents);
  }

  return {
    ...local,
    local,
    countRequest(input) {
      local.countRequest(input);
      note({ count: storedRequest(input, ahead(), clock.lag) });
    },
    countStream(input) {
      const counted = local.countStream(input);
      note({ stream: storedRequest(input, ahead(), clock.lag) });
      return {
        end(outcome) {
          counted.end(outcome);
          note({ ended: { request: input.id, ...outcome } });
        },
      };
    },
    addStreamCharge(...charge) {
      local.addStreamCharge(...charge);
      note({ settled: charge });
    },
    addStreamFailure(...failure) {
      local.addStreamFailure(...failure);
      note({ failed: failure });
    },
    noteStreamFacts(...facts) {
      local.noteStreamFacts(...facts);
      note({ facts });
    },
    noteRenewal(account) {
      local.noteRenewal(account);
      note({ renewed: account });
    },
    noteOutsideChange(keyId) {
      local.noteOutsideChange(keyId);
      note({ changed: keyId ?? null });
    },
    reset(assumed) {
      local.reset(assumed);
      note({ reset: true });
    },
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
