import type { Usage } from './servers.ts';

/** Loaded into servers so that they report, when asked, their use of the machine. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMicroseconds: user + system, residentMiB: process.memoryUsage.rss() / 2 ** 20 };
  process.send?.(usage);
});
process.channel?.unref();
