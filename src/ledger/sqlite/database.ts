import { accessSync, constants, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { UsageError } from '../../core/errors.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { userId } from '../../system/user-id.ts';
import { ownerOnly } from '../../system/write-file.ts';
import { applicationId, schema, schemaVersion } from './schema.ts';

const fileName = 'ledger.sqlite';

/**
 * Opens the ledger's file for this process only: SQLite's exclusive lock ends with the process, even after a crash,
 * unlike a file with a process id.
 * @throws UsageError in one sentence when the folder or the file cannot be used, or the file is damaged
 */
export function openDatabase(folder: string): Database.Database {
  const file = join(folder, fileName);
  let database: Database.Database | undefined;
  try {
    makeFolder(folder);
    // SQLite gives its other files the mode of this one.
    writeFileSync(file, '', { flag: 'a', mode: ownerOnly });
    database = new Database(file, { timeout: 250 });
    database.pragma('locking_mode = EXCLUSIVE');
    return prepare(database);
  } catch (error) {
    database?.close();
    throw error instanceof UsageError ? error : new UsageError(explanationOf(error, folder, file));
  }
}

function prepare(database: Database.Database): Database.Database {
  assertOurs(database);
  // Commits are not synced one by one: they survive a crash of the process; a power cut may lose the last ones.
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  // the first write takes the exclusive lock, which lasts until the process ends
  database
    .transaction(() => {
      if (database.pragma('user_version', { simple: true }) === 0) database.exec(schema);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${schemaVersion}`);
    })
    .immediate();
  // A damaged ledger is not served: some of its money may be gone.
  const flaw = database.pragma('quick_check(1)', { simple: true });
  if (flaw !== 'ok') throw new UsageError(damagedMessage(database.name, String(flaw)));
  const broken = database
    .prepare<[], string>(
      'SELECT name FROM snapshots WHERE NOT json_valid(content) OR bytes <> length(CAST(content AS BLOB)) LIMIT 1',
    )
    .pluck()
    .get();
  if (broken !== undefined) throw new UsageError(damagedMessage(database.name, `the snapshot ${broken}`));
  return database;
}

export const damagedMessage = (file: string, flaw: string): string =>
  `${file} is damaged (${flaw.replaceAll('\n', ' ')}); restore a copy of it or choose another data folder.`;

function assertOurs(database: Database.Database): void {
  const version = database.pragma('user_version', { simple: true });
  const application = database.pragma('application_id', { simple: true });
  const tables = database
    .prepare<[], { count: number }>('SELECT count(*) AS count FROM sqlite_schema')
    .get()?.count;
  if (version === 0 && tables === 0) return;
  if (application !== applicationId)
    throw new UsageError(`${database.name} is not a ledger of the sandbox; choose another data folder.`);
  if (version !== schemaVersion)
    throw new UsageError(
      `${database.name} was written by another version of the sandbox (ledger format ${version}, this one reads ${schemaVersion}); choose another data folder.`,
    );
}

function explanationOf(error: unknown, folder: string, file: string): string {
  const { code = '', message: cause } = error as Error & { code?: string };
  if (code.startsWith('SQLITE_BUSY'))
    return `The data folder ${folder} is in use by another sandbox; stop it or choose another folder.`;
  if (code === 'SQLITE_NOTADB') return `${file} is not a ledger of the sandbox; choose another data folder.`;
  if (code.startsWith('SQLITE_CORRUPT')) return damagedMessage(file, cause);
  return `The data folder ${folder} cannot be written${cureFor(folder) ?? ` (${cause}).`}`;
}

/** SQLite says only that it cannot open a file: the folder shows why. */
function cureFor(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS')
      return ': its file system is read-only. Mount it writable or choose another folder.';
    if (code !== 'EACCES') return undefined;
    return ` by user ${userId()}. Give it to that user (chown ${userId()}), or run as its owner (docker run --user).`;
  }
}
