import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A new project with the packed package and the runners of the page. */
const folder = newFolder();
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

write('package.json', '{ "name": "user", "private": true, "type": "module" }');
const [packed] = JSON.parse(npm('pack', root, '--json', '--ignore-scripts')) as [{ filename: string }];
npm('install', '--ignore-scripts', `./${packed.filename}`, 'jest@30.5.2', '@playwright/test@1.65.1');

// The files of the page are fenced blocks whose first line is their name.
const page = readFileSync(join(root, 'docs/test-runners.md'), 'utf8');
const blocks = [...page.matchAll(/^```\w+\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)];
for (const [, text = '', name = ''] of blocks) write(name, text);

/** Runs a test runner of the project. @returns its exit code and output */
function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const path = script === '' ? [] : [join(folder, 'node_modules', script)];
  const outer = { ...process.env };
  for (const name of ['VITEST', 'NODE_OPTIONS', 'NODE_TEST_CONTEXT']) delete outer[name];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...path, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...outer, ...env },
  });
  return { status, text: stdout + stderr };
}

describe('a new project', () => {
  it('has the files of the page', () => {
    expect(blocks.map(([, , name]) => name)).toEqual([
      'usage.test.ts',
      'sandbox.setup.mjs',
      'sandbox.teardown.mjs',
      'jest.config.mjs',
      'usage.jest.mjs',
      'tests/sandbox.ts',
      'tests/profile.spec.ts',
    ]);
  });

  it('tests with node:test', () => {
    const { status, text } = run('', ['--test', 'usage.test.ts']);
    expect([status, text]).toEqual([0, expect.stringMatching(/pass 1\n/)]);
  });

  it('tests with node:test beside exec', () => {
    const shared = readFileSync(join(folder, 'usage.test.ts'), 'utf8')
      .replace('createSandbox, forKey', 'connect, forKey')
      .replace('createSandbox()', "connect(process.env.CREATOR_SANDBOX_URL ?? '')")
      .replace('after(() => shared.close());', '');
    write('shared.test.ts', shared);
    const { status, text } = run('creator-sandbox/dist/main.js', [
      'exec',
      '--',
      process.execPath,
      '--test',
      'shared.test.ts',
    ]);
    expect([status, text]).toEqual([0, expect.stringContaining('creator-sandbox: 1 request, 0 refused')]);
  });

  it.each([
    ['node:test', ['--test', 'usage.test.ts'], {}],
    ['Jest', ['node_modules/jest/bin/jest.js'], { NODE_OPTIONS: '--experimental-vm-modules' }],
    ['Playwright', ['node_modules/@playwright/test/cli.js', 'test', 'tests/profile.spec.ts'], {}],
  ])('fails %s beside exec when a gate does not hold, and passes it when all hold', (_name, runner, env) => {
    // These tests start a sandbox of their own.
    const withGate = (gate: string) =>
      run(
        'creator-sandbox/dist/main.js',
        ['exec', '--size', '60', gate, '--allow-no-requests', '--', process.execPath, ...runner],
        env,
      );
    const failed = withGate('--require=402');
    expect([failed.status, failed.text]).toEqual([3, expect.stringContaining('1 gate does not hold.')]);
    expect(withGate('--budget=1000')).toMatchObject({ status: 0 });
  });

  it('tests with Jest', () => {
    const { status, text } = run('jest/bin/jest.js', [], { NODE_OPTIONS: '--experimental-vm-modules' });
    expect([status, text]).toEqual([0, expect.stringMatching(/Tests: +1 passed, 1 total/)]);
  });

  it('tests with Playwright', () => {
    const { status, text } = run('@playwright/test/cli.js', ['test', 'tests/profile.spec.ts']);
    expect([status, text]).toEqual([0, expect.stringContaining('1 passed')]);
  });
});
