import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { UsageError } from '../core/errors.ts';

/** A command that runs. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Its exit code, as a shell reports it. Rejects with a UsageError if it cannot be run. */
  readonly ended: Promise<number>;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
  /** Makes the command the leader of a process group, so that its children can be ended with it. */
  readonly detached?: boolean;
}

export function runCommand(command: readonly string[], options: CommandOptions): RunningCommand {
  const [program = '', ...args] = command;
  const child = spawn(program, args, options as object);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new UsageError(`${program} cannot be run: ${error.message}.`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  return { child, ended };
}
