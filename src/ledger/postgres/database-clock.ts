import { machine } from '../../core/instants.ts';

/** The clock of the database, as far as its answers tell. All instants are milliseconds since 1970, to the microsecond. */
export interface DatabaseClock {
  /**
   * Never later than the database's own clock, and never earlier than what it showed to this process: so of two
   * instants that replicas take, the one behind the other's answer is later.
   */
  now(): number;
  /** The milliseconds by which the database's clock may be ahead of `now`. */
  readonly lag: number;
  /** @param askedAt by `machine()` @param shown by the database between the question and its answer */
  heard(askedAt: number, shown: number): void;
}

/** Two clocks drift apart by at most this part of the time. */
const drift = 50e-6;

export function createDatabaseClock(now = machine): DatabaseClock {
  /** The lead of the database's clock over this machine's at the last answer: at least, and at most. */
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  let heardAt = now();
  const drifted = (at: number) => (at - heardAt) * drift;

  return {
    now() {
      const at = now();
      return at + least - drifted(at);
    },
    get lag() {
      return most - least + 2 * drifted(now());
    },
    heard(askedAt, shown) {
      const at = now();
      const [atLeast, atMost] = [shown - at, shown - askedAt + (at - askedAt) * drift];
      least = Math.max(least - drifted(at), atLeast);
      most = Math.min(most + drifted(at), atMost);
      // One of the clocks was set: what was heard before counts no more.
      if (least > most) [least, most] = [atLeast, atMost];
      heardAt = at;
    },
  };
}
