import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { has, main, root } from './example.ts';

const folder = join(root, 'packages/pytest-creator-sandbox');
/** Debian's packages are those of its own Python; another may come first. */
const pythons = ['/usr/bin/python3', 'python3'];
const python = pythons.find((each) => has(each, '-c', 'import pytest')) ?? '';
const environment = {
  ...process.env,
  CREATOR_SANDBOX_COMMAND: `'${process.execPath}' '${main}'`,
  SANDBOX_SIZE: '60',
  PYTHONDONTWRITEBYTECODE: '1',
};

const run = (cwd: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(python, args, {
    cwd,
    env: { ...environment, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

describe('the plug-in for pytest', () => {
  it.skipIf(python === '')('passes its own tests, where pytest is', () => {
    const loaded = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };
    expect(run(folder, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], loaded)).toEqual({
      status: 0,
      output: expect.stringMatching(/^(\d+ passed|\d+ passed, \d+ skipped) in /m),
    });
  });

  it.skipIf(python === '')('fails beside exec when a gate does not hold, and passes when all hold', () => {
    const place = mkdtempSync(join(tmpdir(), 'creator-sandbox-gate-'));
    try {
      writeFileSync(
        join(place, 'test_one.py'),
        [
          'from urllib.request import Request, urlopen',
          'def test_one(sandbox, sandbox_key):',
          "    urlopen(Request(sandbox.url + '/usage', headers={'api-key': str(sandbox_key)}))",
          '    assert sandbox_key.spent == 0\n',
        ].join('\n'),
      );
      const withGate = (gate: string) => {
        const command = [python, '-m', 'pytest', '-q', '-p', 'pytest_creator_sandbox.plugin', 'test_one.py'];
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [main, 'exec', '--size', '60', gate, '--', ...command],
          { cwd: place, env: { ...environment, PYTHONPATH: join(folder, 'src') }, encoding: 'utf8' },
        );
        return { status, output: stdout + stderr };
      };
      const failed = withGate('--require=402');
      expect(failed).toEqual({ status: 3, output: expect.stringContaining('1 passed') });
      expect(failed.output).toContain('1 gate does not hold.');
      expect(withGate('--budget=1000')).toEqual({
        status: 0,
        output: expect.stringContaining('1 passed'),
      });
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  const canInstall =
    python !== '' && has(python, '-c', 'import setuptools') && has(python, '-m', 'pip', '--version');
  it.skipIf(!canInstall)('is found by its name once it is installed, where pip is', () => {
    const place = mkdtempSync(join(tmpdir(), 'creator-sandbox-pip-'));
    try {
      const source = join(place, 'source');
      // Building leaves files beside the source.
      cpSync(folder, source, { recursive: true });
      const options = ['--no-deps', '--no-index', '--no-build-isolation', '--root-user-action=ignore'];
      expect(run(source, ['-m', 'pip', 'install', '-q', ...options, '--target', place, '.'])).toEqual({
        status: 0,
        output: '',
      });
      writeFileSync(
        join(place, 'test_one.py'),
        'def test_one(sandbox_key):\n    assert sandbox_key.spent == 0\n',
      );
      expect(run(place, ['-m', 'pytest', '-q', 'test_one.py'], { PYTHONPATH: place })).toEqual({
        status: 0,
        output: expect.stringContaining('1 passed'),
      });
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
