/** A body of 1 MB that takes longer to parse than others of its size. */
export const heaviestBody = JSON.stringify(
  Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`p${n}`, 1])),
);

/** The CPU that this thread has used, in milliseconds. What other processes do meanwhile is not in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** @returns the CPU that the work takes, in milliseconds */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

/**
 * Compares work with `JSON.parse` of a body on the same machine at the same moment, so that the verdict does not depend
 * on how fast or busy the machine is. Both take turns, and the quickest try of each counts: cold code and garbage make
 * single tries slow, what is always slow stays so twenty times.
 * @param measure the milliseconds of CPU that count
 * @param limit no further tries once the result is at most this
 * @returns how many parses it takes
 */
export async function inParses(
  measure: () => Promise<number>,
  limit: number,
  body = heaviestBody,
): Promise<number> {
  let [quickest, quickestParse] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < 20; tries++) {
    quickestParse = Math.min(quickestParse, await cpuOf(() => JSON.parse(body)));
    quickest = Math.min(quickest, await measure());
    if (quickest <= limit * quickestParse) break;
  }
  return quickest / quickestParse;
}
