import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

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
