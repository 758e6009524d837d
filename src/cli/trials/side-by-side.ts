import { readFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';

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
        // A worker that rests waits for it later.
        successor.catch(() => {});
      });
      if (!successor) continue;
      resting -= 1;
      return successor;
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, place));
}

/**
 * How many runs keep the processors busy: the more a run waits, the more of them go side by side.
 * @param cpuMs of a run of this time; undefined if the system does not tell
 */
export function workersFor(
  { ms, cpuMs }: { ms: number; cpuMs: number | undefined },
  machine = { processors: availableParallelism(), freeBytes: freemem() },
): number {
  const { processors, freeBytes } = machine;
  const busy = cpuMs === undefined ? 1 : Math.min(Math.max(cpuMs / Math.max(ms, 1), 1 / maxEach), processors);
  // Half as many again, because runs do not wait at the same time.
  const wanted = Math.ceil((1.5 * processors) / busy);
  const inMemory = processors + Math.floor(freeBytes / memoryBytesEach);
  return Math.max(processors, Math.min(wanted, maxEach * processors, inMemory));
}

/** Runs for each processor at most. */
const maxEach = 10;

/** Free memory that a run beyond one for each processor needs. */
const memoryBytesEach = 512 * 1024 ** 2;

/** The CPU time of this process and of its ended children; undefined outside of Linux. */
export function usedCpuMs(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // From the third field on: the second one, the name, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return ticks * msOfTick;
  } catch {
    return undefined;
  }
}

/** Linux counts a hundred ticks in a second for programs. */
const msOfTick = 10;
