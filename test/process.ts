import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished, TestRunner } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const fromSources = { command: [process.execPath, main] as readonly string[], env: process.env };

/** Starts the program in its own process, with a small world. Resolves when it is ready. */
export async function startProcess(args: readonly string[], { command, env } = fromSources) {
  const [file = '', ...before] = command;
  const child = spawn(file, [...before, '--port', '0', '--size', '60', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  // A test that fails before it ends its program must not leave it: it would hold the test run open.
  if (TestRunner.getCurrentTest()) onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    exited.then(([code, by]) => Promise.reject(new Error(`the program ended with ${code ?? by}`))),
  ]);
  const ready = JSON.parse(line) as { url: string; admin: string; example: string };
  return {
    ...ready,
    pid: child.pid,
    get: (url: string, key: string) => fetch(url, { headers: { 'api-key': key } }),
    /** Sends it a signal. @returns its exit code, or the signal that ended it */
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by;
    },
  };
}

/** Runs one command line to its end. */
export async function runToEnd(args: string[], env: Record<string, string> = {}, cwd = process.cwd()) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    cwd,
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

/** Runs one command line whose reader closes the pipe after the first chunk, as `head -1` does. */
export async function runToFirstPiece(args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = (await once(child, 'close')) as [number];
  return { code, err };
}

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
