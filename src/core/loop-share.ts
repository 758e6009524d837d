import { setImmediate as nextTurn } from 'node:timers/promises';

/** Shares the event loop between the streams and long searches of one sandbox. */
export interface LoopShare {
  /** Runs a short piece of work when its turn comes: in the order of the calls. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** How long turns may take of one pass of the event loop; the rest is for other requests. */
const maxPassMs = 4;

/** All work shares one budget for each pass of the event loop, however many streams and searches there are. */
export function createLoopShare(): LoopShare {
  const waiting: (() => void)[] = [];
  let isScheduled = false;

  return {
    run: (work) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(work()));
        schedule();
      }),
  };

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      const until = performance.now() + maxPassMs;
      do waiting.shift()?.();
      while (waiting.length > 0 && performance.now() < until);
      isScheduled = false;
      schedule();
    });
  }
}

/** Handles other events first. @throws the reason of the signal */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  if (signal?.aborted) throw signal.reason;
}
