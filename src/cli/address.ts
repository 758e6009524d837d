import { existsSync } from 'node:fs';
import { type Settings, schemeOf } from '../core/settings.ts';
import { certificateFile } from '../system/cache-dir.ts';

/** URL of the admin surface of a sandbox with these settings, as reached from this machine. */
export const adminAddressOf = (settings: Settings): string =>
  `${addressOf(settings, settings.adminPort ?? settings.port)}/__admin`;

/** URL of the sandbox, as reached from this machine. */
export function addressOf(settings: Settings, port: number): string {
  const { host } = settings;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${schemeOf(settings)}://${reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable}:${port}`;
}

/** With `tls`, lets this process trust the certificate of a sandbox on this machine. Call it before the first fetch. */
export async function trustSandbox({ tls, tlsCert, port, adminPort }: Settings): Promise<void> {
  if (!tls) return;
  const { trust } = await import('../system/certificate.ts');
  const files = tlsCert === undefined ? [port, adminPort ?? port].map(certificateFile) : [tlsCert];
  await trust(files.filter(existsSync));
}
