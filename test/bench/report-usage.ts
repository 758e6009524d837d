import type { Usage } from './servers.ts';

/** Loaded into servers on systems without /proc: answers what they have used. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMicroseconds: user + system, residentMiB: process.memoryUsage.rss() / 2 ** 20 };
  process.send?.(usage);
});
process.channel?.unref();
