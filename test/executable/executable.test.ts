import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../src/system/version.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres } from '../postgres/server.ts';
import { startProcess } from '../process.ts';

/** As a user has it: the file, and no Node on the path. It is made by `npm run build:executable`. */
const target = `${process.platform}-${process.arch}`;
const built = new URL(`../../releases/out/creator-sandbox-${version}-${target}`, import.meta.url).pathname;
const call = '/clip/profile?uniqueId=sample.creator';

/** A folder that every user may read, with the executable in it. */
let bin: string;
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'bin-'));
  chmodSync(bin, 0o755);
  cpSync(built, join(bin, 'creator-sandbox'));
  return () => rmSync(bin, { recursive: true });
});

const path = () => `${bin}:/usr/bin:/bin`;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs one command line to its end. */
function run(cache: string, line: readonly string[], options: SpawnOptions = {}) {
  const { status, stdout, stderr } = spawnSync('creator-sandbox', line, {
    encoding: 'utf8',
    env: { PATH: path(), XDG_CACHE_HOME: cache },
    ...options,
  } as object);
  return { status, out: String(stdout), err: String(stderr) };
}

/** Starts a sandbox. It ends with the test. */
async function start(cache: string, flags: readonly string[] = []) {
  const env = { PATH: path(), XDG_CACHE_HOME: cache };
  const sandbox = await startProcess(flags, { command: ['creator-sandbox'], env });
  onTestFinished(() => void sandbox.end('SIGTERM'));
  return sandbox;
}

const programs = (cache: string) => join(cache, 'creator-sandbox', 'programs');
const programIn = (cache: string) => {
  const [name] = readdirSync(programs(cache));
  return join(programs(cache), name as string);
};

describe('an executable', () => {
  test('answers calls, in one process and in two, without Node on the path', async () => {
    const server = await createPostgres();
    onTestFinished(() => server.remove());
    const cache = newFolder();
    expect(spawnSync('node', { env: { PATH: bin } }).error).toMatchObject({ code: 'ENOENT' });
    for (const flags of [[], ['--processes', '2', '--ledger', newSchema(server.url)]]) {
      const { url, admin, end } = await start(cache, flags);
      const reply = await fetch(`${url}${call}`, { headers: { 'api-key': 'demo-full' } });
      expect([reply.status, await reply.json()]).toMatchObject([200, { creditsUsed: 2 }]);
      expect((await fetch(`${admin}/`)).headers.get('content-type')).toContain('text/html');
      expect(await end('SIGTERM')).toBe(0);
    }
  });

  test('runs a suite of its user, whose exit code it passes on', () => {
    const script = `curl -sf "$CREATOR_SANDBOX_URL${call}" -H "api-key: $CREATOR_SANDBOX_KEY" >/dev/null && exit 7`;
    const { status, err } = run(newFolder(), ['exec', '--size', '60', '--', 'sh', '-c', script]);
    expect(err).toContain('1 request');
    expect(status).toBe(7);
  });

  test('makes worlds of other sizes by its own workers', () => {
    const cache = newFolder();
    const { status, out } = run(cache, ['world', 'find', '--seed', '7', '--size', '80', '--json', 'limit=1']);
    expect([status, JSON.parse(out)]).toMatchObject([0, expect.anything()]);
  });

  test('shows the pages of its manual to an agent', () => {
    const ask = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'resources/list' },
    ];
    const { out } = run(newFolder(), ['mcp', '--size', '60'], {
      input: `${ask.map((each) => JSON.stringify(each)).join('\n')}\n`,
    } as object);
    const replies = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: object });
    const listed = replies.find(({ id }) => id === 2)?.result as { resources: unknown[] };
    expect(listed.resources.length).toBeGreaterThan(10);
  });

  test('unpacks itself once', () => {
    const cache = newFolder();
    expect(run(cache, ['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
    const before = statSync(join(programIn(cache), 'dist', 'main.js'));
    expect(run(cache, ['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
    expect(statSync(join(programIn(cache), 'dist', 'main.js')).ino).toBe(before.ino);
  });

  test('that is started eight times at once unpacks one program, and all starts succeed', async () => {
    const cache = newFolder();
    const starts = Array.from({ length: 8 }, async () => {
      const child = spawn('creator-sandbox', ['--version'], {
        env: { PATH: path(), XDG_CACHE_HOME: cache },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let err = '';
      child.stderr.on('data', (data) => {
        err += data;
      });
      const [status] = await once(child, 'close');
      return { status, err };
    });
    expect(await Promise.all(starts)).toEqual(Array(8).fill({ status: 0, err: '' }));
    expect(readdirSync(programs(cache))).toHaveLength(1);
  });

  test('unpacks itself again when a file was changed, and says so in one sentence', () => {
    const cache = newFolder();
    run(cache, ['--version']);
    const file = join(programIn(cache), 'dist', 'main.js');
    appendFileSync(file, '\n');
    expect(run(cache, ['--version'])).toEqual({
      status: 0,
      out: `${version}\n`,
      err: `creator-sandbox: ${file} was not as it was unpacked: the program is unpacked again.\n`,
    });
  });

  // A disk of its own takes a user namespace, which not every container allows.
  const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

  test.skipIf(!mayMount)('on a full disk ends in one sentence with code 2', () => {
    const cache = newFolder();
    const script = `mount -t tmpfs -o size=6m none ${cache} && XDG_CACHE_HOME=${cache} creator-sandbox --version; echo "code $?"; ls -A ${cache}/creator-sandbox/programs`;
    const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script], {
      encoding: 'utf8',
      env: { PATH: path() },
    });
    expect(stderr).toBe(
      `creator-sandbox: The program cannot be unpacked into ${programs(cache)}: the disk is full. Name another cache folder with XDG_CACHE_HOME.\n`,
    );
    expect(stdout).toBe('code 2\n');
  });

  test('runs as a user without a home that can be written', () => {
    const home = newFolder();
    chmodSync(home, 0o555);
    const temp = newFolder();
    chmodSync(temp, 0o1777);
    const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const env = { PATH: path(), HOME: home, TMPDIR: temp };
    const version1 = run('', ['--version'], { env, ...asNobody });
    expect(version1).toEqual({ status: 0, out: `${version}\n`, err: '' });
    expect(readdirSync(home)).toEqual([]);
    const script = `curl -sf "$CREATOR_SANDBOX_URL${call}" -H "api-key: $CREATOR_SANDBOX_KEY"`;
    const { status, out } = run('', ['exec', '--size', '60', '--', 'sh', '-c', script], { env, ...asNobody });
    expect([status, JSON.parse(out)]).toMatchObject([0, { success: true }]);
  });
});

describe('self', () => {
  test('says what the executable is and where it unpacked, and removes that', () => {
    const cache = newFolder();
    const shown = run(cache, ['self']);
    const folder = programIn(cache);
    expect(shown).toMatchObject({ status: 0, err: '' });
    expect(shown.out).toMatch(
      new RegExp(
        `^creator-sandbox ${version} for ${target}, with Node [\\d.]+: one file, ${bin}/creator-sandbox\n` +
          `Unpacked: ${folder} \\([\\d.]+ MiB, in use by 1 process, this program\\)\n$`,
      ),
    );
    expect(run(cache, ['self', '--remove'])).toEqual({ status: 0, out: `Removed ${folder}\n`, err: '' });
    expect(readdirSync(programs(cache))).toEqual([]);
  });

  test('removes nothing that a sandbox runs from, and names the process', async () => {
    const cache = newFolder();
    const { pid, url, end } = await start(cache);
    const folder = programIn(cache);
    expect(run(cache, ['self', '--remove'])).toEqual({
      status: 1,
      out: '',
      err: `creator-sandbox: ${folder} stays: process ${pid} uses it.\n`,
    });
    expect((await fetch(`${url}${call}`, { headers: { 'api-key': 'demo-full' } })).status).toBe(200);
    expect(await end('SIGTERM')).toBe(0);
    expect(run(cache, ['self', '--remove'])).toEqual({ status: 0, out: `Removed ${folder}\n`, err: '' });
  });

  test('of the package says that it is one', () => {
    const main = new URL('../../dist/main.js', import.meta.url).pathname;
    const cache = newFolder();
    const out = execFileSync(process.execPath, [main, 'self'], {
      encoding: 'utf8',
      env: { XDG_CACHE_HOME: cache },
    });
    expect(out).toMatch(/: the package in .*\nNo executable has unpacked anything\.\n$/);
  });
});

test('the digest beside the executable is that of the file', () => {
  const folder = new URL('../../releases/out/', import.meta.url).pathname;
  const checked = spawnSync('sha256sum', ['--check', `${built}.sha256`], { cwd: folder, encoding: 'utf8' });
  expect(checked.status, checked.stderr).toBe(0);
  expect(readFileSync(`${built}.sha256`, 'utf8')).toMatch(/^[\da-f]{64} {2}creator-sandbox-/);
});
