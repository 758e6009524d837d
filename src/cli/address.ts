import type { Settings } from '../config.ts';

/** Nobody answers where a sandbox should be: no mistake of the command line. */
export class NoSandbox extends Error {}

/** Where its admin surface is. */
export const adminAddressOf = (settings: Settings): string =>
  `${addressOf(settings, settings.adminPort ?? settings.port)}/__admin`;

/** Why there was no answer: the system's word for it, where it has one. */
export const whyUnreached = (error: unknown): string =>
  (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message;

/** Where a sandbox with these settings is reached from this machine. */
export function addressOf({ host }: Settings, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable}:${port}`;
}
