import { instantOf, type Replicas } from '../ledger/replicas.ts';
import type { Tally } from '../report/tally.ts';
import { storedRequest, type TallyEvent } from './tally-events.ts';
import type { Truncations } from './truncations.ts';

/** An act as a row of the database. */
export interface TallyEventRow {
  /** When: microseconds on the clock of all; no two acts of a replica have the same. */
  at: number;
  /** How many clearings of reports its replica had carried out. */
  clears: number;
  /** Whether the sandbox's clock stood still. */
  isFrozen: boolean;
  act: TallyEvent;
}

export interface SharedTally extends Tally {
  /** The tally of this replica alone. */
  readonly local: Tally;
  /** The acts since the last call, oldest first. */
  take(): TallyEventRow[];
  /** They could not be written: the next call gives them again. */
  requeue(rows: readonly TallyEventRow[]): void;
}

interface SharedTallyOptions {
  clock: Replicas['clock'];
  isFrozen: () => boolean;
  /** Clearings of reports. */
  truncations: Truncations;
  /** How many acts may wait. */
  maxEvents: number;
}

/** The tally of this replica, which remembers what it was told until that is written for the others. */
export function sharedTally(
  own: Tally,
  { clock, isFrozen, truncations: clears, maxEvents: most }: SharedTallyOptions,
): SharedTally {
  let rows: TallyEventRow[] = [];
  let last = 0;
  const ahead = () => clock.now() - performance.now();

  return {
    ...own,
    local: own,
    countRequest(seen) {
      own.countRequest(seen);
      note({ count: storedRequest(seen, ahead(), clock.lag) });
    },
    countStream(seen) {
      const counted = own.countStream(seen);
      note({ stream: storedRequest(seen, ahead(), clock.lag) });
      return {
        end(outcome) {
          counted.end(outcome);
          note({ ended: { request: seen.id, ...outcome } });
        },
      };
    },
    addStreamCharge(...charge) {
      own.addStreamCharge(...charge);
      note({ settled: charge });
    },
    noteRenewal(account) {
      own.noteRenewal(account);
      note({ renewed: account });
    },
    noteOutsideChange(keyId) {
      own.noteOutsideChange(keyId);
      note({ changed: keyId ?? null });
    },
    reset(assumed) {
      own.reset(assumed);
      note({ reset: true });
    },
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
    requeue(taken) {
      rows = [...taken, ...rows].slice(-most);
    },
  };

  function note(act: TallyEvent): void {
    last = Math.max(last + 1, instantOf(clock.now()));
    rows.push({ at: last, clears: clears.applied, isFrozen: isFrozen(), act });
    if (rows.length > 2 * most) rows = rows.slice(-most);
  }
}
