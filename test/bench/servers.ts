import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What benchmarks measure: servers in processes of their own. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** The compiled program where there is one. */
export const main: string = existsSync(`${root}dist/main.js`) ? `${root}dist/main.js` : `${root}src/main.ts`;

export interface Server {
  child: ChildProcess;
  line: Record<string, string>;
}

/** Starts a server of ours and reads the one line of JSON that tells where it is. */
export function startServer(args: string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve({ child, line: JSON.parse(text.slice(0, end)) as Record<string, string> });
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

export function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Median, and the range it comes from. */
export function spread(figures: readonly number[], decimals = 0): string {
  const sorted = [...figures].sort((a, b) => a - b);
  const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((figure) =>
    (figure ?? Number.NaN).toFixed(decimals),
  );
  return `${median} (${least} to ${most})`;
}
