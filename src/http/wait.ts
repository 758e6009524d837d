import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';

/** Lets so many milliseconds of the sandbox's clock pass. Rejects with the signal's reason once it is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Waits are real time divided by the clock's scale, so that a frozen clock never hangs anything. */
export const createWait =
  (clock: Clock): Wait =>
  async (ms, signal) => {
    signal?.throwIfAborted();
    if (ms === 0) return;
    try {
      await setTimeout(Math.min(ms / clock.scale, longest), undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  };

/** What Node's timers can count to. */
const longest = 2 ** 31 - 1;
