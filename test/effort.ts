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

/** @returns the CPU that a parse takes now, in milliseconds */
export const cpuOfParse = (body = heaviestBody): Promise<number> => cpuOf(() => JSON.parse(body));

/**
 * Compares work with other work of its kind on the same machine at the same moment, so that the verdict does not depend
 * on how fast or busy the machine is. Both take turns, and the quickest try of each counts: cold code and garbage make
 * single tries slow, what is always slow stays so twenty times.
 * @param measure the milliseconds of CPU that count
 * @param limit no further tries once the result is at most this
 * @param calibrate the milliseconds of CPU of the other work; a parse of the heaviest body when absent
 * @returns how many times the other work it takes
 */
export async function timesOf(
  measure: () => Promise<number>,
  limit: number,
  calibrate: () => Promise<number> = () => cpuOfParse(),
): Promise<number> {
  let [quickest, quickestOther] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < 20; tries++) {
    // Some kernels count in ticks of some milliseconds: what ended within one tells nothing.
    quickestOther = Math.min(quickestOther, (await calibrate()) || Number.POSITIVE_INFINITY);
    quickest = Math.min(quickest, await measure());
    if (quickest <= limit * quickestOther) break;
  }
  return quickestOther === Number.POSITIVE_INFINITY ? 0 : quickest / quickestOther;
}
