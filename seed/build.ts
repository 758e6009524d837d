import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { dayMs } from '../src/core/durations.ts';
import { UsageError } from '../src/core/errors.ts';
import { pause } from '../src/core/loop-share.ts';
import { worldHash } from '../src/creators/world/hash.ts';
import { createIndexes, schemaVersion } from '../src/creators/world/schema.ts';
import { hasSearchColumns, packSearchColumns } from '../src/creators/world/search-columns.ts';
import { makeFolder } from '../src/system/make-folder.ts';
import { fixturesFolder, packageRoot } from '../src/system/package-root.ts';
import { readFixtures } from './fixtures/fixtures.ts';
import type { Progress } from './generate.ts';
import { generatorHash, isClone } from './generator-hash.ts';
import { isDamage, unpackWorld } from './packed-world.ts';

export interface WorldSettings {
  /** Whole, at least 0. */
  seed: number;
  /** The number of generated people; the built-in fixtures come on top. */
  size: number;
}

export interface BuildOptions extends WorldSettings {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Additional threads; the world is the same for every number. */
  threads?: number | undefined;
  /** Aborts the build; no part of the world remains. */
  signal?: AbortSignal | undefined;
}

export type { Progress };

export const defaultWorld: WorldSettings = { seed: 1, size: 1200 };

/** The world of the package: `defaultWorld`. */
export const prebuiltFile = join(packageRoot, 'world', 'default.sqlite');

/** A world as the package carries it. */
export const packedFile = ({ seed, size }: WorldSettings): string =>
  join(packageRoot, 'world', `world-${seed}-${size}.sqlite.zst`);

/**
 * Returns the file of the world with this seed and size: the one of the image or clone, the one in the cache, the one
 * of the package, unpacked into the cache, or one built now. The generator is loaded only to build.
 */
export async function ensureWorld(options: BuildOptions & { cacheDir: string }): Promise<string> {
  const { seed, size, cacheDir } = options;
  if (isCurrent(prebuiltFile, options)) return prebuiltFile;
  const file = join(cacheDir, `world-${seed}-${size}-${generatorHash().slice(0, 16)}.sqlite`);
  if (hasWorld(file, options) && isIntact(file)) return file;
  await writeWorld(file, existsSync(packedFile(options)) ? unpackWith(options) : buildWith(options));
  return file;
}

/** Builds a world into `file`, which appears complete or not at all. Two processes may do so at once. */
export const buildWorld = (file: string, options: BuildOptions): Promise<void> =>
  writeWorld(file, buildWith(options));

async function writeWorld(file: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const folder = dirname(file);
  const unfinished = join(folder, `${unfinishedPrefix}${randomUUID()}.sqlite`);
  try {
    makeFolder(folder);
    removeStale(folder);
    await fill(unfinished);
    setTime(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    throw isStorageError(error)
      ? new UsageError(
          `The world cannot be written to ${file} (${error.message}). Worlds are stored in the user's cache folder, or in the temporary folder where that one cannot be written; XDG_CACHE_HOME changes the cache folder.`,
        )
      : error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

const isStorageError = (error: unknown): error is Error =>
  /^(E(ROFS|ACCES|PERM|NOENT|NOTDIR|NOSPC|DQUOT|IO)$|SQLITE_(CANTOPEN|FULL|IOERR|READONLY))/.test(
    String((error as { code?: unknown } | null)?.code),
  );

/** The approximate cost of a world, measured on two cores, to announce before a long wait. */
export const estimateFor = (size: number): { seconds: number; bytes: number } => ({
  seconds: Math.ceil(0.5 + size * 0.004),
  bytes: 1_000_000 + size * 40_000,
});

/**
 * Whether `file` is the complete world of this seed and size by this generator. In a clone the generator may
 * have changed since, so there the hash of its sources must match too.
 */
export const isCurrent = (file: string, settings: WorldSettings): boolean =>
  hasWorld(file, settings, isClone ? generatorHash : undefined);

const buildWith =
  (options: BuildOptions) =>
  async (file: string): Promise<void> => {
    const sources = generatorHash();
    const fixtures = readFixtures(fixturesFolder);
    const { generateWorld } = await import('./generate.ts');
    const { writeSearchColumns } = await import('./search-columns.ts');
    await withDatabase(file, async (db) => {
      await generateWorld(db, { ...options, fixtures });
      await inPieces(writeSearchColumns(db), options.signal);
      const remember = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
      const hash = await worldHash(db, options.signal);
      remember.run('sources', sources);
      // written last: only a complete world has its hash
      remember.run('hash', hash);
    });
  };

/** Unpacks the world of the package. One that is damaged, or by another generator, is as good as none. */
const unpackWith =
  (options: BuildOptions) =>
  async (file: string): Promise<void> => {
    try {
      await unpackWorld(packedFile(options), file, options.signal);
      if (isCurrent(file, options))
        return await withDatabase(file, (db) => inPieces(finishUnpacked(db), options.signal));
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    rmSync(file, { force: true });
    await buildWith(options)(file);
  };

function* finishUnpacked(db: Database.Database): Generator<void> {
  packSearchColumns(db);
  yield;
  yield* createIndexes(db);
}

async function withDatabase(file: string, fill: (db: Database.Database) => Promise<void>): Promise<void> {
  const db = new Database(file);
  try {
    // an unfinished world is never read, so it need not survive a crash (SQLite requires some journal)
    db.pragma('page_size = 8192');
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('cache_size = -16384');
    await fill(db);
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

async function inPieces(steps: Iterable<unknown>, signal: AbortSignal | undefined): Promise<void> {
  for (const _ of steps) await pause(signal);
}

function hasWorld(file: string, settings: WorldSettings, sources?: () => string): boolean {
  if (!existsSync(file)) return false;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true });
    const meta = new Map(db.prepare<[], [string, string]>('SELECT key, value FROM meta').raw().all());
    return isOf(meta, settings, sources);
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

const isOf = (
  meta: ReadonlyMap<string, string>,
  { seed, size }: WorldSettings,
  sources?: () => string,
): boolean =>
  meta.get('seed') === String(seed) &&
  meta.get('size') === String(size) &&
  meta.get('version') === String(schemaVersion) &&
  hasSearchColumns(meta) &&
  meta.has('hash') &&
  (sources === undefined || meta.get('sources') === sources());

/** Checked worlds get this time. A file with another time may have changed since it was checked. */
const checkedAt = new Date('2000-01-01T00:00:00Z');

const setTime = (file: string): void => utimesSync(file, checkedAt, checkedAt);

/** Whether every page of a world can be read. The check takes a second for 600 MB, so a checked file is not read again. */
function isIntact(file: string): boolean {
  if (statSync(file).mtimeMs === checkedAt.getTime()) return true;
  try {
    const db = new Database(file, { readonly: true });
    try {
      if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') return false;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
  try {
    setTime(file);
  } catch {
    // In a cache that cannot be written, the next start checks it again.
  }
  return true;
}

const unfinishedPrefix = '.unfinished-';

/** Removes files of killed processes. No build takes a day. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > dayMs) rmSync(file, { recursive: true, force: true });
  }
}
