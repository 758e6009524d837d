import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { readTextFile } from '../../system/read-file.ts';
import { ownerOnly } from '../../system/write-file.ts';

export const markName = 'ledger.commits';

/**
 * Counts commits in the ledger and, after each, in a file beside it. SQLite drops what follows a damaged place of its
 * log without a word, and takes an empty file for a new one: only another file can tell that something is gone. A kill
 * between a commit and its mark leaves the mark one behind; without a power cut, none is ever ahead.
 */
export class CommitMark {
  readonly #file: string;
  readonly #inode: number;
  readonly #update;
  /** Its descriptor; undefined = closed. */
  #mark: number | undefined;
  #commits: number;

  constructor(database: Database) {
    this.#file = database.name;
    this.#inode = statSync(this.#file).ino;
    this.#update = database.prepare<[number]>('UPDATE commits SET number = ?');
    this.#commits = commitsIn(database);
    const mark = join(dirname(this.#file), markName);
    this.#mark = openSync(mark, existsSync(mark) ? 'r+' : 'w', ownerOnly);
    this.#write();
  }

  /** Why nothing can be committed any more, in a sentence: what another name or no name leads to is nobody's ledger. */
  get loss(): string | undefined {
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode) return undefined;
    return `${this.#file} was removed while the sandbox runs`;
  }

  /** The number of the transaction under way. */
  get next(): number {
    return this.#commits + 1;
  }

  /** The last step of every transaction. @param isInAccount an account has its number @throws Error if its commit would be lost */
  count(isInAccount = false): void {
    if (this.loss) throw new Error(this.loss);
    if (!isInAccount) this.#update.run(this.next);
  }

  /** After the commit of a transaction, and before the reply to any of its calls. */
  committed(): void {
    this.#commits += 1;
    this.#write();
  }

  close(): void {
    if (this.#mark !== undefined) closeSync(this.#mark);
    this.#mark = undefined;
  }

  #write(): void {
    try {
      writeSync(this.#mark as number, markOf(this.#commits), 0);
    } catch {
      // The commit stays. An older mark guards less, and refuses nothing.
    }
  }
}

export const commitsIn = (database: Database): number =>
  database
    .prepare<[], number>(
      'SELECT max(number, (SELECT coalesce(max(committed), 0) FROM accounts)) FROM commits',
    )
    .pluck()
    .get() as number;

/** @returns 0 where there is no mark, or a damaged one: the ledger itself may be whole */
export function readMark(folder: string): number {
  let text = '';
  try {
    text = readTextFile(join(folder, markName));
  } catch {}
  const commits = Number.parseInt(text, 10);
  return markOf(commits) === text ? commits : 0;
}

/** All marks have one length, so that one writes over another. */
function markOf(commits: number): string {
  const number = String(commits).padStart(16, '0');
  return `${number} ${crc32(number).toString(16).padStart(8, '0')}\n`;
}
