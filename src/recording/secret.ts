import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { makeFolder } from '../system/make-folder.ts';
import { readTextFile } from '../system/read-file.ts';
import { ownerOnly } from '../system/write-file.ts';

/** Where a project keeps what its pseudonyms are made of. */
const secretFolder = '.creator-sandbox';

const secretName = 'secret';

/**
 * The secret of the project; a new one, for the owner alone, where there is none yet.
 * @throws UsageError
 */
export function projectSecret(cwd: string): Buffer {
  const known = knownSecret(cwd);
  if (known) return known;
  const folder = join(cwd, secretFolder);
  const file = join(folder, secretName);
  try {
    makeFolder(folder);
    // Before the secret: whoever commits everything must not commit it.
    const ignored = join(folder, '.gitignore');
    if (!existsSync(ignored)) writeFileSync(ignored, '*\n');
    const unfinished = `${file}.${randomBytes(8).toString('hex')}.new`;
    writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: ownerOnly, flag: 'wx' });
    try {
      // Of two runs that begin together, the first one's stays.
      linkSync(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  } catch (error) {
    throw new UsageError(`The secret ${file} cannot be written: ${(error as Error).message}.`);
  }
  const made = knownSecret(cwd);
  if (!made) throw new UsageError(`The secret ${file} cannot be read.`);
  return made;
}

/** The secret of the project. @returns undefined where there is none @throws UsageError for one that is too short */
export function knownSecret(cwd: string): Buffer | undefined {
  const file = join(cwd, secretFolder, secretName);
  if (!existsSync(file)) return undefined;
  try {
    return secretFrom(readTextFile(file), file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The secret ${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** The secret that a variable holds, in place of that of the project. @throws UsageError */
export function secretOfVariable(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
): Buffer {
  const value = env[variable];
  if (!value) throw new UsageError(`The variable ${variable}, which should hold the secret, is not set.`);
  return secretFrom(value, `The variable ${variable}`);
}

/** @param where begins the sentence about a text that is too short @throws UsageError */
export function secretFrom(text: string, where: string): Buffer {
  const secret = text.trim();
  if (secret.length < 32)
    throw new UsageError(
      `${where} holds no secret: it takes 32 characters or more, such as \`openssl rand -hex 32\` prints.`,
    );
  return Buffer.from(secret);
}
