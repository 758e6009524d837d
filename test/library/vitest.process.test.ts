import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/library/index.ts';
import { compile } from '../types/compile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

const env = { ...process.env };
for (const name of ['VITEST', 'VITEST_WORKER_ID', 'VITEST_POOL_ID', 'REPORT']) delete env[name];

const external = String.raw`server: { deps: { external: [/\/src\//] } }`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A project with a setup and test files. It is inside this one, where the packages are found. */
function project(options: object, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(root, 'test/library/run-'));
  folders.push(folder);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write(
    'setup.ts',
    `import { setupWith } from '${root}src/library/vitest-setup.ts';\nexport default setupWith(${JSON.stringify(options)});`,
  );
  write(
    'vitest.config.ts',
    // Node reads the program by itself, in half the time that vitest needs to.
    `export default { test: { globalSetup: './setup.ts', ${external}, testTimeout: 600_000, hookTimeout: 600_000 } };`,
  );
  for (const [name, text] of Object.entries(files))
    write(
      name,
      `import { expect, inject, it, test } from 'vitest';
import { sandboxFixture, useSandbox } from '${root}src/library/vitest.ts';
const list = (url: string, headers: Record<string, string>) => fetch(url + '/sponsor/list?pageSize=1', { headers });
${text}`,
    );
  return {
    run: () =>
      ended(spawnSync(process.execPath, [vitest, 'run', '--root', folder], { encoding: 'utf8', env })),
    besideExec: (...flags: string[]) =>
      ended(
        spawnSync(
          process.execPath,
          [
            join(root, 'src/main.ts'),
            'exec',
            '--size',
            '60',
            ...flags,
            '--',
            process.execPath,
            vitest,
            'run',
            '--root',
            folder,
          ],
          { encoding: 'utf8', env },
        ),
      ),
    folder,
    report: () => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report,
  };
}

const ended = ({ status, stdout, stderr }: SpawnSyncReturns<string>) => ({ status, text: stdout + stderr });

const cart = `const sandbox = await useSandbox({ plan: 100 });
it('pays', async () => {
  await list(sandbox.url, sandbox.own.headers);
  expect(await sandbox.spent()).toBe(1);
});
it('knows its tests', async () => {
  await list(sandbox.url, sandbox.own.headers);
  const { byTest } = (await sandbox.report()).receipt;
  expect(byTest.map(({ test, calls }) => [test, calls])).toEqual([
    ['cart.test.ts > knows its tests', 1],
    ['cart.test.ts > pays', 1],
  ]);
});`;

describe('a run of vitest', () => {
  it('gives each file a key, and a sandbox where the settings differ, and ends with one report', async () => {
    const { run, report, folder } = project(
      { size: 60, clock: '2026-06-01T12:00:00Z', pace: 0, report: { json: 'report.json' } },
      {
        'own.test.ts': `const sandbox = await useSandbox({ plan: 2, settings: { pace: 0 } });
it('acts on the key of the file', async () => {
  expect(sandbox.url).toBe(inject('creatorSandbox').url);
  const other = await sandbox.admin.key({ plan: 9 });
  await list(sandbox.url, other.headers);
  await sandbox.fault({ respond: { status: 503 }, times: 1 });
  expect((await list(sandbox.url, sandbox.own.headers)).status).toBe(503);
  expect((await list(sandbox.url, sandbox.own.headers)).status).toBe(200);
  await sandbox.verify({ operation: 'sponsor/list' }, { exactly: 2 });
  expect(await sandbox.advance('31d')).toHaveLength(1);
  expect((await sandbox.clock()).now).toBe(Date.parse('2026-06-01T12:00:00Z'));
  await sandbox.reset();
  expect(await sandbox.requests()).toEqual([]);
  expect([await sandbox.count({ key: other.id }), await sandbox.spent(other.id)]).toEqual([1, 1]);
});`,
        'shop/settings.test.ts': `const sandbox = await useSandbox({ settings: { vocabulary: 'published', strict: true, seed: 7 } });
it('has a sandbox of its own', async () => {
  expect(sandbox.url).not.toBe(inject('creatorSandbox').url);
  expect(await sandbox.admin.settings()).toMatchObject({ vocabulary: 'published', strict: true, seed: 7, size: 60, pace: 0 });
  expect((await fetch(sandbox.url + '/tiktok/niches', { headers: sandbox.own.headers })).status).toBe(200);
});`,
        'fixtures.test.ts': `const withSandbox = test.extend({ sandbox: sandboxFixture({ plan: 5 }) });
const keys = new Set<string>();
for (const name of ['one', 'two'])
  withSandbox(name, async ({ sandbox }) => {
    keys.add(sandbox.own.id);
    await list(sandbox.url, sandbox.own.headers);
    expect(await sandbox.spent()).toBe(1);
  });
it('gave each test a key', async () => {
  expect(keys.size).toBe(2);
  const gone = await fetch(inject('creatorSandbox').adminUrl + '/keys/' + [...keys][0]);
  expect(gone.status).toBe(404);
});`,
      },
    );
    const lenient =
      '--allowImportingTsExtensions --skipLibCheck true --types node --lib es2024,esnext.disposable';
    const others = ['own.test.ts', 'shop/settings.test.ts', 'setup.ts'];
    expect(await compile('fixtures.test.ts', folder, ...lenient.split(' '), ...others)).toBe('');
    const { status, text } = run();
    expect([status, text]).toEqual([0, expect.stringContaining('5 passed')]);
    const { calls, byKey, byOperation, byTest } = report().receipt;
    expect(byKey.map(({ label }) => label).sort()).toEqual([
      ...['fixtures.test.ts', 'fixtures.test.ts', 'own.test.ts', 'own.test.ts 2'],
      'settings.test.ts',
    ]);
    expect(text).toContain(`creator-sandbox: ${calls} requests, 1 refused (1 of them injected)`);
    expect(byOperation.map(({ operation, calls }) => [operation, calls])).toEqual([
      ['clip/niches', 1],
      ['sponsor/list', 5],
    ]);
    expect(byTest.map(({ test, calls }) => [test, calls])).toEqual([
      ['fixtures.test.ts > one', 1],
      ['fixtures.test.ts > two', 1],
      ['own.test.ts > acts on the key of the file', 3],
      ['shop/settings.test.ts > has a sandbox of its own', 1],
    ]);
  });

  it.each(['forks', 'threads'])('leads requests to the hosts of its setup to the sandbox, in %s', (pool) => {
    const { run, folder } = project(
      { size: 60, serviceHosts: ['api.example.com'] },
      {
        'client.test.ts': `const sandbox = await useSandbox({ plan: 10 });
it('asks the service', async () => {
  const { status } = await list('https://api.example.com', sandbox.own.headers);
  expect([status, await sandbox.spent()]).toEqual([200, 1]);
});`,
      },
    );
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      `export default { test: { globalSetup: './setup.ts', ${external}, pool: '${pool}' } };`,
    );
    const { status, text } = run();
    expect([status, text]).toEqual([0, expect.stringContaining('1 request to api.example.com. It holds.')]);
  });

  it('fails when a gate of its setup does not hold, and says why', () => {
    const { status, text } = project({ size: 60, budget: 1 }, { 'cart.test.ts': cart }).run();
    expect([status, text]).toEqual([
      1,
      expect.stringContaining('1 gate does not hold. The run spent 2 credits'),
    ]);
    expect(text).toContain('2 passed');
  });

  it('is one for all projects that name one setup: its budget, its report', () => {
    const { run, report, folder } = project(
      { size: 60, budget: 3, report: { json: 'report.json' } },
      { 'a/cart.test.ts': cart, 'b/cart.test.ts': cart.replaceAll("'cart.test.ts", "'b/cart.test.ts") },
    );
    const projects = ['a', 'b'].map((name) => ({
      test: { name, include: [`${name}/*.test.ts`], globalSetup: join(folder, 'setup.ts') },
    }));
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      `export default { test: { testTimeout: 600_000, projects: ${JSON.stringify(projects)} } };`,
    );
    const { status, text } = run();
    expect([status, text]).toEqual([1, expect.stringContaining('The run spent 4 credits')]);
    expect(text.match(/creator-sandbox: 4 requests/g)).toHaveLength(1);
    expect(report().receipt.calls).toBe(4);
  });

  it('does not begin when no run can fulfil a gate', () => {
    const { status, text } = project({ size: 60, require: ['418'] }, { 'cart.test.ts': cart }).run();
    expect([status, text]).toEqual([1, expect.stringContaining('no operation can answer "418"')]);
  });

  it('uses the sandbox of exec, with the clock of its setup, and the report of exec ends the run', () => {
    const clock = '2026-06-01T12:00:00Z';
    const { besideExec } = project(
      { budget: 2, clock },
      {
        'cart.test.ts': cart,
        'clock.test.ts': `const sandbox = await useSandbox({ plan: 1 });
it('has the clock', async () => expect((await sandbox.clock()).now).toBe(Date.parse('${clock}')));`,
      },
    );
    const { status, text } = besideExec();
    expect([status, text]).toEqual([0, expect.stringContaining('3 passed')]);
    expect(text.match(/creator-sandbox: 2 requests, 0 refused/g)).toHaveLength(1);
  });

  it('does not begin beside exec with other settings', () => {
    const { besideExec } = project({ vocabulary: 'published' }, { 'cart.test.ts': cart });
    const { status, text } = besideExec();
    expect([status, text]).toEqual([
      1,
      expect.stringMatching(
        /wants vocabulary "published", but .* has "auto"\. Start that one with --vocabulary\./,
      ),
    ]);
  });
});
