import { accessSync, constants, lstatSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { UsageError } from '../../core/errors.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { userId } from '../../system/user-id.ts';
import { ownerOnly } from '../../system/write-file.ts';
import { commitsIn, markName, readMark } from './commit-mark.ts';
import { damageIn } from './damage.ts';
import { KeptFiles } from './kept-files.ts';
import { applicationId, schema, schemaVersion } from './schema.ts';

const fileName = 'ledger.sqlite';
/** SQLite moves its log into the file whenever it closes it, also a damaged one. */
const changedByOpening = [fileName, `${fileName}-wal`];

/**
 * Opens the ledger's file for this process only: SQLite's exclusive lock ends with the process, even after a crash,
 * unlike a file with a process id.
 * @throws UsageError in one sentence when the folder or the file cannot be used; then the file is as it was
 */
export function openDatabase(folder: string): Database.Database {
  const file = join(folder, fileName);
  let database: Database.Database | undefined;
  let kept: KeptFiles | undefined;
  try {
    makeFolder(folder);
    refuseLinks(folder);
    refuseOpenedHere(folder);
    kept = new KeptFiles(folder, changedByOpening);
    // SQLite gives its other files the mode of this one.
    writeFileSync(file, '', { flag: 'a', mode: ownerOnly });
    database = new LedgerDatabase(file, folder);
    prepare(database, readMark(folder));
    return database;
  } catch (error) {
    database?.close();
    const refusal = refusalFor(error, folder, file);
    if (refusal instanceof Damage) kept?.putBack();
    throw refusal;
  } finally {
    kept?.end();
  }
}

/** @param marked how many commits were made, at least */
function prepare(database: Database.Database, marked: number): void {
  database.pragma('locking_mode = EXCLUSIVE');
  const isNew = isEmpty(database);
  if (isNew && marked > 0) throw new Damage(database.name, lostCommits(marked), wayOnWithout(markName));
  if (!isNew) assertOurs(database);
  // Commits are not synced one by one: they survive a crash of the process; a power cut may lose the last ones.
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  // the first write takes the exclusive lock, which lasts until the process ends
  database
    .transaction(() => {
      if (isNew) database.exec(schema);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${schemaVersion}`);
    })
    .immediate();
  // A damaged ledger is not served: some of its money may be gone.
  const flaw = damageIn(database);
  if (flaw !== undefined) throw new Damage(database.name, flaw);
  const lost = marked - commitsIn(database);
  if (lost > 0) throw new Damage(database.name, lostCommits(lost), wayOnWithout(markName));
}

class Damage extends UsageError {
  constructor(file: string, flaw: string, wayOn = 'read what can be read with the .recover of sqlite3') {
    super(
      `${file} is damaged (${flaw}) and was left as it is; restore a copy of it, choose another data folder, or ${wayOn}.`,
    );
  }
}

const lostCommits = (count: number): string =>
  count === 1 ? 'its last commit is missing' : `its last ${count} commits are missing`;

const wayOnWithout = (mark: string): string => `go on with what is there by deleting ${mark}`;

/** The folders whose ledger this process has open. */
const openedHere = new Set<string>();

/**
 * The lock of a file ends for the whole process when any of its descriptors is closed, such as that of a copy. So what is
 * open here is known without a look at the file.
 */
function refuseOpenedHere(folder: string): void {
  if (openedHere.has(realpathSync(folder))) throw new UsageError(inUse(folder));
}

class LedgerDatabase extends Database {
  readonly #folder: string;

  constructor(file: string, folder: string) {
    super(file, { timeout: 250 });
    this.#folder = realpathSync(folder);
    openedHere.add(this.#folder);
  }

  override close(): this {
    super.close();
    openedHere.delete(this.#folder);
    return this;
  }
}

/** Whoever may write to the folder could have the ledger written elsewhere. */
function refuseLinks(folder: string): void {
  for (const name of [...changedByOpening, markName]) {
    const file = join(folder, name);
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${file} is a link, which the ledger does not follow; put the file itself there.`);
  }
}

const isEmpty = (database: Database.Database): boolean =>
  database.pragma('user_version', { simple: true }) === 0 &&
  database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;

function assertOurs(database: Database.Database): void {
  const version = database.pragma('user_version', { simple: true });
  const application = database.pragma('application_id', { simple: true });
  if (application !== applicationId)
    throw new UsageError(`${database.name} is not a ledger of the sandbox; choose another data folder.`);
  if (version !== schemaVersion)
    throw new UsageError(
      `${database.name} was written by another version of the sandbox (ledger format ${version}, this one reads ${schemaVersion}); choose another data folder.`,
    );
}

function refusalFor(error: unknown, folder: string, file: string): UsageError {
  if (error instanceof UsageError) return error;
  const { code = '', message: cause } = error as Error & { code?: string };
  if (code.startsWith('SQLITE_BUSY')) return new UsageError(inUse(folder));
  if (code === 'SQLITE_NOTADB')
    return new UsageError(`${file} is not a ledger of the sandbox; choose another data folder.`);
  if (code.startsWith('SQLITE_CORRUPT')) return new Damage(file, cause);
  return new UsageError(`The data folder ${folder} cannot be written${cureFor(folder) ?? ` (${cause}).`}`);
}

const inUse = (folder: string): string =>
  `The data folder ${folder} is in use by another sandbox; stop it or choose another folder.`;

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
