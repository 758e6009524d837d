import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Copies of some files of a folder, so that whatever is done to them can be undone. */
export class KeptFiles {
  readonly #folder: string;
  readonly #names: readonly string[];
  readonly #copies: string;

  constructor(folder: string, names: readonly string[]) {
    this.#folder = folder;
    this.#names = names;
    this.#copies = mkdtempSync(join(folder, '.opening-'));
    for (const name of names)
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(this.#copies, name));
  }

  putBack(): void {
    for (const name of this.#names) {
      const copy = join(this.#copies, name);
      if (existsSync(copy)) copyFileSync(copy, join(this.#folder, name));
      else rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** Removes the copies. */
  end(): void {
    rmSync(this.#copies, { recursive: true, force: true });
  }
}
