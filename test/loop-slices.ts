import { cpuMs } from './effort.ts';

/** Watches how long this thread's event loop is occupied in one piece. */
export interface LoopSlices {
  /** The longest piece since the last call, in milliseconds of CPU: what ran between two turns of the loop. */
  longest(): Promise<number>;
  stop(): void;
}

/** The loop spins meanwhile. */
export function watchSlices(): LoopSlices {
  let longest = 0;
  let last = cpuMs();
  let turn = setImmediate(function look() {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    turn = setImmediate(look);
  });
  return {
    async longest() {
      // the turn that asks is over before it is counted
      await new Promise((resolve) => setImmediate(resolve));
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearImmediate(turn),
  };
}
