import type { Settings } from '../config.ts';

/** No sandbox answers at the address: a runtime error, because the command line is right. */
export class NoSandbox extends Error {}

/** URL of its admin surface, as reached from this machine. */
export const adminAddressOf = (settings: Settings): string =>
  `${addressOf(settings, settings.adminPort ?? settings.port)}/__admin`;

/** URL of a sandbox with these settings, as reached from this machine. */
export function addressOf({ host }: Settings, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable}:${port}`;
}
