/** Lets a number of tasks run at a time; the others wait in their order. */
export function createSlots(count: number): { run: <T>(task: () => Promise<T>) => Promise<T> } {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
