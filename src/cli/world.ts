import { resolve } from 'node:path';
import { buildWorld, ensureWorld } from '../../seed/build.ts';
import { databaseWithFixtures } from '../../seed/fixtures/with-fixtures.ts';
import { UsageError } from '../core/errors.ts';
import { summaryOfWorld } from '../creators/world/summary.ts';
import { problemsOfWorld, verifyWorld } from '../creators/world/verify.ts';
import { cacheDir } from '../system/cache-dir.ts';
import { interruptible } from './building.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Builds a world into a file, or into the cache, where the next start finds it. Prints the name of the file. */
export async function buildWorldFile(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  const name = await worldFile(file, flags, io);
  if (file !== undefined) {
    const world = worldOf(flags, io);
    await interruptible(io, (options) => buildWorld(name, { ...world, ...options }));
  }
  io.stdout.write(`${name}\n`);
  return exitCode.ok;
}

/** Prints a summary of a world: of a file, or of the world of these settings. */
export async function describeWorld(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  io.stdout.write(`${summaryOf(await worldFile(file, flags, io))}\n`);
  return exitCode.ok;
}

/**
 * Checks a world, with the creators of `fixtures` in it: hash, integrity, every record against its schema, links both ways.
 * 1 when something is wrong.
 */
export async function checkWorld(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  const name = await worldFile(file, flags, io);
  const { fixtures } = settingsOf(flags, io).settings;
  const problems = await (fixtures === undefined
    ? verifyWorld(name)
    : problemsOfWorld(databaseWithFixtures(name, resolve(io.cwd, fixtures)), { isStated: false }));
  for (const problem of problems) io.stderr.write(`${problem}\n`);
  io.stdout.write(problems.length === 0 ? `${name} is sound.\n` : `${name}: ${problems.length} problems.\n`);
  return problems.length === 0 ? exitCode.ok : exitCode.runtime;
}

function summaryOf(file: string): string {
  try {
    return summaryOfWorld(file);
  } catch (error) {
    throw new UsageError(`${file} is not a world: ${(error as Error).message}.`);
  }
}

/** The named file, or that of the world of these settings, which is built where the cache has none. */
async function worldFile(file: string | undefined, flags: Flags, io: Io): Promise<string> {
  if (file !== undefined) return resolve(io.cwd, file);
  const world = worldOf(flags, io);
  return interruptible(io, (options) => ensureWorld({ ...world, cacheDir: cacheDir(), ...options }));
}

function worldOf(flags: Flags, io: Io) {
  const { seed, size } = settingsOf(flags, io).settings;
  return { seed, size };
}
