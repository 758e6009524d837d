import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';

/** Waits for milliseconds of the sandbox's clock. Rejects with the signal's reason when it aborts. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The wait of a call outside of its transaction. @param signal aborts when nobody waits for the answer any more */
export type Waiting = (signal: AbortSignal) => Promise<void>;

/** Waits in real time divided by the clock's scale, so that a frozen clock blocks nothing. */
export const createWait =
  (clock: Clock): Wait =>
  async (ms, signal) => {
    signal?.throwIfAborted();
    if (ms === 0) return;
    try {
      await setTimeout(Math.min(ms / clock.scale, maxTimerMs), undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  };

/** The limit of Node's timers. */
const maxTimerMs = 2 ** 31 - 1;
