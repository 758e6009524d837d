import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sideBySide, workersFor } from '../../../src/cli/trials/side-by-side.ts';

describe('jobs side by side', () => {
  it('are as many at once as allowed, and others take the place of those that only wait', async () => {
    const jobs = Array.from({ length: 40 }, (_, n) => n);
    const open = new Set<number>();
    let [maxWorking, maxOpen, done] = [0, 0, 0];
    await sideBySide(3, jobs, async (job, rest) => {
      open.add(job);
      const resting = [...open].filter((each) => each % 2 === 0 && each !== job).length;
      maxOpen = Math.max(maxOpen, open.size);
      maxWorking = Math.max(maxWorking, open.size - Math.min(resting, 3));
      if (job % 2 === 0) rest();
      for (let turns = 0; turns < (job % 2 === 0 ? 20 : 5); turns++) await nextTurn();
      open.delete(job);
      done += 1;
    });
    expect([done, maxWorking, open.size]).toEqual([40, 3, 0]);
    expect(maxOpen).toBeLessThanOrEqual(6);
    expect(maxOpen).toBeGreaterThan(3);
  });

  it('end with the first that fails', async () => {
    const failing = sideBySide(1, [1, 2], () => Promise.reject(new Error('no more')));
    await expect(failing).rejects.toThrow('no more');
  });
});

describe('the number of runs side by side', () => {
  const gigabyte = 1024 ** 3;
  it.each([
    ['that compute: half as many again as processors', 1000, 1000, 4, 16, 6],
    ['that use all processors: one for each', 1000, 4000, 4, 16, 4],
    ['that compute half of the time', 1000, 500, 4, 16, 12],
    ['that wait: up to ten for each processor', 5000, 50, 4, 32, 40],
    ['that wait, with little memory', 5000, 50, 4, 1, 6],
    ['where the system tells no CPU time', 5000, undefined, 4, 16, 6],
  ])('fits runs %s', (_, ms, cpuMs, processors, gigabytes, workers) => {
    expect(workersFor({ ms, cpuMs }, { processors, freeBytes: gigabytes * gigabyte })).toBe(workers);
  });

  it('learns the CPU time that its own process has used', () => {
    const script = `import { usedCpuMs } from ${JSON.stringify(new URL('../../../src/cli/trials/side-by-side.ts', import.meta.url).href)};
      const ownMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
      while (ownMs() < 500);
      console.log(usedCpuMs() - ownMs());`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    // The system counts in hundredths of a second.
    expect(Math.abs(Number(stdout.trim() || 'NaN'))).toBeLessThanOrEqual(30);
  });
});
