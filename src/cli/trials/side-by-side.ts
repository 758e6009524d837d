/**
 * Does jobs side by side until none is left.
 * @param next a job; undefined if none waits, though one that goes on may leave some
 * @param work calls `rest` when the job only waits from now on, so that another one takes its place
 */
export function sideBySide<T>(
  maxAtOnce: number,
  next: () => T | undefined,
  work: (job: T, rest: () => void) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let working = 0;
    let resting = 0;
    let hasFailed = false;
    const start = (job: T): void => {
      let isResting = false;
      working += 1;
      const rest = () => {
        if (isResting || resting === maxAtOnce) return;
        isResting = true;
        resting += 1;
        working -= 1;
        startMore();
      };
      const end = () => {
        if (isResting) resting -= 1;
        else working -= 1;
        startMore();
      };
      work(job, rest).then(end, (error: unknown) => {
        hasFailed = true;
        reject(error);
      });
    };
    const startMore = (): void => {
      if (hasFailed) return;
      while (working < maxAtOnce) {
        const job = next();
        if (job === undefined) break;
        start(job);
      }
      if (working + resting === 0) resolve();
    };
    startMore();
  });
}
