import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies of some files of a folder, so that whatever is done to them can be undone. They are elsewhere, since the folder may
 * have no room for them; where there is none at all, nothing is kept.
 */
export class KeptFiles {
  readonly #folder: string;
  readonly #names: readonly string[];
  #copies: string | undefined;

  constructor(folder: string, names: readonly string[]) {
    this.#folder = folder;
    this.#names = names;
    try {
      this.#copies = mkdtempSync(join(tmpdir(), 'creator-sandbox-opening-'));
      for (const name of names)
        if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(this.#copies, name));
    } catch {
      this.end();
    }
  }

  putBack(): void {
    if (this.#copies === undefined) return;
    for (const name of this.#names) {
      const copy = join(this.#copies, name);
      if (existsSync(copy)) copyFileSync(copy, join(this.#folder, name));
      else rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** Removes the copies. */
  end(): void {
    if (this.#copies !== undefined) rmSync(this.#copies, { recursive: true, force: true });
    this.#copies = undefined;
  }
}
