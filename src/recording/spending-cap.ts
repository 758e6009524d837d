/** A limit on what all calls of a run may cost together; amounts are credits. */
export interface SpendingCap {
  /** Sets aside the most that a call may cost. @returns undefined where that would pass the limit */
  reserve(maxCost: number): Reservation | undefined;
  /** A balance that the service reported, which falls by what calls really cost. */
  noteBalance(credits: number): void;
  readonly spent: number;
}

/** What was set aside for one call. Only the first of its ends counts. */
export interface Reservation {
  /** The call cost this much. */
  settle(cost: number): void;
  /** Nothing was sent. */
  release(): void;
}

/** @param limit credits */
export function createSpendingCap(limit: number): SpendingCap {
  const most = thousandths(limit);
  let settled = 0;
  let held = 0;
  let open = 0;
  // A service may charge more than it says: the fall of its balance counts where it is larger.
  let base: number | undefined;
  let lowest = 0;
  const fallen = () => (base === undefined ? 0 : base - lowest);
  const spent = () => Math.max(settled, fallen());

  return {
    reserve(maxCost) {
      const amount = thousandths(maxCost);
      if (spent() + held + amount > most) return undefined;
      held += amount;
      open += 1;
      let isOpen = true;
      const end = (cost: number) => {
        if (!isOpen) return;
        isOpen = false;
        held -= amount;
        open -= 1;
        settled += cost;
      };
      return { settle: (cost) => end(thousandths(cost)), release: () => end(0) };
    },
    noteBalance(credits) {
      if (!Number.isFinite(credits) || credits < 0) return;
      const balance = Math.round(credits * 1_000);
      if (base === undefined) {
        base = balance + settled;
        lowest = balance;
      } else if (balance < lowest) lowest = balance;
      else if (balance > lowest && open === 0) {
        // Credits came: what fell before stays spent.
        const before = spent();
        base = balance + before;
        lowest = balance;
      }
    },
    get spent() {
      return spent() / 1_000;
    },
  };
}

/** Rounded up, and never less than nothing: a reply may report anything. */
const thousandths = (credits: number): number =>
  credits > 0 ? Math.min(Math.ceil(credits * 1_000 - 1e-6), Number.MAX_SAFE_INTEGER / 4) : 0;
