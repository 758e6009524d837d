import { type Clock, dateOf, parseDate } from '../../core/clock.ts';
import { dayMs } from '../../core/durations.ts';
import { UsageError } from '../../core/errors.ts';
import type { SharedRows } from '../../ledger/ledger-rows.ts';

/**
 * The day on which the time of the run begins: that of the setting, else the day that the clock shows at the start, or
 * after the last move before the first call (assumed: epoch). It is a row of the ledger, so it stays with the ledger and
 * all replicas have the same one. Its functions run inside a job of the ledger; all but `settle` in one that concerns
 * every account.
 */
export interface Epoch {
  /** 00:00 UTC of the day, epoch milliseconds. */
  readonly at: number;
  /** Such as `2026-01-01`. */
  readonly date: string;
  /** Whether a move of the clock does not move it any more. */
  readonly isSettled: boolean;
  /** Chooses it, unless the ledger has one. @throws UsageError the ledger has another one than the settings */
  begin(): void;
  /** A call arrived: from now on it stays. */
  settle(): void;
  /** The clock was moved. */
  follow(): void;
  /**
   * Chooses it anew, after a reset or from a snapshot.
   * @param saved the date in the snapshot @param at the instant whose day it is without one, now when absent
   */
  restart(saved?: string, at?: number): void;
}

interface StoredEpoch {
  at: number;
  isSettled: boolean;
}

const name = 'epoch';

/** @param given the date of the settings */
export function createEpoch(clock: Pick<Clock, 'now'>, shared: SharedRows, given: string | undefined): Epoch {
  const stored = (): StoredEpoch | undefined => shared.get(name)?.value as StoredEpoch | undefined;
  const current = (): StoredEpoch => stored() ?? { at: dayOf(clock.now()), isSettled: false };

  return {
    get at() {
      return current().at;
    },
    get date() {
      return dateOf(current().at);
    },
    get isSettled() {
      return current().isSettled;
    },
    begin() {
      const known = stored();
      if (!known?.isSettled) choose(given, clock.now());
      else if (given !== undefined && parseDate(given) !== known.at)
        throw new UsageError(
          `The ledger has the epoch ${dateOf(known.at)}, not ${given}: start without the setting 'epoch', or with another ledger.`,
        );
    },
    settle() {
      const { at, isSettled } = current();
      if (!isSettled) store({ at, isSettled: true });
    },
    follow() {
      if (!current().isSettled) choose(undefined, clock.now());
    },
    restart: (saved, at = clock.now()) => choose(saved ?? given, at),
  };

  function choose(date: string | undefined, at: number): void {
    store(
      date === undefined ? { at: dayOf(at), isSettled: false } : { at: parseDate(date), isSettled: true },
    );
  }

  /** While the first call of any replica may settle it, their batches run in turn. */
  function store(value: StoredEpoch): void {
    shared.set({ name, account: null, counter: !value.isSettled, value });
  }
}

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;
