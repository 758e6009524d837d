/** While somebody waits, the rows of others are looked for so often. */
const pollMs = 100;

/** Calls a function again and again, each time when the last call is over. @returns how to stop */
export function poll(look: () => Promise<void>): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    look()
      .catch(() => {})
      .finally(() => {
        if (isOver) return;
        timer = setTimeout(run, pollMs);
        timer.unref();
      });
  };
  run();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
