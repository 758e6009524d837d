import type { Settings } from '../config.ts';

/** Nobody answers where a sandbox should be: no mistake of the command line. */
export class NoSandbox extends Error {}

/** Where a sandbox with these settings is reached from this machine. */
export function addressOf({ host }: Settings, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable}:${port}`;
}
