/** Background work: one piece at a time, with pauses in which requests are answered. */
interface IdleWork {
  add(work: () => void): void;
  stop(): void;
}

const pauseMs = 50;

/** @param run runs one piece of work in a transaction of its own */
export function createIdleWork(
  run: (work: () => void) => Promise<void>,
  warn: (message: string) => void,
): IdleWork {
  const waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  return {
    add(work) {
      waiting.push(work);
      timer ??= setTimeout(next, pauseMs).unref();
    },
    stop: () => clearTimeout(timer),
  };

  function next(): void {
    timer = undefined;
    const work = waiting.shift();
    if (!work) return;
    run(work).catch((error: unknown) => warn(`The ledger could not drop an old table: ${String(error)}.`));
    if (waiting.length > 0) timer = setTimeout(next, pauseMs).unref();
  }
}
