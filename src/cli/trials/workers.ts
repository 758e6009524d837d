import { readFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';

/** Runs for each processor at most. */
const maxEach = 10;

/** Free memory that a run beyond one for each processor needs. */
const memoryBytesEach = 512 * 1024 ** 2;

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
