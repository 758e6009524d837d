import { Buffer } from 'node:buffer';
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { dayMs } from '../core/durations.ts';
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

/** Clients that trust it directly ask for an authority. */
async function makeCertificate(host: string): Promise<Certificate> {
  const isName = isIP(host) === 0;
  const names = ['localhost', 'host.docker.internal', ...(isName ? [host] : [])];
  const addresses = ['127.0.0.1', '::1', ...(isName ? [] : [host])];
  const issued = await issueCertificate({ names, addresses, isAuthority: true });
  return { ...issued, fingerprint: fingerprintOf(new X509Certificate(issued.cert)) };
}

/** The terms of a certificate. */
export interface CertificateTerms {
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  /** Whether it may sign others. */
  readonly isAuthority: boolean;
  /** From and until when, in days from now. The clock of a container may be behind. */
  readonly days?: readonly [number, number];
}

/**
 * Makes a certificate, signed by another or by itself. It names its issuer by key, for readers that insist on it, such as
 * Python 3.13. The library is loaded only here: few starts need it.
 */
export async function issueCertificate(
  { names = [], addresses = [], isAuthority, days = [-1, 364] }: CertificateTerms,
  issuer?: Pick<Certificate, 'cert' | 'key'>,
): Promise<Pick<Certificate, 'cert' | 'key'>> {
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const { subtle } = x509.cryptoProvider.get();
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const signer = issuer && new x509.X509Certificate(issuer.cert);
  const { digitalSignature, keyCertSign } = x509.KeyUsageFlags;
  const altNames = [
    ...[...new Set(names)].map((value) => ({ type: 'dns' as const, value })),
    ...[...new Set(addresses)].map((value) => ({ type: 'ip' as const, value })),
  ];
  const serialNumber = randomBytes(9);
  const subject = `CN=creator-sandbox${isAuthority ? '' : ` ${serialNumber.toString('hex')}`}`;
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: `01${serialNumber.toString('hex')}`,
    subject,
    issuer: signer?.subject ?? subject,
    notBefore: new Date(Date.now() + days[0] * dayMs),
    notAfter: new Date(Date.now() + days[1] * dayMs),
    publicKey: keys.publicKey,
    signingKey: issuer
      ? await subtle.importKey('pkcs8', derOf(issuer.key), algorithm, false, ['sign'])
      : keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, isAuthority ? 0 : undefined, true),
      new x509.KeyUsagesExtension(digitalSignature | (isAuthority ? keyCertSign : 0), true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signer?.publicKey ?? keys.publicKey),
      ...(altNames.length > 0 ? [new x509.SubjectAlternativeNameExtension(altNames)] : []),
    ],
  });
  return { cert: `${cert.toString('pem')}\n`, key: pemOf(await subtle.exportKey('pkcs8', keys.privateKey)) };
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const derOf = (pem: string) => new Uint8Array(createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }));

const pemOf = (der: ArrayBuffer): string =>
  String(
    createPrivateKey({ key: Buffer.from(der), type: 'pkcs8', format: 'der' }).export({
      type: 'pkcs8',
      format: 'pem',
    }),
  );

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
