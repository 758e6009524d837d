/** Holds requests until it is opened; from then on it lets everyone through. */
export interface Gate {
  readonly waiting: number;
  /** Lets go of everyone. @returns how many there were */
  open(): number;
  /** Waits until the gate opens, the signal is aborted, or `longestHoldMs` have passed. */
  enter(signal: AbortSignal): Promise<void>;
}

/** Nobody is held longer. */
export const longestHoldMs = 60_000;

/**
 * @param until the gate opens as soon as so many wait at once; only when it is told to without a number
 * @param wait rejects when its signal is aborted
 */
export function createGate(
  until: number | undefined,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Gate {
  const opened = new AbortController();
  let waiting = 0;
  const open = () => {
    const held = waiting;
    opened.abort();
    return held;
  };

  return {
    get waiting() {
      return waiting;
    },
    open,
    async enter(signal) {
      if (opened.signal.aborted) return;
      waiting += 1;
      if (waiting === until) open();
      const ended = AbortSignal.any([opened.signal, signal]);
      try {
        await wait(longestHoldMs, ended);
      } catch (error) {
        if (!ended.aborted) throw error;
      } finally {
        waiting -= 1;
      }
    },
  };
}
