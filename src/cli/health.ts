import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../config.ts';
import { parseDuration } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { addressOf, whyUnreached } from './address.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Asks the sandbox that these settings describe whether it is well. */
export async function health(flags: Record<string, unknown>, io: Io): Promise<number> {
  const { wait, ...rest } = flags;
  const waitMs = wait === undefined ? 0 : parseDuration(String(wait));
  if (waitMs === undefined)
    throw new UsageError(`--wait cannot be "${wait}": it takes a duration such as 10s.`);
  const { settings } = settingsOf(rest, io);
  const until = performance.now() + waitMs;

  for (;;) {
    const { well, says } = await askHealth(settings);
    if (well) {
      io.stdout.write(`${says}\n`);
      return exitCode.ok;
    }
    if (performance.now() >= until) {
      io.stderr.write(`creator-sandbox: ${says}\n`);
      return waitMs > 0 ? exitCode.notReady : exitCode.runtime;
    }
    await sleep(50);
  }
}

/** One question: whether a sandbox with these settings answers, and what it says. */
export async function askHealth(settings: Settings): Promise<{ well: boolean; says: string }> {
  const port = settings.admin ? (settings.adminPort ?? settings.port) : settings.port;
  // Without an admin surface the service itself shows that it is there: it asks for a key.
  const [path, wanted] = settings.admin ? ['/__admin/health', 200] : ['/usage', 401];
  const url = `${addressOf(settings, port)}${path}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const text = await response.text();
    if (response.status === wanted) return { well: true, says: settings.admin ? text : '{"status":"ok"}' };
    return { well: false, says: `${url} answered ${response.status}.` };
  } catch (error) {
    return { well: false, says: `${url} does not answer: ${whyUnreached(error)}.` };
  }
}
