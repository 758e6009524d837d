import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BareReply, ServerName } from './bench.ts';
import { root, type Server } from './servers.ts';

/**
 * Mock servers of others, with the replies of the sandbox as templates: Mockoon, and Flask under gunicorn. They check no
 * credits, keep no journal and know no creators. They are installed in `folder`, from npm and from Debian's packages.
 * @throws where they cannot be installed
 */
export async function startPeers(
  folder: string,
  replies: readonly BareReply[],
): Promise<[ServerName, Server][]> {
  const templates = (trace: string, timestamp: string) =>
    replies.map((reply) => ({
      ...reply,
      body: reply.body
        .replace(/"traceId":"[0-9a-f]+"/, `"traceId":"${trace}"`)
        .replace(/"timestamp":\d+/, `"timestamp":${timestamp}`),
    }));
  return [
    [
      'mockoon',
      await startMockoon(folder, templates("{{faker 'string.hexadecimal' length=32}}", "{{now 'T'}}")),
    ],
    ['flask', await startFlask(folder, templates('{{ trace_id }}', '{{ timestamp }}'))],
  ];
}

async function startMockoon(folder: string, replies: readonly BareReply[]): Promise<Server> {
  const npm = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', '@mockoon/cli@9.9.0'];
  execFileSync('npm', npm, { stdio: 'inherit' });
  const port = await freePort();
  const file = join(folder, 'mockoon.json');
  writeFileSync(file, JSON.stringify(mockoonEnvironment(replies, port)));
  const cli = join(folder, 'node_modules/@mockoon/cli/bin/run.js');
  return upAt(
    port,
    spawn(process.execPath, [cli, 'start', '--data', file, '--repair', '--disable-log-to-file'], quiet),
  );
}

function mockoonEnvironment(replies: readonly BareReply[], port: number): object {
  const routes = replies.map(({ name, method, type, body }, at) => ({
    uuid: idAt(at),
    type: 'http',
    method: method.toLowerCase(),
    endpoint: name,
    responses: [
      {
        uuid: idAt(1000 + at),
        body,
        statusCode: 200,
        headers: [{ key: 'Content-Type', value: type }],
        bodyType: 'INLINE',
        default: true,
      },
    ],
  }));
  return {
    uuid: idAt(9999),
    lastMigration: 33,
    name: 'bench',
    port,
    hostname: '127.0.0.1',
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  };
}

const idAt = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function startFlask(folder: string, replies: readonly BareReply[]): Promise<Server> {
  const packages = join(folder, 'debian');
  mkdirSync(packages);
  const names = ['flask', 'werkzeug', 'jinja2', 'markupsafe', 'itsdangerous', 'click', 'blinker', 'gunicorn'];
  execFileSync('apt-get', ['download', '-qq', ...names.map((name) => `python3-${name}`)], { cwd: packages });
  for (const file of readdirSync(packages)) execFileSync('dpkg', ['-x', file, '.'], { cwd: packages });
  const file = join(folder, 'flask.json');
  writeFileSync(file, JSON.stringify(replies));
  const port = await freePort();
  const gunicorn = ['-m', 'gunicorn', '--bind', `127.0.0.1:${port}`, '--worker-class', 'gthread'];
  const child = spawn(
    '/usr/bin/python3',
    [...gunicorn, '--threads', '8', '--keep-alive', '75', 'peers:app'],
    {
      ...quiet,
      cwd: `${root}test/bench`,
      env: {
        ...process.env,
        PYTHONPATH: join(packages, 'usr/lib/python3/dist-packages'),
        PYTHONDONTWRITEBYTECODE: '1',
        REPLIES: file,
      },
    },
  );
  return upAt(port, child);
}

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };

/** Waits until the server answers anything. */
async function upAt(port: number, child: ChildProcess): Promise<Server> {
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply) return { child, line: { url } };
    await sleep(100);
  }
  throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
