import { resolve } from 'node:path';
import { buildWorld, ensureWorld } from '../../seed/build.ts';
import { UsageError } from '../core/errors.ts';
import { cacheDir } from '../sandbox.ts';
import { summaryOfWorld } from '../world/summary.ts';
import { verifyWorld } from '../world/verify.ts';
import { making } from './interruptible.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Makes a world into a file, or into the cache where the next start finds it. Prints the file's name. */
export async function buildWorldFile(
  file: string | undefined,
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const world = worldOf(flags, io);
  const name = await making(io, async (options) => {
    if (file === undefined) return ensureWorld({ ...world, cacheDir: cacheDir(), ...options });
    await buildWorld(resolve(io.cwd, file), { ...world, ...options });
    return resolve(io.cwd, file);
  });
  io.stdout.write(`${name}\n`);
  return exitCode.ok;
}

/** Prints a portrait of a world: of a file, or of the one that these settings name. */
export async function describeWorld(
  file: string | undefined,
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  io.stdout.write(`${portrait(await worldFile(file, flags, io))}\n`);
  return exitCode.ok;
}

/** Checks a world whole: hash, integrity, every truth against its schema, links both ways. 1 when something is wrong. */
export async function checkWorld(
  file: string | undefined,
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const name = await worldFile(file, flags, io);
  const problems = await verifyWorld(name);
  for (const problem of problems) io.stderr.write(`${problem}\n`);
  io.stdout.write(problems.length === 0 ? `${name} is sound.\n` : `${name}: ${problems.length} problems.\n`);
  return problems.length === 0 ? exitCode.ok : exitCode.runtime;
}

function portrait(file: string): string {
  try {
    return summaryOfWorld(file);
  } catch (error) {
    throw new UsageError(`${file} is no world: ${(error as Error).message}.`);
  }
}

function worldFile(
  file: string | undefined,
  flags: Record<string, unknown>,
  io: Io,
): Promise<string> | string {
  if (file !== undefined) return resolve(io.cwd, file);
  const world = worldOf(flags, io);
  return making(io, (options) => ensureWorld({ ...world, cacheDir: cacheDir(), ...options }));
}

function worldOf(flags: Record<string, unknown>, io: Io) {
  const { seed, size, workers } = settingsOf(flags, io).settings;
  return { seed, size, threads: workers };
}
