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

/** Starts the program and ends it after so many milliseconds. @returns how it ended, and how long that took */
async function endedAfter(ms: number, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  await sleep(ms);
  const startedAt = performance.now();
  child.kill('SIGTERM');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { ended: code ?? signal, took: performance.now() - startedAt };
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
    const args = ['start', '--port', '0', '--size', '60', '--data', data];
    for (const ms of [0, 30, 60, 100, 150, 200, 250, 300, 350, 400, 500, 700, 1000]) {
      const { ended, took } = await endedAfter(ms, args);
      // by default before the handler, 143 until the command has taken over, 0 from then on
      expect(['SIGTERM', 143, 0], `after ${ms} ms`).toContain(ended);
      expect(took).toBeLessThan(20_000);
    }
    const sandbox = await startProcess(['--data', data]);
    expect((await sandbox.get(sandbox.example, 'demo-full')).status).toBe(200);
    expect(await sandbox.end('SIGTERM')).toBe(0);
  });

  it('leaves no part of a world that was being built', async () => {
    const cache = newFolder();
    const env = { XDG_CACHE_HOME: cache };
    for (const ms of [400, 700, 1000, 1500]) {
      const { ended } = await endedAfter(ms, ['start', '--port', '0', '--size', '400', '--seed', '7'], env);
      expect(['SIGTERM', 143, 0]).toContain(ended);
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
    const startedAt = performance.now();
    const { code, err } = await runToEnd(['start', '--port', '0', '--size', '60', '--data', data]);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        new RegExp(`^creator-sandbox: The data folder ${data} cannot be written \\(.+\\)\\.\\n$`),
      ),
    });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
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
      /^creator-sandbox: The world cannot be written to \/proc\/none\/creator-sandbox\/world-77-61-\w+\.sqlite \(.+XDG_CACHE_HOME moves the first\.\n$/,
    );
  });
});
