import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workshop.ts';

/** The checks of a new project (`tsc --init`), for Node. */
const flags =
  '--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --verbatimModuleSyntax --skipLibCheck --allowImportingTsExtensions --target esnext --module nodenext --types node';

/**
 * Compiles files by the types that a folder has installed.
 * @param files names within the folder
 * @returns what the compiler says, empty when nothing is wrong
 */
export function compile(folder: string, files: readonly string[]): string {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const roots = ['--typeRoots', join(root, 'node_modules/@types')];
  return spawnSync(tsc, [...flags.split(' '), ...roots, ...files], { cwd: folder, encoding: 'utf8' }).stdout;
}
