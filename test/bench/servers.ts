import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Benchmarks measure servers in processes of their own. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** The compiled program where there is one. */
export const main: string = existsSync(`${root}dist/main.js`) ? `${root}dist/main.js` : `${root}src/main.ts`;

export interface Server {
  child: ChildProcess;
  line: Record<string, string>;
}

/**
 * Starts a server of ours and reads the one line of JSON that tells where it is.
 * @param under a command that runs the server, such as `nice`
 */
export function startServer(
  args: readonly string[],
  { under = [] }: { under?: readonly string[] } = {},
): Promise<Server> {
  const child = spawned(args, under);
  return new Promise((resolve, reject) => {
    let text = '';
    // Settles nothing once the server is up.
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve({ child, line: JSON.parse(text.slice(0, end)) as Record<string, string> });
    });
  });
}

export function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export const urlOf = ({ line }: Server): string => line['url'] ?? '';
export const portOf = (server: Server): number => Number(new URL(urlOf(server)).port);

export interface Usage {
  /** Processor time since the start, over all threads. */
  cpuMicroseconds: number;
  residentMiB: number;
}

/** The kernel's figures of a process; where it has none, the process itself sends them. */
export async function usageOf(child: ChildProcess): Promise<Usage> {
  if (!hasProc) {
    child.send('usage');
    const [usage] = (await once(child, 'message')) as [Usage];
    return usage;
  }
  const usages = processesOf(child.pid ?? 0).map((pid) => {
    const folder = `/proc/${pid}`;
    const nanoseconds = readdirSync(`${folder}/task`).map((thread) => {
      try {
        return Number(readFileSync(`${folder}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
      } catch {
        // The thread has ended.
        return 0;
      }
    });
    const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]);
    return {
      cpuMicroseconds: nanoseconds.reduce((sum, each) => sum + each, 0) / 1000,
      residentMiB: kibibytes / 1024,
    };
  });
  return {
    cpuMicroseconds: usages.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0),
    residentMiB: usages.reduce((sum, { residentMiB }) => sum + residentMiB, 0),
  };
}

/** The process and those that it started. */
function processesOf(pid: number): number[] {
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...started.flatMap((each) => processesOf(Number(each)))];
}

const hasProc = process.platform === 'linux';

function spawned(args: readonly string[], under: readonly string[]): ChildProcess {
  const [program = '', ...before] = [...under, process.execPath];
  // On Linux without any flag, as users start it.
  const child = hasProc
    ? spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    : spawn(program, [...before, '--import', `${root}test/bench/report-usage.ts`, ...args], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
  // A benchmark that fails leaves no server behind.
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

export const sorted = (figures: readonly number[]): number[] => [...figures].sort((a, b) => a - b);

export const medianOf = (figures: readonly number[]): number =>
  sorted(figures)[figures.length >> 1] ?? Number.NaN;

/** Median, and the range it comes from. */
export function spread(figures: readonly number[], decimals = 0): string {
  const [median, least, most] = [medianOf(figures), Math.min(...figures), Math.max(...figures)].map(
    (figure) => figure.toFixed(decimals),
  );
  return `${median} (${least} to ${most})`;
}
