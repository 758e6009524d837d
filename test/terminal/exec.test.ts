import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
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
    expect((await sandbox(['exec', '--help'])).out.replace(/\s+/g, ' ')).toContain(
      '--port <number> Port of the sandbox; a free one when this flag is absent, whatever the variables and the file say.',
    );
  });

  it('counts what deleted keys did', async () => {
    const script = `
      const admin = process.env.CREATOR_SANDBOX_ADMIN;
      const ask = (url, init) => fetch(url, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
      const made = await (await ask(admin + '/keys', { method: 'POST', body: '{"plan":10,"label":"gone"}' })).json();
      for (const key of [made.key, 'sandbox:plan=4:also-gone']) {
        for (const name of ['sample.creator', 'no.one'])
          await ask(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=' + name, { headers: { 'api-key': key } });
        await ask(admin + '/keys/' + encodeURIComponent(key), { method: 'DELETE', headers: { 'content-type': 'text/html' } });
      }`;
    const file = join(newFolder(), 'report.json');
    const { err } = await exec('--budget', '3', '--json', file, node, '--input-type=module', '-e', script);
    expect(err).toContain('creator-sandbox: 4 requests, 2 refused (0 of them injected), 4 credits.');
    const { receipt, gates } = JSON.parse(readFileSync(file, 'utf8'));
    expect(receipt.byKey).toMatchObject([
      { label: 'gone', calls: 2, credits: 2, refusals: 1 },
      { label: 'also-gone', calls: 2, credits: 2, refusals: 1 },
    ]);
    expect(gates).toMatchObject([{ gate: 'budget', holds: false }]);
  });

  it('writes a report to stdout for -, and nothing else there', async () => {
    const { out, err } = await exec('--json', '-', node, '-e', '0');
    expect(JSON.parse(out)).toMatchObject({ receipt: { calls: 0 } });
    expect(err).toContain('0 requests');
  });
});
