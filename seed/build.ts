import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { dayMs } from '../src/core/durations.ts';
import { fixturesFolder, packageRoot } from '../src/package-root.ts';
import { worldHash } from '../src/world/hash.ts';
import { schemaVersion } from '../src/world/schema.ts';
import { readFixtures } from './fixtures/fixtures.ts';
import type { Progress } from './generate.ts';
import { generatorHash, isClone } from './generator-hash.ts';

export interface WorldSettings {
  /** Whole, at least 0. */
  seed: number;
  /** People that the generator makes; the built-in fixtures come on top. */
  size: number;
}

export interface BuildOptions extends WorldSettings {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Threads beside this one; the world is the same for every number. */
  threads?: number | undefined;
  /** Gives up; nothing of the world stays. */
  signal?: AbortSignal | undefined;
}

export type { Progress };

export const defaultWorld: WorldSettings = { seed: 1, size: 1200 };

/** The world that comes with the package: `defaultWorld`. */
export const prebuiltFile = join(packageRoot, 'world', 'default.sqlite');

/**
 * The file of the world with this seed and size: the one that comes with the package, else the one in the
 * cache, else one that is made now. Loads the generator only for the last.
 */
export async function ensureWorld(options: BuildOptions & { cacheDir: string }): Promise<string> {
  const { seed, size, cacheDir } = options;
  if (isCurrent(prebuiltFile, { seed, size })) return prebuiltFile;
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
    await fill(unfinished, options);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** What a world of so many people costs about, measured on two cores: to be told before a long wait. */
export const estimateFor = (size: number): { seconds: number; bytes: number } => ({
  seconds: Math.ceil(0.3 + size * 0.0016),
  bytes: 1_000_000 + size * 32_500,
});

/**
 * Whether `file` is the finished world of this seed and size as this generator makes it. In a clone the
 * generator may have been edited since, so there the world must carry the hash of its sources.
 */
export const isCurrent = (file: string, settings: WorldSettings): boolean =>
  holds(file, settings, isClone ? generatorHash : undefined);

async function fill(file: string, options: BuildOptions): Promise<void> {
  const sources = generatorHash();
  const fixtures = readFixtures(fixturesFolder);
  const { generateWorld } = await import('./generate.ts');
  options.signal?.throwIfAborted();
  const db = new Database(file);
  try {
    // nobody reads an unfinished world, so nothing must survive a crash (SQLite refuses to go without a journal)
    db.pragma('page_size = 8192');
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('cache_size = -16384');
    await generateWorld(db, { ...options, fixtures });
    const remember = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
    const hash = await worldHash(db, options.signal);
    remember.run('sources', sources);
    // last of all: a world that has its hash is finished
    remember.run('hash', hash);
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

function holds(file: string, { seed, size }: WorldSettings, sources?: () => string): boolean {
  if (!existsSync(file)) return false;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true });
    const meta = new Map(db.prepare<[], [string, string]>('SELECT key, value FROM meta').raw().all());
    return (
      meta.get('seed') === String(seed) &&
      meta.get('size') === String(size) &&
      meta.get('version') === String(schemaVersion) &&
      meta.has('hash') &&
      (sources === undefined || meta.get('sources') === sources())
    );
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

const unfinishedPrefix = '.unfinished-';

/** What a killed process left behind. A day is longer than any build. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > dayMs) rmSync(file, { recursive: true, force: true });
  }
}
