/**
 * Does jobs side by side until none is left.
 * @param work calls `rest` when the job only waits from now on, so that another one takes its place
 */
export async function sideBySide<T>(
  maxAtOnce: number,
  jobs: readonly T[],
  work: (job: T, rest: () => void) => Promise<void>,
): Promise<void> {
  const waiting = jobs.values();
  let resting = 0;
  const place = async (): Promise<void> => {
    for (const job of waiting) {
      let successor: Promise<void> | undefined;
      await work(job, () => {
        if (successor || resting === maxAtOnce) return;
        resting += 1;
        successor = place();
        // Whoever rests waits for it later.
        successor.catch(() => {});
      });
      if (!successor) continue;
      resting -= 1;
      return successor;
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, place));
}
