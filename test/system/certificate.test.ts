import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Settings } from '../../src/core/settings.ts';
import { certificateOf } from '../../src/system/certificate.ts';

const usual = ['DNS:localhost', 'DNS:host.docker.internal'];
const addresses = ['IP Address:127.0.0.1', 'IP Address:0:0:0:0:0:0:0:1'];

test.each([
  ['localhost', [...usual, ...addresses]],
  ['127.0.0.1', [...usual, ...addresses]],
  ['sandbox.example', [...usual, 'DNS:sandbox.example', ...addresses]],
  ['192.0.2.7', [...usual, ...addresses, 'IP Address:192.0.2.7']],
])('a certificate for %s names it beside the usual hosts, for a year', async (host, names) => {
  const { cert, key, fingerprint } = await certificateOf({ host } as Settings);
  const made = new X509Certificate(cert);
  expect(made.subjectAltName?.split(', ')).toEqual(names);
  expect([made.ca, made.checkHost('localhost'), made.verify(made.publicKey)]).toEqual([
    true,
    'localhost',
    true,
  ]);
  expect((made.validToDate.getTime() - made.validFromDate.getTime()) / 86_400_000).toBeCloseTo(365, 1);
  expect(made.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(fingerprint);
  expect(key).toContain('PRIVATE KEY');
});

test('a certificate is one of an authority for a server alone, which signs with a curve', async () => {
  const { cert, key } = await certificateOf({ host: 'localhost' } as Settings);
  const made = new X509Certificate(cert);
  const [bytes, serverAuth] = [made.raw.toString('hex'), '1.3.6.1.5.5.7.3.1'];
  expect([made.subject, made.keyUsage]).toEqual(['CN=creator-sandbox', [serverAuth]]);
  expect(createPrivateKey(key).asymmetricKeyType).toBe('ec');
  // critical: an authority with none below it; signs what it sends, and certificates
  expect(bytes).toContain('0603551d130101ff040830060101ff020100');
  expect(bytes).toContain('0603551d0f0101ff040403020284');
  // ECDSA with SHA-256
  expect(bytes).toContain('06082a8648ce3d040302');
});
