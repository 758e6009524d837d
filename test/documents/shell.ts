import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Outcome {
  /** 0 where the command is a sandbox that now runs. */
  code: number;
  /** Both streams, as a terminal shows them. */
  output: string;
}

/** No command of a page takes so long; this ends one that waits for ever. */
const limitMs = 600_000;

/** A user's shell. Commands may leave processes in the background, which end with it. */
export class Shell {
  readonly #groups: ChildProcess[] = [];
  readonly #log: string;

  /** @param log the file that takes the output of commands */
  constructor(log: string) {
    this.#log = log;
  }

  /** Runs a command to its end. Its output is a file, which is complete then, whatever runs on behind `&`. */
  async run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
    const log = openSync(this.#log, 'w');
    const [code, signal] = (await once(this.#spawn(command, { cwd, env }, log), 'exit')) as Ended;
    closeSync(log);
    const end = signal === null ? '' : `ended by ${signal}, after ${limitMs} ms at most\n`;
    return { code: code ?? 1, output: readFileSync(this.#log, 'utf8') + end };
  }

  /** Runs a command until its sandbox is ready. */
  async start(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
    const child = this.#spawn(command, { cwd, env }, 'pipe');
    let output = '';
    const ready = new Promise<number>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          if (/"event":"ready".*\n/.test(output)) resolve(0);
        });
    });
    const ended = once(child, 'close').then(([code]) => (code as number) || 1);
    return { code: await Promise.race([ready, ended]), output };
  }

  /** Ends all commands, with all that they left in the background. */
  end(): void {
    for (const { pid } of this.#groups.splice(0)) endGroup(pid, 'SIGTERM');
  }

  #spawn(command: string, place: { cwd: string; env: NodeJS.ProcessEnv }, output: number | 'pipe') {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', command], {
      ...place,
      // A group of its own, which the background belongs to.
      detached: true,
      stdio: ['ignore', output, output],
    });
    const limit = setTimeout(() => endGroup(child.pid, 'SIGKILL'), limitMs);
    child.once('exit', () => clearTimeout(limit));
    this.#groups.push(child);
    return child;
  }
}

type Ended = [code: number | null, signal: string | null];

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // nothing of it is left
  }
}
