import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The path of a folder within its repository, with forward slashes; empty at the root, and outside of a repository. */
export function pathInRepository(folder: string): string {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) return relative(root, folder).replaceAll(sep, '/');
    if (root === dirname(root)) return '';
  }
}
