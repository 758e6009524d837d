import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { replaceFile } from '../system/write-file.ts';

/**
 * Writes down where the health probe of the image can ask: only the process knows its port, whose setting may be a flag
 * or 0. `/dev/shm` can be written in a read-only container too. Containers of one pod share it, so the name has the id
 * of the container's root mount. The probe is `container/root/usr/local/bin/probe`.
 */
export function noteProbeAddress({ url, adminUrl }: Pick<Sandbox, 'url' | 'adminUrl'>, log: Logger): void {
  try {
    const [mount] = readFileSync('/proc/self/mountinfo', 'utf8').split(' ', 1);
    replaceFile(`/dev/shm/creator-sandbox-${mount}`, probeAddress(url, adminUrl));
  } catch (error) {
    log.warn(`The health probe cannot find the sandbox: ${(error as Error).message}.`);
  }
}

/** Scheme, host, port and path to ask, and the status of a healthy sandbox: words that a shell can read. */
export function probeAddress(url: string, adminUrl: string | null): string {
  const { protocol, hostname, port } = new URL(adminUrl ?? url);
  // Without an admin surface, a refusal by the service shows that it is up.
  const [path, status] = adminUrl === null ? ['/usage', 401] : ['/__admin/health', 200];
  return `${protocol.slice(0, -1)} ${hostname.replace(/^\[|\]$/g, '')} ${port} ${path} ${status}\n`;
}
