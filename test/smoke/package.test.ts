import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';
import { agentOver } from '../agents/client.ts';

import { linksIn } from '../markdown.ts';
import { newFolder } from '../new-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = newFolder();

const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A module that prints the URL of each file that the process loads. */
const printLoaded = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) process.stderr.write('loaded ' + url + '\\n');
    return next(url, context);
  },
});`;

describe('the packed package', () => {
  const [packed] = JSON.parse(npm('pack', root, '--json', '--ignore-scripts')) as [
    { filename: string; files: { path: string }[] },
  ];
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  npm('install', '--ignore-scripts', '--omit=dev', join(folder, packed.filename));
  const main = join(folder, 'node_modules/creator-sandbox/dist/main.js');

  it('holds the compiled program and the default world, no sources, under 14 MB', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/main.js',
        'dist/ui/index.html',
        'dist/types/src/library/index.d.ts',
        'docs/agents.md',
        'dist/types/service/published/v3.d.ts',
        'world/world-1-1200.sqlite.zst',
        'fixtures/exchanges/v3/clip/profile/get.json',
        'README.md',
        'LICENSE',
      ]),
    );
    expect(paths.filter((path) => /^(src|seed|test)\//.test(path) || path.endsWith('.test.js'))).toEqual([]);
    expect(statSync(join(folder, packed.filename)).size).toBeLessThan(14_000_000);
  });

  describe('an error that nobody expects has a sentence and a trace in the sources, not the line of a bundle', () => {
    const isReadable = (stderr: string) =>
      expect(stderr.split('\n').filter((line) => line.length > 300)).toEqual([]);

    /** Starts the program with a line that breaks it. */
    const startBroken = (line: string) => {
      const broken = `import http from 'node:http'; ${line}`;
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(broken)}`, main, '--port', '0'],
        { encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') } },
      );
      expect(status).toBe(1);
      isReadable(stderr);
      return stderr;
    };

    it('in the command line', () => {
      const stderr = startBroken("http.createServer = () => { throw new Error('broken'); };");
      expect(stderr).toContain('creator-sandbox: Something unexpected went wrong.\nError: broken\n');
      expect(stderr).toMatch(/\n {4}at .*\(src\/app\/.+\.ts:\d+:\d+\)\n/);
    });

    it('outside of every promise of the command line', () => {
      const stderr = startBroken(
        "http.createServer = () => { setTimeout(() => { throw new Error('later'); }); return new http.Server(); };",
      );
      expect(stderr).toContain('creator-sandbox: Something unexpected went wrong.\nError: later\n');
    });

    it.each([
      ['await createSandbox({ size: -1 });', /UsageError: .*\n[\s\S]*\(src\/library\/index\.ts:\d+:\d+\)/],
      [
        'const sandbox = await createSandbox(); await sandbox.key({ plan: -1 });',
        /AdminError: 'plan' must be at least 0\.\n[\s\S]*src\/client\/admin-call\.ts:\d+/,
      ],
    ])('in the library: %s', (script, said) => {
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', `import { createSandbox } from 'creator-sandbox'; ${script}`],
        { cwd: folder, encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') } },
      );
      expect(status).toBe(1);
      expect(stderr).toMatch(said);
      isReadable(stderr);
    });
  });

  it.each([
    [['--version'], 15_000],
    [['--help'], 530_000],
    [['health', '--port', '1'], 530_000],
  ])('loads little for %j: of its own files less than %i bytes', (line, most) => {
    const hook = join(folder, 'print-loaded.mjs');
    writeFileSync(hook, printLoaded);
    const { stderr } = spawnSync(process.execPath, ['--import', hook, main, ...line], {
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
    });
    const loaded = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, url = '']) => fileURLToPath(url));
    expect(loaded).toContain(main);
    expect(loaded.filter((file) => dirname(file) !== dirname(main))).toEqual([]);
    const sizes = loaded.map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(most);
  });

  it('serves an agent, with its documents', async () => {
    const agent = await agentOver([main, 'mcp'], { XDG_CACHE_HOME: join(folder, 'cache') });
    expect(await agent.call('open_key', { budget: 2 })).toMatchObject({ refused: false });
    expect(await agent.read('sandbox://docs/agents')).toContain('# Agents');
  });

  it('brings the licence of each package that it ships or installs', () => {
    const bundled = readFileSync(
      join(folder, 'node_modules/creator-sandbox/dist/third-party-licences.txt'),
      'utf8',
    );
    const heads = [...bundled.matchAll(/^(@?[a-z][\w@/.-]*) \d+\.\d+\.\d+[^,\n]*, (.*)$/gm)];
    expect(heads.length).toBeGreaterThan(40);
    const known = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD)$/;
    expect(heads.filter(([, , licence = '']) => !known.test(licence)).map(([head]) => head)).toEqual([]);
    expect(
      readFileSync(join(folder, 'node_modules/creator-sandbox/dist/ui/third-party-licences.md'), 'utf8'),
    ).toContain('preact');
    const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder });
    expect(installed.length).toBeGreaterThan(2);
    for (const file of installed)
      expect(
        (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { license: string }).license,
        file,
      ).toMatch(known);
  });

  it('has everything to which its README leads', () => {
    const paths = packed.files.map(({ path }) => path);
    const links = linksIn(readFileSync(join(folder, 'node_modules/creator-sandbox/README.md'), 'utf8'));
    const leads = (link: string) => paths.some((path) => path === link || path.startsWith(link));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !leads(link.replace(/#.*/, '')))).toEqual([]);
  });

  it('starts, answers once and stops', async () => {
    // An empty home proves that the world comes from the package and is not built.
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
    const child = spawn(process.execPath, [main, '--port', '0'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const ready = JSON.parse(line) as { example: string };
    const reply = await fetch(ready.example, { headers: { 'api-key': 'demo-full' } });
    expect(await reply.json()).toMatchObject({ success: true, creditsUsed: 2 });
    const page = new URL('/__admin/', ready.example);
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await (await fetch(page)).text()) ?? [];
    expect(await (await fetch(new URL(script, page))).text()).toContain('creator-sandbox');
    const target = ['compare', '--target', new URL(ready.example).origin, '--key', 'demo-full'];
    const verified = await promisify(execFile)(process.execPath, [main, ...target], { env });
    expect(verified.stdout).toContain(' compared, 0 different, ');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(err).toBe('');
  });

  it('builds the world if the one of the package is damaged', () => {
    const file = join(folder, 'node_modules/creator-sandbox/world/world-1-1200.sqlite.zst');
    const whole = readFileSync(file);
    const world = (cache: string) =>
      spawnSync(process.execPath, [main, 'world', 'build'], {
        encoding: 'utf8',
        env: { ...process.env, XDG_CACHE_HOME: join(folder, cache) },
      });
    const { stdout } = world('cache-of-whole');
    writeFileSync(file, whole.with(whole.length >> 1, (whole[whole.length >> 1] as number) ^ 1));
    const built = world('cache-of-damaged');
    writeFileSync(file, whole);
    expect(built.stderr).toContain('Building the world');
    expect(built.stdout.replace('cache-of-damaged', 'cache-of-whole')).toBe(stdout);
  });

  const majors = [22, 24, 26];
  const nodes = join(folder, 'nodes');
  beforeAll(() => {
    const dependencies = Object.fromEntries(majors.map((major) => [`node${major}`, `npm:node@${major}`]));
    mkdirSync(nodes);
    writeFileSync(
      join(nodes, 'package.json'),
      JSON.stringify({ private: true, dependencies, allowScripts: { node: true } }),
    );
    // Node 26 needs the system library libatomic (Debian: libatomic1).
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: nodes, stdio: 'pipe' });
  });

  it.each(majors)('is installed and used under Node %i', (major) => {
    const said = execFileSync(
      'bash',
      [join(root, 'releases/use-package.sh'), join(folder, packed.filename)],
      {
        encoding: 'utf8',
        stdio: 'pipe',
        env: {
          ...process.env,
          PATH: `${join(nodes, `node_modules/node${major}/bin`)}:${process.env['PATH']}`,
          XDG_CACHE_HOME: join(folder, 'cache'),
        },
      },
    );
    expect(said).toContain(`node ${major}.`);
    expect(said).toContain('both sandboxes answer');
  });

  it('holds the OpenAPI documents of the default settings, and makes those of others', () => {
    const openapi = (...flags: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, [main, 'openapi', '--port', '9', ...flags], {
          encoding: 'utf8',
          env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
          maxBuffer: 10_000_000,
        }),
      ) as { info: { title: string }; servers: { url: string }[]; paths: object };
    const packed = join(dirname(main), 'openapi-neutral.json.gz');
    const made = openapi('--lookups', 'get');
    const bytes = readFileSync(packed);
    expect(openapi().paths).toMatchObject(made.paths);
    // A mark in the file shows which documents come from it.
    writeFileSync(packed, gzipSync(String(gunzipSync(bytes)).replaceAll(made.info.title, 'Marked')));
    expect(openapi()).toMatchObject({ info: { title: 'Marked' }, servers: [{ url: 'http://127.0.0.1:9' }] });
    for (const flags of [
      ['--lookups', 'get'],
      ['--vocabulary', 'published'],
      ['--seed', '2', '--size', '30'],
    ])
      expect(openapi(...flags).info.title).toBe(made.info.title);
    writeFileSync(packed, bytes.subarray(0, 100));
    expect(openapi().info.title).toBe(made.info.title);
    writeFileSync(packed, bytes);
  });
});
