import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dayMs } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { cacheDir, ownTempFolder } from './cache-dir.ts';
import { makeFolder } from './make-folder.ts';

/** The files of the program that an executable carries. */
export interface Carried {
  readonly index: CarriedIndex;
  /** Of the index as it is written. */
  readonly digest: string;
  /** All files, one after the other in the order of the index. */
  bytes(): Uint8Array;
}

export interface CarriedIndex {
  readonly version: string;
  /** Such as `linux-x64`. */
  readonly target: string;
  readonly files: readonly CarriedFile[];
}

export interface CarriedFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly size: number;
  /** As `digestOf` makes it. */
  readonly digest: string;
}

/** A program that an executable has unpacked. */
export interface UnpackedProgram {
  readonly folder: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  /** The processes that run from it. */
  readonly users: readonly number[];
}

/** A start needs to know this of its process. */
export interface Starting {
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a process runs. */
  isRunning(pid: number): boolean;
  /** Takes a sentence for the user. */
  warn(sentence: string): void;
}

/** Programs of other versions go after this time without a start. */
const maxUnusedMs = 30 * dayMs;

/** Where executables unpack themselves. */
const programsFolder = (): string => join(cacheDir(), 'programs');

/**
 * Makes sure that the program is unpacked and whole, notes that this process uses it, and removes programs of other versions
 * that nobody has used for 30 days.
 * @returns its folder
 * @throws UsageError in one sentence when it cannot be unpacked
 */
export function openProgram(carried: Carried, starting: Starting): string {
  const { index, digest } = carried;
  const name = `${index.version}-${index.target}-${digest.slice(0, 16)}`;
  const isIn = (place: string): boolean => existsSync(join(place, name));
  const usual = programsFolder();
  const places = isIn(usual) ? [usual] : programPlaces();
  const place = places.find(isIn) ?? unpackIn(places, name, carried, starting);
  const folder = join(place, name);
  // Noted first, so that no other start removes the folder while it is checked.
  noteUse(folder, starting);
  const damaged = damagedIn(folder, index);
  if (damaged !== undefined) {
    starting.warn(`${join(folder, damaged)} was not as it was unpacked: the program is unpacked again.`);
    replace(folder, carried, starting);
    noteUse(folder, starting);
  }
  removeUnused(place, name, starting);
  return folder;
}

/** All unpacked programs, of every version, in the order of their names. */
export function unpackedPrograms(isRunning: Starting['isRunning']): UnpackedProgram[] {
  return programPlaces().flatMap((place) =>
    programsIn(place).map((name) => {
      const folder = join(place, name);
      return { folder, bytes: sizeOf(folder), usedAt: usedAt(folder), users: usersOf(folder, isRunning) };
    }),
  );
}

/**
 * Removes an unpacked program that no process uses.
 * @returns whether it is gone
 */
export function removeProgram(folder: string, isUser: (pid: number) => boolean): boolean {
  if (usersOf(folder, isUser).length > 0) return false;
  const aside = `${folder}.removed`;
  rmSync(aside, { recursive: true, force: true });
  renameSync(folder, aside);
  // A process that began meanwhile has left its mark in the folder.
  if (usersOf(aside, isUser).length > 0) {
    renameSync(aside, folder);
    return false;
  }
  rmSync(aside, { recursive: true, force: true });
  return true;
}

/** The cache of the user, and the own temporary folder if only that one can be written. */
function programPlaces(): string[] {
  const preferred = programsFolder();
  if (canWrite(preferred)) return [preferred];
  try {
    return [preferred, join(ownTempFolder(), 'programs')];
  } catch {
    return [preferred];
  }
}

function canWrite(folder: string): boolean {
  const probe = join(folder, '.probe');
  try {
    makeFolder(folder);
    closeSync(openSync(probe, 'w'));
    rmSync(probe, { force: true });
    return true;
  } catch (error) {
    // A full disk is full elsewhere too, or says so when the program is unpacked.
    return (error as NodeJS.ErrnoException).code === 'ENOSPC';
  }
}

/** @returns the place that has it now */
function unpackIn(places: readonly string[], name: string, carried: Carried, starting: Starting): string {
  const place = places.at(-1) ?? programsFolder();
  const made = unpack(place, name, carried, starting);
  try {
    renameSync(made, join(place, name));
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another start was faster.
    if (!existsSync(join(place, name))) throw cannotUnpack(place, error);
  }
  return place;
}

/** @returns a folder beside that of the name, whole */
function unpack(place: string, name: string, { index, bytes }: Carried, { pid }: Starting): string {
  const folder = join(place, `.${name}.${pid}`);
  try {
    rmSync(folder, { recursive: true, force: true });
    const all = bytes();
    let at = 0;
    for (const { path, size } of index.files) {
      const file = join(folder, ...path.split('/'));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, all.subarray(at, at + size));
      utimesSync(file, unpackedAt, unpackedAt);
      at += size;
    }
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw cannotUnpack(place, error);
  }
}

function replace(folder: string, carried: Carried, starting: Starting): void {
  const place = dirname(folder);
  const made = unpack(place, folder.slice(place.length + 1), carried, starting);
  const aside = `${folder}.${starting.pid}.damaged`;
  try {
    renameSync(folder, aside);
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(folder)) throw cannotUnpack(place, error);
  }
  rmSync(aside, { recursive: true, force: true });
}

function cannotUnpack(place: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = reasons[code ?? ''] ?? `the system says ${code ?? String(error)}`;
  return new UsageError(
    `The program cannot be unpacked into ${place}: ${reason}. Name another cache folder with XDG_CACHE_HOME.`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EROFS: 'it can only be read',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EDQUOT: 'your share of the disk is full',
};

/**
 * A file of another size or time is read and compared by its digest: reading all of them takes 50 ms at every start.
 * @returns the path of the first file that is not as it was carried
 */
function damagedIn(folder: string, { files }: CarriedIndex): string | undefined {
  return files.find(({ path, size, digest }) => {
    const file = join(folder, ...path.split('/'));
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.size === size && stats.mtimeMs === unpackedAt * 1_000) return false;
    return stats?.size !== size || digestOf(readFileSync(file)) !== digest;
  })?.path;
}

/** SHA-256, in hex. */
export const digestOf = (data: Uint8Array | string): string => hash('sha256', data);

/** The time of each file as it was unpacked, in seconds: whoever writes to it changes that. */
const unpackedAt = 946_684_800;

const usesFolder = '.uses';

/** A folder that cannot be written keeps no marks: nobody can remove it either. */
function noteUse(folder: string, { pid, now }: Starting): void {
  try {
    const uses = join(folder, usesFolder);
    mkdirSync(uses, { recursive: true });
    writeFileSync(join(uses, String(pid)), '');
    utimesSync(uses, now / 1_000, now / 1_000);
  } catch {}
}

function usersOf(folder: string, isUser: (pid: number) => boolean): number[] {
  const uses = join(folder, usesFolder);
  return namesIn(uses).map(Number).filter(isUser);
}

function usedAt(folder: string): number {
  for (const path of [join(folder, usesFolder), folder])
    try {
      return statSync(path).mtimeMs;
    } catch {}
  return 0;
}

function removeUnused(place: string, own: string, { now, isRunning }: Starting): void {
  for (const name of namesIn(place)) {
    const [, pid] = /^\.\d.*\.(\d+)$/.exec(name) ?? [];
    // A start that was killed while it unpacked left it.
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(place, name), { recursive: true, force: true });
  }
  for (const name of programsIn(place)) {
    const folder = join(place, name);
    try {
      if (name === own) forgetEnded(folder, isRunning);
      else if (now - usedAt(folder) > maxUnusedMs) removeProgram(folder, isRunning);
    } catch {
      // Another start removed it, or it cannot be removed: then it stays.
    }
  }
}

/** Drops the marks of processes that have ended. */
function forgetEnded(folder: string, isRunning: Starting['isRunning']): void {
  const uses = join(folder, usesFolder);
  for (const name of namesIn(uses)) if (!isRunning(Number(name))) rmSync(join(uses, name), { force: true });
}

const programsIn = (place: string): string[] =>
  namesIn(place).filter((name) => /^\d[^/]*-[\da-f]{16}$/.test(name));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
