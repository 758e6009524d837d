import { describe, expect, it } from 'vitest';
import { version } from '../../src/system/version.ts';
import { sandbox } from './run.ts';

const exec = (...args: string[]) => sandbox(['exec', '--size', '60', ...args]);
const node = process.execPath;

describe('exec', () => {
  it('hands everything after the command to the command', async () => {
    expect((await exec(node, '--version')).out).toBe(`${process.version}\n`);
    expect((await exec('echo', '--port', '1', '--json', 'x', '--', '--help', '-V')).out).toBe(
      '--port 1 --json x -- --help -V\n',
    );
    expect((await exec('--', 'echo', '--version', '--', 'a')).out).toBe('--version -- a\n');
    expect((await sandbox(['--version'])).out).toBe(`${version}\n`);
  });

  it('says which port it takes: a free one, whatever the variables say, or that of its flag', async () => {
    const script = ['-e', 'console.log(process.env.CREATOR_SANDBOX_URL)'];
    const { out, err } = await sandbox(['exec', '--size', '60', node, ...script], { SANDBOX_PORT: '1' });
    const url = out.trim();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/);
    expect(err.split('\n')[0]).toBe(`creator-sandbox: ${url}, dashboard ${url}/__admin/`);
    expect((await exec('--quiet', node, ...script)).err).not.toContain('dashboard');
    expect((await sandbox(['exec', '--help-all'])).out.replace(/\s+/g, ' ')).toContain(
      '--port <number> Port of the sandbox; a free one when this flag is absent, whatever the variables and the file say.',
    );
  });
});
