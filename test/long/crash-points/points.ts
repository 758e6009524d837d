import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createRandom } from '../../../src/core/random.ts';

/** Whether there is a compiler, and a loader that takes libraries. */
export function hasCompiler(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Builds the library that counts file operations. @returns its file */
export function buildPreload(folder: string): string {
  const library = join(folder, 'preload.so');
  const source = join(import.meta.dirname, 'preload.c');
  execFileSync('gcc', [
    '-shared',
    '-fPIC',
    '-O1',
    '-Wall',
    '-Werror',
    '-o',
    library,
    source,
    '-ldl',
    '-lpthread',
  ]);
  return library;
}

/** A file operation of a run without a fault. */
export interface FileOperation {
  number: number;
  name: string;
  file: string;
  bytes: number;
}

/** How an operation goes wrong; `preload.c` has the words. */
export interface Fault {
  how: 'before' | 'after' | 'torn' | 'EIO' | 'ENOSPC' | 'power';
  at: number;
  /** The number of the first fsync that does nothing. */
  lies?: number;
  /** A seed for the unsynced writes that reach the disk all the same. */
  keeps?: number;
}

export const shownFault = ({ how, at, lies, keeps }: Fault): string =>
  [how, at, lies && `lies=${lies}`, keeps && `keeps=${keeps}`].filter(Boolean).join(' ');

/** What a process printed before it ended, and how it ended. */
export interface Ended {
  lines: string[];
  /** Its exit code, or the signal. */
  by: number | string | null;
}

/** The program of a run, as arguments of Node. Files below `folder` are counted. */
export interface Program {
  library: string;
  folder: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Runs the program to its end, or to that which the fault brings. */
export async function runWith(
  { library, folder, args, env }: Program,
  fault?: Fault,
  log?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      ...env,
      LD_PRELOAD: library,
      // Most of a run is the start of its process.
      NODE_COMPILE_CACHE: join(dirname(library), 'compiled'),
      CRASH_FOLDER: folder,
      ...(log !== undefined && { CRASH_LOG: log }),
      ...(fault && { CRASH_AT: String(fault.at), CRASH_HOW: fault.how }),
      ...(fault?.lies !== undefined && { CRASH_LIES: String(fault.lies) }),
      ...(fault?.keeps !== undefined && { CRASH_KEEPS: String(fault.keeps) }),
    },
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { lines, by: code ?? signal };
}

/** Counts the operations of a run without a fault. */
export async function countOperations(program: Program): Promise<FileOperation[]> {
  const log = `${program.folder}.log`;
  await runWith(program, undefined, log);
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  rmSync(log, { force: true });
  return lines.map((line) => {
    const [number, name = '', file = '', bytes] = line.split(' ');
    return { number: Number(number), name, file, bytes: Number(bytes) };
  });
}

/** Every way in which each operation may go wrong. */
export const faultsOf = (operations: readonly FileOperation[]): Fault[] =>
  operations.flatMap(({ number: at, name, bytes }): Fault[] => [
    { how: 'before', at },
    { how: 'after', at },
    ...(name === 'write' && bytes > 1 ? [{ how: 'torn', at } as const] : []),
    { how: 'EIO', at },
    { how: 'ENOSPC', at },
  ]);

/** Power cuts: before each operation, with and without some of the unsynced writes, and after each lost fsync. */
export function powerCutsOf(operations: readonly FileOperation[]): Fault[] {
  const last = operations.length;
  const honest = operations.flatMap(({ number: at }): Fault[] => [
    { how: 'power', at },
    { how: 'power', at, keeps: at },
  ]);
  const lost = operations
    .filter(({ name }) => name === 'fsync')
    .flatMap(({ number: lies }): Fault[] => {
      const ends = [lies + 1, Math.ceil((lies + last) / 2), last].filter((at) => at > lies && at <= last);
      return [...new Set(ends)].map((at) => ({ how: 'power', at, lies }));
    });
  return [...honest, ...lost];
}

/**
 * CRASH_POINTS is `all`, or how many points the tests of crash points try together; CRASH_SEED draws others than the last
 * run drew.
 */
export const crashSeed = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 1e6));
const wanted = process.env['CRASH_POINTS'] ?? '150';

/** @param share of the points of all tests @param max the most that are tried when all are wanted */
export function sampleOf<T>(all: readonly T[], share: number, max = all.length): readonly T[] {
  if (wanted === 'all' && max >= all.length) return all;
  const random = createRandom(crashSeed);
  const drawn = [...all];
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [drawn[at], drawn[other]] = [drawn[other] as T, drawn[at] as T];
  }
  return drawn.slice(0, wanted === 'all' ? max : Math.max(3, Math.round(Number(wanted) * share)));
}

/** Tries points, as many at once as there are processors. */
export async function tryAll<T>(points: readonly T[], attempt: (point: T) => Promise<void>): Promise<void> {
  const left = points.values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const point of left) await attempt(point);
    }),
  );
}

/** The operations by their names. */
export const shownCounts = (operations: readonly FileOperation[]): string => {
  const counts = [...Map.groupBy(operations, ({ name }) => name)].map(
    ([name, all]) => `${all.length} ${name}`,
  );
  return `${operations.length} file operations (${counts.join(', ')})`;
};

/** Counts outcomes, to show them. */
export function createOutcomes() {
  const counts = new Map<string, number>();
  return {
    count: (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    shown: () =>
      [...counts]
        .sort()
        .map(([outcome, times]) => `${times} × ${outcome}`)
        .join(', '),
  };
}
