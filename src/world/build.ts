import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Progress } from '../../seed/generate.ts';
import { worldHash } from './portrait.ts';
import { schemaVersion } from './schema.ts';

export interface WorldSettings {
  /** Whole, at least 0. */
  seed: number;
  /** People. */
  size: number;
}

export interface BuildOptions extends WorldSettings {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Threads beside this one; the world is the same for every number. */
  threads?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type { Progress };

export const defaultWorld: WorldSettings = { seed: 1, size: 1200 };

/**
 * The file of the world with this seed and size: the one that comes with the package, else the one in the
 * cache, else one that is made now. Loads the generator only for the last.
 */
export async function ensureWorld(options: BuildOptions & { cacheDir: string }): Promise<string> {
  const { seed, size, cacheDir } = options;
  if (holds(prebuiltFile, { seed, size })) return prebuiltFile;
  const file = join(cacheDir, `world-${seed}-${size}-${generatorHash().slice(0, 16)}.sqlite`);
  if (!holds(file, { seed, size })) await buildWorld(file, options);
  return file;
}

/** Makes a world into `file`, which appears whole or not at all. Two processes may do so at once. */
export async function buildWorld(file: string, options: BuildOptions): Promise<void> {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  removeStale(folder);
  const unfinished = join(folder, `${unfinishedPrefix}${randomUUID()}.sqlite`);
  try {
    const { generateWorld } = await import('../../seed/generate.ts');
    const db = new Database(unfinished);
    try {
      // nobody reads an unfinished world, so nothing must survive a crash
      db.pragma('page_size = 8192');
      db.pragma('journal_mode = OFF');
      db.pragma('synchronous = OFF');
      db.pragma('locking_mode = EXCLUSIVE');
      db.pragma('cache_size = -65536');
      await generateWorld(db, options);
      db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run('hash', worldHash(db));
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));
export const prebuiltFile = join(packageRoot, 'world', 'default.sqlite');

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder
    ? folder
    : rootAbove(dirname(folder));
}

/** Whether the file is a finished world of this version, seed and size. */
function holds(file: string, { seed, size }: WorldSettings): boolean {
  if (!existsSync(file)) return false;
  const db = new Database(file, { readonly: true });
  try {
    const meta = new Map(db.prepare<[], [string, string]>('SELECT key, value FROM meta').raw().all());
    return (
      meta.get('seed') === String(seed) &&
      meta.get('size') === String(size) &&
      meta.get('version') === String(schemaVersion) &&
      meta.has('hash')
    );
  } catch {
    return false;
  } finally {
    db.close();
  }
}

/** Names what the generator would make: its own text, the words it uses, and how the rows are stored. */
function generatorHash(): string {
  const hash = createHash('sha256');
  const here = dirname(fileURLToPath(import.meta.url));
  const seedFolder = join(here, '..', '..', 'seed');
  const files = [
    ...sourcesIn(seedFolder),
    ...['rows', 'schema', 'truth', 'writer'].flatMap((name) =>
      ['.ts', '.js'].map((ending) => join(here, name + ending)).filter((file) => existsSync(file)),
    ),
  ];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name) && !/\.d\.ts$|demo-keys|build-default/.test(name))
    .sort()
    .map((name) => join(folder, name));

const unfinishedPrefix = '.unfinished-';
const dayMs = 86_400_000;

/** What a killed process left behind. A day is longer than any build. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > dayMs) rmSync(file, { force: true });
  }
}
