import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/errors.ts';
import { type ClientTime, createFasterTime, createSkippedTime } from '../../core/skipped-time.ts';
import type { Io } from '../io.ts';

/** How the waits of a command are shortened. */
export interface FastTimers {
  /** Waits take so many times less. */
  readonly speed: number;
  /** The command with fast timers. */
  readonly command: readonly string[];
  /** @param isHeld whether replies are held in the run */
  envOf(isHeld: boolean): Readonly<Record<string, string>>;
  /** Replies to the command are as slow as before on its clocks. Otherwise they seem slower, so findings need a check. */
  readonly isExact: boolean;
  /** For one run. */
  clientTime(): ClientTime;
}

export const defaultSpeed = 20;

/**
 * Node has a file loaded before the command's own; any other program runs under `faketime`.
 * @throws UsageError without `faketime`
 */
export function fastTimersFor(command: readonly string[], speed: number, io: Io): FastTimers {
  if (isNodeProgram(command[0] ?? '', io))
    return {
      ...{ speed, command, isExact: true, clientTime: createSkippedTime },
      envOf: (isHeld) => ({
        NODE_OPTIONS: [io.env['NODE_OPTIONS'], `--import=${preload.href}`].filter(Boolean).join(' '),
        CREATOR_SANDBOX_FAST_TIMERS: String(speed),
        ...(isHeld && { CREATOR_SANDBOX_HELD_AFTER: String(heldAfterMs) }),
      }),
    };
  if (programFile('faketime', io) === undefined)
    throw new UsageError(
      `--fast-timers: ${command[0]} is no Node program, so its time runs faster only under faketime, which is not installed.`,
    );
  return {
    ...{ speed, isExact: false, clientTime: () => createFasterTime(speed) },
    command: ['faketime', '-f', `+0 x${speed}`, ...command],
    envOf: () => ({}),
  };
}

/** A held reply is waited for so long in real time, because a reply that is only slow may take a while too. */
const heldAfterMs = 3_000;

/** Twice as long as a client of that patience waits. */
export const heldMsAt = (speed: number, lateMs: number): number =>
  Math.ceil(2 * (heldAfterMs + lateMs / speed));

const nodePrograms = /^(?:node|npm|npx|pnpm|pnpx|yarn|corepack)(?:\.(?:exe|cmd))?$/;

/** Scripts of Node packages are links to files with such names. */
function isNodeProgram(program: string, io: Io): boolean {
  if (nodePrograms.test(basename(program))) return true;
  const file = programFile(program, io);
  return file !== undefined && /\.[cm]?[jt]s$/.test(realpathSync(file));
}

/** Where a shell finds a program. */
function programFile(program: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): string | undefined {
  const folders = /[\\/]/.test(program) ? [''] : (env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => resolve(cwd, join(folder, program))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const built = new URL('./fast-timers.js', import.meta.url);

/** Beside the built program, or among the sources. */
const preload = existsSync(fileURLToPath(built))
  ? built
  : new URL('../../library/fast-timers.ts', import.meta.url);
