import { tmpdir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { makeFolder } from './make-folder.ts';

/** The user's cache of this program. */
export const userCacheDir = (): string => envPaths('creator-sandbox', { suffix: '' }).cache;

/** Where worlds other than the packaged one are stored: the user's cache, or the temporary folder if that cannot be written. */
export function cacheDir(): string {
  const preferred = userCacheDir();
  try {
    makeFolder(preferred);
    return preferred;
  } catch {
    return join(tmpdir(), 'creator-sandbox');
  }
}

/** Where clients find the certificate that a sandbox on this port made for itself. */
export const certificateFile = (port: number): string => join(cacheDir(), 'tls', `${port}.pem`);
