import { existsSync, readFileSync } from 'node:fs';
import { certificateFile } from '../cache-dir.ts';
import type { Settings } from '../config.ts';

/** No sandbox answers at the address: a runtime error, because the command line is right. */
export class NoSandbox extends Error {}

/** URL of its admin surface, as reached from this machine. */
export const adminAddressOf = (settings: Settings): string =>
  `${addressOf(settings, settings.adminPort ?? settings.port)}/__admin`;

/** Why a fetch failed: the system's error code, such as ECONNREFUSED, if there is one. */
export const whyUnreached = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
};

/** URL of a sandbox with these settings, as reached from this machine. */
export function addressOf({ host, tls }: Settings, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${tls ? 'https' : 'http'}://${reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable}:${port}`;
}

/** With `tls`, lets this process trust the certificate of a sandbox on this machine. Call it before the first fetch. */
export async function trustSandbox({ tls, tlsCert, port, adminPort }: Settings): Promise<void> {
  if (!tls) return;
  const { getCACertificates, setDefaultCACertificates } = await import('node:tls');
  // Node before 22.19 has no such function: NODE_EXTRA_CA_CERTS names the file there.
  if (setDefaultCACertificates === undefined) return;
  const files = tlsCert === undefined ? [port, adminPort ?? port].map(certificateFile) : [tlsCert];
  const certificates = files.filter(existsSync).map((file) => readFileSync(file, 'utf8'));
  setDefaultCACertificates([...getCACertificates('default'), ...certificates]);
}
