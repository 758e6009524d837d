import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { UsageError } from '../core/errors.ts';
import { makeFolder } from './make-folder.ts';
import { userId } from './user-id.ts';

/** The user's cache of this program. */
export const userCacheDir = (): string => envPaths('creator-sandbox', { suffix: '' }).cache;

/** Where worlds other than the packaged one are stored: the user's cache, or the temporary folder if that cannot be written. */
export function cacheDir(): string {
  const preferred = userCacheDir();
  try {
    makeFolder(preferred);
    return preferred;
  } catch {
    return ownTempFolder();
  }
}

/**
 * A folder of the user below the temporary one, where anyone may have made it first to have a world or a certificate read.
 * @throws UsageError
 */
function ownTempFolder(): string {
  const folder = join(tmpdir(), `creator-sandbox-${userId()}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Whoever writes there says why it is not possible.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return folder;
  }
  const stats = lstatSync(folder);
  const isOwn = stats.isDirectory() && stats.uid === userId() && (stats.mode & 0o022) === 0;
  // Windows knows neither users by number nor these modes; its temporary folder is the user's.
  if (isOwn || userId() < 0) return folder;
  throw new UsageError(
    `The cache folder cannot be written, and others can write to ${folder}: name a cache folder with XDG_CACHE_HOME.`,
  );
}

/** Where clients find the certificate that a sandbox on this port made for itself. */
export const certificateFile = (port: number): string => join(cacheDir(), 'tls', `${port}.pem`);
