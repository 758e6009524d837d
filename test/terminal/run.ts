import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A line for a shell that runs the program from its sources. */
export const program = `'${process.execPath}' '${main}'`;

/** The environment of a user who has set nothing, whatever surrounds the tests. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(SANDBOX_|CREATOR_SANDBOX_|FORCE_COLOR$|NO_COLOR$|NODE_EXTRA_CA_CERTS$|PORT$)/.test(name),
  ),
) as Record<string, string>;

export const has = (command: string): boolean => spawnSync('which', [command]).status === 0;

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program to its end. */
export async function ran(
  command: string,
  args: readonly string[],
  env: object = {},
  cwd = tmpdir(),
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...env },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

/** Runs one command line of the program. */
export const sandbox = (args: readonly string[], env: object = {}, cwd?: string): Promise<Ended> =>
  ran(process.execPath, [main, ...args], env, cwd);

/** Starts a small sandbox in a process of its own. Resolves when it is ready. */
export async function started(args: readonly string[], env: object = {}) {
  const child = spawn(process.execPath, [main, '--port', '0', '--size', '60', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  await once(reader, 'line');
  const ready = JSON.parse(lines[0] ?? '') as {
    url: string;
    admin: string;
    example: string;
    certificate?: { file: string; fingerprint: string };
  };
  return {
    ...ready,
    port: new URL(ready.url).port,
    /** The messages of its log so far. */
    log: () => lines.slice(1).map((line) => (JSON.parse(line) as { msg: string }).msg),
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    },
  };
}

let terminals = 0;

/** Opens a terminal of 80 columns with a shell command in it. */
export function terminal(command: string, env: Record<string, string> = {}) {
  const name = `creator-sandbox-${process.pid}-${terminals++}`;
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', name, ...args], { encoding: 'utf8', env: environment });
  const variables = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  tmux('-f', '/dev/null', 'new-session', '-d', '-x', '80', '-y', '50', ...variables, command);
  tmux('set-option', '-g', 'remain-on-exit', 'on');
  onTestFinished(() => void spawnSync('tmux', ['-L', name, 'kill-server']));
  return {
    /** The text that it shows, with the colours as control sequences if they are wanted. */
    shown: ({ colours = false } = {}) => tmux('capture-pane', '-p', '-J', ...(colours ? ['-e'] : [])),
    type: (...keys: string[]) => void tmux('send-keys', ...keys),
    /** Waits until it shows a text. */
    shows(text: string | RegExp): Promise<string> {
      return vi.waitFor(
        () => {
          const shown = this.shown();
          if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
            throw new Error(`The terminal does not show ${text}:\n${shown}`);
          return shown;
        },
        { timeout: 300_000, interval: 100 },
      );
    },
  };
}
