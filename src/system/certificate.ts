import { createPrivateKey, X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { certificateFile } from './cache-dir.ts';
import { makeFolder } from './make-folder.ts';
import { readTextFile } from './read-file.ts';
import { ownerOnly, replaceFile } from './write-file.ts';

/** The certificate of a server and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the certificate, as 64 hex digits. */
  readonly fingerprint: string;
}

/** Reads the certificate of the settings, or makes one for this start. @throws UsageError */
export async function certificateOf({ tlsCert, tlsKey, host }: Settings): Promise<Certificate> {
  if (tlsCert === undefined) return makeCertificate(host);
  const cert = readPem(tlsCert);
  const key = readPem(tlsKey as string);
  const parsed = parseCertificate(cert, tlsCert);
  if (!isKeyOf(parsed, key)) throw new UsageError(`${tlsKey} is not the private key of ${tlsCert}.`);
  return { cert, key, fingerprint: fingerprintOf(parsed) };
}

/** Writes a certificate, without its key, to where clients look for it. @returns the file */
export function publishCertificate({ cert }: Certificate, port: number): string {
  const file = certificateFile(port);
  makeFolder(dirname(file));
  replaceFile(file, cert, ownerOnly);
  return file;
}

export const withdrawCertificate = (file: string): void => rmSync(file, { force: true });

/** Lets the clients of this process trust the certificates in these files, beside those that they trust already. */
export async function trust(files: readonly string[]): Promise<void> {
  const { getCACertificates, setDefaultCACertificates } = await import('node:tls');
  // Node before 22.19 has no such function: the variable NODE_EXTRA_CA_CERTS names the file there.
  if (setDefaultCACertificates === undefined || files.length === 0) return;
  setDefaultCACertificates([...getCACertificates('default'), ...files.map(readPem)]);
}

/** The library is loaded only here: few starts need it. */
async function makeCertificate(host: string): Promise<Certificate> {
  const { generate } = await import('selfsigned');
  const names = [
    'localhost',
    'host.docker.internal',
    ...(isIP(host) === 0 && host !== 'localhost' ? [host] : []),
  ];
  const addresses = ['127.0.0.1', '::1', ...(isIP(host) === 0 ? [] : [host])];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'creator-sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + yearMs),
    extensions: [
      // Clients that trust it directly ask for an authority.
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...[...new Set(addresses)].map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert, key, fingerprint: fingerprintOf(new X509Certificate(cert)) };
}

const yearMs = 365 * 86_400_000;

const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();

function parseCertificate(cert: string, name: string): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw new UsageError(`${name} is not a certificate in PEM form.`);
  }
}

function isKeyOf(cert: X509Certificate, key: string): boolean {
  try {
    return cert.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function readPem(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
}
