/** A limit on what all calls of a run may cost together; amounts are credits. */
export interface SpendingCap {
  /**
   * Sets aside the most that a call may cost.
   * @returns undefined where that would pass the limit, and beside another call once the service charged more than it said
   */
  reserve(maxCost: number): Reservation | undefined;
  /** The balance before the first call. */
  noteBalance(credits: number): void;
  readonly spent: number;
  /** Resolves when the next of the calls under way ends, which may free credits; undefined where none is under way. */
  nextEnd(): Promise<void> | undefined;
}

/** Credits set aside for one call. Only the first of its ends counts. */
export interface Reservation {
  /** The call cost this much, as far as one knows. @param balance that its reply reported, which falls by what calls really cost */
  settle(cost: number, balance?: number): void;
  /** Nothing was sent. */
  release(): void;
}

/** @param limit credits */
export function createSpendingCap(limit: number): SpendingCap {
  const most = thousandths(limit);
  let settled = 0;
  let held = 0;
  let open = 0;
  // A service may charge more than it says: its balance fell by this much more than all calls until then may cost.
  let above = 0;
  let base: number | undefined;
  let lowest = 0;
  let ended = Promise.withResolvers<void>();
  const spent = () => settled + above;

  function note(balance: number): void {
    // Credits came: what fell before stays spent.
    if (base === undefined || (balance > lowest && open === 0)) base = balance + spent();
    else if (balance >= lowest) return;
    lowest = balance;
  }

  return {
    reserve(maxCost) {
      const amount = thousandths(maxCost);
      if (spent() + held + amount > most) return undefined;
      // A balance says whose it holds only once nothing else is under way.
      if (above > 0 && open > 0) return undefined;
      held += amount;
      open += 1;
      let isOpen = true;
      const lowestBefore = lowest;
      const end = (cost: number, balance?: number) => {
        if (!isOpen) return;
        isOpen = false;
        held -= amount;
        open -= 1;
        settled += cost;
        // A balance in between is older than the lowest.
        if (balance !== undefined && (balance < lowest || balance >= lowestBefore)) note(balance);
        if (base !== undefined) above = Math.max(above, base - lowest - settled - held);
        ended.resolve();
        ended = Promise.withResolvers();
      };
      return {
        settle: (cost, balance) => end(thousandths(cost), balanceIn(balance)),
        release: () => end(0),
      };
    },
    noteBalance(credits) {
      const balance = balanceIn(credits);
      if (balance !== undefined) note(balance);
    },
    get spent() {
      return spent() / 1_000;
    },
    nextEnd: () => (open > 0 ? ended.promise : undefined),
  };
}

const balanceIn = (credits: number | undefined): number | undefined =>
  credits !== undefined && Number.isFinite(credits) && credits >= 0 ? Math.round(credits * 1_000) : undefined;

/** Rounded up, and never less than nothing: a reply may report anything. */
const thousandths = (credits: number): number =>
  credits > 0 ? Math.min(Math.ceil(credits * 1_000 - 1e-6), Number.MAX_SAFE_INTEGER / 4) : 0;
