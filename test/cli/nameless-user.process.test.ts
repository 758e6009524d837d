import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const canChangeUser = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');

/** Runs a command line as a user whom no file names, as some container platforms do. */
const asNobody = (line: string[], home: Record<string, string> = {}) => {
  const { status, stderr } = spawnSync(
    'setpriv',
    ['--reuid', '54321', '--clear-groups', process.execPath, main, ...line],
    { cwd: '/', env: { PATH: `/usr/bin:/bin:${dirname(process.execPath)}`, ...home }, encoding: 'utf8' },
  );
  return { status, stderr };
};

describe.skipIf(!canChangeUser)('a user without a name', () => {
  it.each([
    ['no home', {}],
    ['an empty home', { HOME: '' }],
    ['a home that it cannot write', { HOME: '/' }],
    ['a home that does not exist', { HOME: '/nonexistent' }],
  ])('with %s runs a command beside a sandbox', (_, home) => {
    const { status, stderr } = asNobody(['exec', '--size', '60', '--', 'true'], home);
    expect(stderr).toContain('0 requests');
    expect(status).toBe(0);
  });

  it('builds a world, and starts over a folder that it may not write with one sentence', () => {
    expect(asNobody(['world', 'build', '--size', '60']).status).toBe(0);
    const { status, stderr } = asNobody(['start', '--size', '60', '--port', '0', '--data', '/data-of-root']);
    expect(stderr).toMatch(/^creator-sandbox: The data folder \/data-of-root cannot be written \(.+\)\.\n$/);
    expect(status).toBe(2);
  });
});
