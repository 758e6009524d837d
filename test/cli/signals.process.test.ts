import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { runToEnd, startProcess } from '../process.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs the program, and ends it after a while. @param next follows until it has ended @returns how it ended */
async function endedAfter(
  ms: number,
  args: string[],
  env: Record<string, string> = {},
  next?: NodeJS.Signals,
) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  await sleep(ms);
  child.kill('SIGTERM');
  // Signals of one moment come in the order of their numbers.
  for (; next && child.exitCode === null && child.signalCode === null; await sleep(2)) child.kill(next);
  const [code, signal] = await exited;
  return code ?? signal;
}

/** The milliseconds of some work, of which a test takes parts: so it meets the same moments on any machine. */
async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe('a second signal', () => {
  it('changes nothing: a terminal and the program that started the sandbox may both send one', async () => {
    const { url, end } = await startProcess(['--pace', '60000']);
    const reply = await fetch(`${url}/nls`, {
      method: 'POST',
      headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'short video creators with more than 1000 followers' }),
    });
    const ended = Promise.all([end('SIGINT'), end('SIGTERM'), reply.text()]);
    expect(await ended).toEqual([0, 0, expect.stringContaining('SERVICE_UNAVAILABLE')]);
  });
});

describe('SIGTERM', () => {
  it('ends a start at any moment, and the ledger stays whole', async () => {
    const data = newFolder();
    const args = ['--data', data];
    const startMs = await durationOf(async () => (await startProcess(args)).end('SIGTERM'));
    for (const part of [0, 0.2, 0.5, 0.8, 1.2]) {
      const ended = await endedAfter(part * startMs, ['start', '--port', '0', '--size', '60', ...args]);
      // by default before the handler, 143 until the command has taken over, 0 from then on
      expect(['SIGTERM', 143, 0], `after ${part} of a start`).toContain(ended);
    }
    const sandbox = await startProcess(args);
    expect((await sandbox.get(sandbox.example, 'demo-full')).status).toBe(200);
    expect(await sandbox.end('SIGTERM')).toBe(0);
  });

  it('leaves no part of a world that was being built, SIGQUIT behind it or not', async () => {
    const world = ['--size', '200', '--seed', '7'];
    const build = () => runToEnd(['world', 'build', ...world], { XDG_CACHE_HOME: newFolder() });
    const buildMs = await durationOf(build);
    const cache = newFolder();
    for (const [part, next] of [[0.4], [0.6, 'SIGQUIT'], [0.8, 'SIGQUIT']] as const) {
      const start = ['start', '--port', '0', ...world];
      const ended = await endedAfter(part * buildMs, start, { XDG_CACHE_HOME: cache }, next);
      // before the handlers either signal ends the program: of two that wait, the system delivers the lower number
      expect(['SIGTERM', next, 143, 0]).toContain(ended);
    }
    const files = readdirSync(cache, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.includes('unfinished'))).toEqual([]);
  });

  it('ends a command that has nothing to close as it would by default', async () => {
    const asked = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void asked.close());
    await once(asked, 'listening');
    const { port } = asked.address() as AddressInfo;
    const child = spawn(process.execPath, [main, 'health', '--port', `${port}`, '--wait', '60s']);
    await once(asked, 'connection');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });
});

describe('a place that cannot be written', () => {
  it.each(['/proc/x', '/proc/x/y'])('such as %s for the ledger is refused in a sentence', async (data) => {
    const { code, err } = await runToEnd(['start', '--port', '0', '--size', '60', '--data', data]);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        new RegExp(`^creator-sandbox: The data folder ${data} cannot be written \\(.+\\)\\.\\n$`),
      ),
    });
  });

  it('with no temporary folder either ends a start in a sentence', async () => {
    const env = { XDG_CACHE_HOME: '/proc/none', TMPDIR: '/proc/none' };
    const child = spawn(process.execPath, [main, 'start', '--port', '0', '--size', '61', '--seed', '77'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    let err = '';
    child.stderr.on('data', (piece) => {
      err += piece;
    });
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
    expect(err).toMatch(
      /^creator-sandbox: The world cannot be written to \/proc\/none\/creator-sandbox-\d+\/world-77-61-\w+\.sqlite \(.+XDG_CACHE_HOME changes the cache folder\.\n$/,
    );
  });
});
