import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { accessSync, constants as fileModes, statSync } from 'node:fs';
import { constants, platform } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { shortenedText } from '../core/values.ts';
import { Interrupted, type Io } from './io.ts';

/** A command that runs. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Rejects with a UsageError if it cannot be run. */
  readonly ended: Promise<CommandEnd>;
  /** Sends a signal to it; where it leads a group, to all of the group. */
  kill(signal: NodeJS.Signals): void;
}

export interface CommandEnd {
  /** As a shell reports it: 128 and the number of the signal that ended it. */
  readonly code: number;
  readonly isKilled: boolean;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
  /** Makes the command the leader of a process group, so that its children can be ended with it. */
  readonly detached?: boolean;
}

/** Why a command cannot be found, with the line that was meant; undefined if it can. */
export function flawOfCommand(
  [program = '', ...more]: readonly string[],
  { env, cwd }: Io,
): string | undefined {
  if (platform() === 'win32') return undefined;
  const folders = program.includes('/') ? [''] : (env['PATH'] ?? '/usr/bin:/bin').split(delimiter);
  if (program !== '' && folders.some((folder) => canRun(resolve(cwd, folder, program)))) return undefined;
  const words = program.trim().split(/\s+/);
  if (words.length > 1 && more.length === 0)
    return `The command is one word, '${shortenedText(program)}'. Give its words one by one: creator-sandbox exec -- ${words.join(' ')}`;
  return program.includes('/')
    ? `There is no program ${shortenedText(program)}.`
    : `There is no command ${shortenedText(program)} in the folders of PATH. One of this project runs so: creator-sandbox exec -- npx ${shortenedText(program)}`;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, fileModes.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export function runCommand(
  command: readonly string[],
  options: CommandOptions,
  { signalGroup }: Pick<Io, 'signalGroup'>,
): RunningCommand {
  const [program = '', ...args] = command;
  const child = spawn(program, args, options as object);
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    child.once('error', (error) => reject(new UsageError(`${program} cannot be run: ${error.message}.`)));
    child.once('exit', (code, signal) =>
      resolve({ code: code ?? codeOfSignal(signal), isKilled: code === null }),
    );
  });
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    if (options.detached) signalGroup(child.pid, signal);
    else child.kill(signal);
  };
  return { child, ended, kill };
}

/** The command of a run that a signal to this program ends early. What it did is judged and shown all the same. */
export interface StoppableCommand {
  /**
   * @returns the command, and its exit code; once a signal came, that of the signal for a command without one of its own
   * @throws Interrupted if the signal came before
   */
  start(
    command: readonly string[],
    options: CommandOptions,
  ): { readonly running: RunningCommand; readonly code: Promise<number> };
  /** Passes a signal on. Resolves when the command has ended, which it must in 5 seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function stoppableCommand(io: Io): StoppableCommand {
  let stoppedBy: NodeJS.Signals | undefined;
  let current: { running: RunningCommand; isOfTerminal: boolean } | undefined;
  return {
    start(command, options) {
      if (stoppedBy) throw new Interrupted('Interrupted before the command began.');
      const running = runCommand(command, options, io);
      current = { running, isOfTerminal: !options.detached && io.stderr.isTTY === true };
      const code = running.ended.then((end) =>
        stoppedBy && (end.isKilled || end.code === 0) ? codeOfSignal(stoppedBy) : end.code,
      );
      return { running, code };
    },
    async stop(signal = 'SIGTERM') {
      stoppedBy ??= signal;
      if (!current) return;
      const { running, isOfTerminal } = current;
      // A terminal sends these to the command too.
      if (!(isOfTerminal && ['SIGINT', 'SIGQUIT'].includes(signal))) running.kill(signal);
      const timer = setTimeout(() => running.kill('SIGKILL'), maxStopMs);
      await running.ended.catch(() => {});
      clearTimeout(timer);
    },
  };
}

const codeOfSignal = (signal: NodeJS.Signals | null): number =>
  128 + (signal ? constants.signals[signal] : 0);

/** Leaves some of the 8 seconds after which this program ends for the report. */
const maxStopMs = 5_000;
