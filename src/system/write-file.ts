import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hourMs } from '../core/durations.ts';

/** For the owner only: what it holds is nobody else's business. */
export const ownerOnly = 0o600;

/**
 * Replaces a file in one step, so that a reader never finds half of it. Where a link has the name, the link is replaced,
 * never the file to which it leads.
 */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(unfinished, text, { flag: 'wx', mode });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Removes what `replaceFile` left unfinished below a folder when its process was killed. What changed within the hour
 * stays: its process may still run, and replaces a file within moments. What cannot be removed does no harm.
 * @param now real time
 */
export function removeUnfinished(folder: string, now = Date.now()): void {
  for (const file of unfinishedBelow(folder))
    try {
      if (now - statSync(file).mtimeMs > hourMs) rmSync(file);
    } catch {
      // another run was faster, or may do what this one may not
    }
}

function unfinishedBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && unfinishedName.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

const unfinishedName = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/;

/**
 * Writes a file that a user named. A regular one, also behind a link, is replaced in one step, so that a kill leaves the old
 * text or the new one. A pipe or a device takes the text, and so does a file that cannot be replaced, such as a mounted one.
 * @throws the error of the file system
 */
export function writeNamedFile(file: string, text: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile()) replaceOrOverwrite(file, text, stats.mode & 0o777);
  else if (stats) writeFileSync(file, text);
  else replaceFile(file, text);
}

function replaceOrOverwrite(file: string, text: string, mode: number): void {
  accessSync(file, constants.W_OK);
  try {
    replaceFile(realpathSync(file), text, mode);
  } catch (error) {
    if (!notReplaced.includes(String((error as NodeJS.ErrnoException).code))) throw error;
    writeFileSync(file, text);
  }
}

/** The errors of a mounted file, and of a folder that takes no new file. */
const notReplaced = ['EBUSY', 'EACCES', 'EPERM', 'EXDEV'];
