import { AsyncResource } from 'node:async_hooks';

/** The time that streams and long searches may take of one turn of the event loop; the rest is for other requests. */
const budgetMs = 4;

const waiting: (() => void)[] = [];
let scheduled = false;
let inContext = (work: () => void): (() => void) => work;

/** From now on work runs in the context of those who asked, which costs a third of a stream: a recording needs it. */
export function keepContexts(): void {
  inContext = AsyncResource.bind;
}

/**
 * Runs a short piece of work when its turn comes. All streams and long searches of the process share one budget for each
 * turn of the event loop, however many they are, and take turns in the order in which they ask.
 */
export function inTurn<Of>(work: () => Promise<Of>): Promise<Of> {
  return new Promise((resolve) => {
    waiting.push(inContext(() => resolve(work())));
    schedule();
  });
}

function schedule(): void {
  if (scheduled || waiting.length === 0) return;
  scheduled = true;
  setImmediate(() => {
    const until = performance.now() + budgetMs;
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < until);
    scheduled = false;
    schedule();
  });
}
