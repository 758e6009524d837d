import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Delay, Usage } from './servers.ts';

/** Loaded into servers so that they report, when asked, their use of the machine and the delay of their loop since the last report. */
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();

process.on('message', (question) => {
  if (question === 'delay') {
    const [p50 = 0, p99 = 0] = [50, 99].map((percent) => loop.percentile(percent) / 1e6);
    process.send?.({ p50, p99, most: loop.max / 1e6 } satisfies Delay);
    loop.reset();
    return;
  }
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMicroseconds: user + system, residentMiB: process.memoryUsage.rss() / 2 ** 20 };
  process.send?.(usage);
});
process.channel?.unref();
