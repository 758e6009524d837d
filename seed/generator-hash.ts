import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fixturesFolder, packageRoot } from '../src/system/package-root.ts';

/** Whether this is a clone, where the generator may change, not the published package. */
export const isClone = existsSync(join(packageRoot, 'seed', 'generate.ts'));

/**
 * A hash of everything that determines the generated worlds: the text of every module that the generator
 * reaches, and the built-in fixtures. A world with another hash is stale.
 */
export function generatorHash(): string {
  if (typeof bundledGeneratorHash === 'string') return bundledGeneratorHash;
  hashInProcess ??= hashOfSources();
  return hashInProcess;
}

/** A process runs the sources that it began with. */
let hashInProcess: string | undefined;

/** The bundle holds the hash of the sources that it was made from. */
declare const bundledGeneratorHash: string | undefined;

function hashOfSources(): string {
  const hash = createHash('sha256');
  const entries = ['generate.ts', 'worker.ts', 'search-columns.ts'].map((name) =>
    join(packageRoot, 'seed', name),
  );
  const files = [...modulesFrom(entries)];
  files.push(...fixtureFiles('creators'), ...fixtureFiles('brands'));
  for (const file of files.sort()) {
    hash.update(`${relative(packageRoot, file).replaceAll('\\', '/')}\n`);
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The modules and all that they import from files. */
function modulesFrom(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    const text = readFileSync(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
      found.add(resolve(dirname(file), target));
  }
  return found;
}

function fixtureFiles(kind: string): string[] {
  const folder = join(fixturesFolder, kind);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}
