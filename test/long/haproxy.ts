import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { freePort } from '../postgres/free-port.ts';

/** Whether HAProxy is installed (`apt-get install haproxy`). */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

/** Starts HAProxy as docker-compose.cluster.yml configures it. It ends with the test. @returns its URL */
export async function startHaproxy(replicas: readonly string[]): Promise<string> {
  const port = await freePort();
  const file = join(newFolder(), 'haproxy.cfg');
  writeFileSync(file, configOf(replicas, port));
  const child: ChildProcess = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${url}/__admin/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return url;
}

/** The configuration in the compose file. Docker's names become the addresses of these replicas. */
function configOf(replicas: readonly string[], port: number): string {
  const compose = readFileSync(new URL('../../docker-compose.cluster.yml', import.meta.url), 'utf8');
  const [, content = ''] = /\n {4}content: \|\n((?: {6}.*\n)+)/.exec(compose) ?? [];
  const lines = content
    .replace(/ {6}resolvers docker\n(?: {8}.*\n)+/, '')
    .replace('bind :4310', `bind 127.0.0.1:${port}`)
    .split('\n');
  return lines
    .flatMap((line) => {
      const [, options] =
        /server-template replica 10 replica:4310 (.*) resolvers docker init-addr none/.exec(line) ?? [];
      if (options === undefined) return [line];
      return replicas.map((url, n) => `server replica${n} ${new URL(url).host} ${options}`);
    })
    .map((line) => line.slice(line.startsWith('      ') ? 6 : 0))
    .join('\n');
}
