import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issueCertificate } from '../../src/system/certificate.ts';
import { newFolder } from '../new-folder.ts';
import { has, program, ran, sandbox, started, terminal } from './run.ts';

const curl = (...args: string[]) => ran('curl', ['-sS', ...args]);
const key = ['-H', 'api-key: demo-full'];

describe.skipIf(!has('curl'))('start --tls', () => {
  it('makes a certificate for this start, says where it is, and serves everything over https', async () => {
    const { url, admin, example, certificate, port, stop } = await started(['--tls']);
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const { file = '', fingerprint } = certificate ?? {};
    expect(new X509Certificate(readFileSync(file)).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      fingerprint,
    );
    expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE');

    const trusted = (...args: string[]) => curl('--cacert', file, ...args);
    expect(JSON.parse((await trusted(...key, example)).out)).toMatchObject({ success: true });
    expect((await trusted(...key, example.replace('127.0.0.1', 'localhost'))).code).toBe(0);
    expect(
      (await trusted('-N', ...key, '--json', '{"description":"yoga creators"}', `${url}/nls`)).out,
    ).toMatch(/^event: /m);
    expect(JSON.parse((await trusted(`${admin}/openapi.json`)).out)).toMatchObject({ servers: [{ url }] });
    expect((await trusted('-D', '-', '-H', 'accept: text/html', `${url}/`)).out).toContain(
      'location: /__admin/',
    );
    // A client that does not know the certificate refuses it, and one that speaks http gets no answer.
    expect((await curl(example)).code).toBe(60);
    expect((await curl(example.replace('https', 'http'))).code).not.toBe(0);

    const flags = ['--tls', '--port', port];
    expect((await sandbox(['health', ...flags])).out).toMatch(/^ok: /);
    expect((await sandbox(['requests', ...flags])).out).toContain('clip/profile');
    expect((await sandbox(['env', ...flags])).out).toBe(
      [
        `export CREATOR_SANDBOX_URL='${url}'`,
        `export CREATOR_SANDBOX_KEY='demo-full'`,
        `export CREATOR_SANDBOX_ADMIN='${admin}'`,
        `export CREATOR_SANDBOX_CA='${file}'`,
        `export NODE_EXTRA_CA_CERTS='${file}'`,
        '',
      ].join('\n'),
    );
    expect((await sandbox(['health', '--port', port])).code).toBe(1);
    expect(await stop()).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it('takes a certificate and its key, also for an admin surface on a port of its own', async () => {
    const place = newFolder();
    const { cert, key: secret } = await issueCertificate({ addresses: ['127.0.0.1'], isAuthority: true });
    const [certFile, keyFile] = [join(place, 'own.pem'), join(place, 'own.key')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, secret);
    const { example, admin, certificate, stop } = await started([
      '--tls-cert',
      certFile,
      '--tls-key',
      keyFile,
      '--admin-port',
      '0',
    ]);
    expect(certificate?.file).toBe(certFile);
    expect((await curl('--cacert', certFile, ...key, example)).code).toBe(0);
    expect(JSON.parse((await curl('--cacert', certFile, `${admin}/health`)).out)).toMatchObject({
      status: 'ok',
    });
    const adminPort = new URL(admin).port;
    expect((await sandbox(['keys', '--admin-port', adminPort, '--tls', '--tls-cert', certFile])).code).toBe(
      2,
    );
    expect(await stop()).toBe(0);
    expect(existsSync(certFile)).toBe(true);
  });

  it('refuses files that are not a certificate and its key', async () => {
    const file = join(newFolder(), 'odd.pem');
    writeFileSync(file, 'odd');
    const { code, err } = await sandbox([
      'start',
      '--port',
      '0',
      '--size',
      '60',
      '--tls-cert',
      file,
      '--tls-key',
      file,
    ]);
    expect([code, err]).toEqual([2, `creator-sandbox: ${file} is not a certificate in PEM form.\n`]);
    const { cert } = await issueCertificate({ isAuthority: true });
    const { key: other } = await issueCertificate({ isAuthority: true });
    const certFile = join(newFolder(), 'cert.pem');
    writeFileSync(certFile, cert);
    writeFileSync(file, other);
    expect(
      await sandbox(['start', '--port', '0', '--size', '60', '--tls-cert', certFile, '--tls-key', file]),
    ).toMatchObject({ code: 2, err: `creator-sandbox: ${file} is not the private key of ${certFile}.\n` });
  });

  it.skipIf(!has('tmux'))(
    'says on a terminal where the certificate is, and its call to paste works',
    async () => {
      const screen = terminal(`${program} --port 0 --size 60 --tls`);
      const shown = await screen.shows(/uniqueId=\S+'\n/);
      expect(shown).toMatch(/^ {2}SHA-256 +[\da-f]{64}$/m);
      for (const line of shown.split('\n'))
        if (!/\.pem/.test(line)) expect(line.length).toBeLessThanOrEqual(80);
      expect(shown).toMatch(/^ {2}certificate +\/\S+\.pem$/m);
      const pasted = shown.slice(shown.indexOf('curl -s')).trim();
      const { out } = await ran('bash', ['-c', pasted]);
      expect(JSON.parse(out)).toMatchObject({ success: true });
    },
  );
});

describe('exec --tls', () => {
  it('lets its command, and verbs in it, trust the sandbox', async () => {
    const script =
      "const { CREATOR_SANDBOX_URL: url } = process.env; const reply = await fetch(url + '/usage', { headers: { 'api-key': 'demo-full' } }); console.log(url.slice(0, 8), reply.status)";
    const { out, err } = await sandbox([
      'exec',
      '--size',
      '60',
      '--tls',
      'sh',
      '-c',
      `'${process.execPath}' --input-type=module -e "${script}" && ${program} requests count`,
    ]);
    expect([out, err]).toEqual([
      'https:// 200\n1\n',
      expect.stringContaining('creator-sandbox: https://127.0.0.1:'),
    ]);
  });
});
