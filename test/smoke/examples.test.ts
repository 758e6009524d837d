import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

cpSync(join(root, 'examples'), folder, { recursive: true });
const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const [packed] = JSON.parse(npm(['pack', root, '--json', '--ignore-scripts'], folder)) as [
  { filename: string },
];
const typescript = join(folder, 'typescript');
// As a user would install it, but from the package that was just built.
writeFileSync(join(typescript, 'package.json'), '{ "name": "example", "private": true, "type": "module" }');
npm(['install', '--ignore-scripts', join(folder, packed.filename), 'vitest@5'], typescript);

const program = join(typescript, 'node_modules/creator-sandbox/dist/main.js');
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const beside = (...command: string[]) =>
  spawnSync(process.execPath, [program, 'exec', '--', ...command], { cwd: folder, encoding: 'utf8' });

describe('the examples', () => {
  it('in TypeScript pass', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run'],
      {
        cwd: typescript,
        encoding: 'utf8',
        env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
      },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('4 passed')]);
  });

  it.skipIf(!has('python3', '-c', 'import pytest, requests'))(
    'in Python pass, where Python with pytest and requests is',
    () => {
      const { status, stdout, stderr } = beside(
        'python3',
        '-m',
        'pytest',
        '-q',
        '-p',
        'no:cacheprovider',
        'python',
      );
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('4 passed')]);
    },
  );

  it.skipIf(!has('curl', '--version'))('in the shell pass, where curl is', () => {
    const { status, stdout, stderr } = beside('bash', 'shell/check.sh');
    expect([status, stdout]).toEqual([0, expect.stringContaining('ok: the sandbox saw both calls')]);
    expect(stderr).toContain('creator-sandbox: 4 requests, 3 of them refused (1 injected), 2 credits.');
  });
});
