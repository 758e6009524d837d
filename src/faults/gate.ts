/** Holds requests until it opens; after that, all pass. */
export interface Gate {
  /** How many requests it holds now. */
  readonly waiting: number;
  /** Releases all requests. @returns how many there were */
  open(): number;
  /** Waits until the gate opens, the signal is aborted, or `maxHoldMs` have passed. */
  enter(signal: AbortSignal): Promise<void>;
}

const maxHoldMs = 60_000;

/**
 * @param until the number of waiting requests at which the gate opens by itself
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
      await wait(maxHoldMs, ended).catch(() => {});
      waiting -= 1;
    },
  };
}
