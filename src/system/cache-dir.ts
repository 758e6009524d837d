import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, platform } from 'node:process';
import { UsageError } from '../core/errors.ts';
import { makeFolder } from './make-folder.ts';
import { userId } from './user-id.ts';

/**
 * Where the program keeps what it can make again, such as worlds other than the packaged one: the user's cache, or the
 * temporary folder if there is none, or it cannot be written.
 * @throws UsageError if others can write to either
 */
export function cacheDir(): string {
  const preferred = userCacheDir();
  if (preferred === undefined) return ownTempFolder();
  try {
    makeFolder(preferred);
    return preferred;
  } catch {
    return ownTempFolder();
  }
}

/** The cache of the user, as each system has it. @returns undefined for one without a home: an id that no file names */
function userCacheDir(): string | undefined {
  if (env['XDG_CACHE_HOME'] && platform !== 'win32') return join(env['XDG_CACHE_HOME'], name);
  const home = homeOf();
  if (platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], name, 'Cache');
  if (home === undefined) return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local', name, 'Cache');
  return platform === 'darwin' ? join(home, 'Library', 'Caches', name) : join(home, '.cache', name);
}

const name = 'creator-sandbox';

function homeOf(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * A folder of the user below the temporary one, where anyone may have made it first to have a world or a certificate read.
 * @throws UsageError
 */
function ownTempFolder(): string {
  const folder = join(tmpdir(), `${name}-${userId()}`);
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
