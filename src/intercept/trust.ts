import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { type Certificate, issueCertificate } from '../system/certificate.ts';
import { readTextFile } from '../system/read-file.ts';
import type { Environment } from './upstream.ts';

/** The certificate of the named hosts, and that of the authority that signed it. */
export interface ServiceCertificate extends Pick<Certificate, 'cert' | 'key'> {
  readonly authority: string;
}

/** The authority signs this one certificate, and its key is not kept: it can sign for no other host. */
export async function certify(hosts: readonly string[]): Promise<ServiceCertificate> {
  const authority = await issueCertificate({ isAuthority: true });
  const { cert, key } = await issueCertificate({ names: hosts, isAuthority: false }, authority);
  return { cert, key, authority: authority.cert };
}

/** The files by which the runtimes of a command trust an authority beside those that they trusted before. */
export interface TrustFiles {
  /** PEM: the authority, and what NODE_EXTRA_CA_CERTS named. */
  readonly extra: string;
  /** PEM: the authority, the roots of the system, and those that the environment names. */
  readonly roots: string;
  /** The same for Java (JKS). */
  readonly javaRoots: string;
  /** A folder with settings of PHP. */
  readonly php: string;
}

export function writeTrustFiles(folder: string, authority: string, env: Environment): TrustFiles {
  const files = {
    extra: join(folder, 'authority.pem'),
    roots: join(folder, 'roots.pem'),
    javaRoots: join(folder, 'roots.jks'),
    php: join(folder, 'php'),
  };
  const extra = [authority, ...pemsIn(env['NODE_EXTRA_CA_CERTS'])];
  const system = getCACertificates('system');
  const roots = [
    ...new Set(
      [
        ...extra,
        ...rootVariables.flatMap((name) => pemsIn(env[name])),
        ...(system.length > 0 ? system : getCACertificates('bundled')),
      ].map((pem) => pem.trim()),
    ),
  ];
  writeFileSync(files.extra, joined(extra));
  writeFileSync(files.roots, joined(roots));
  writeFileSync(files.javaRoots, javaStoreOf(roots));
  mkdirSync(files.php);
  writeFileSync(
    join(files.php, 'roots.ini'),
    `curl.cainfo="${files.roots}"\nopenssl.cafile="${files.roots}"\n`,
  );
  return files;
}

/** The variables by which runtimes find their roots. */
export const rootVariables = [
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
] as const;

const joined = (pems: readonly string[]): string => pems.map((pem) => `${pem.trim()}\n`).join('');

/** The certificates of a file; none if it cannot be read, as the runtimes have it. */
function pemsIn(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return readTextFile(file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  } catch {
    return [];
  }
}

/** A key store of Java, which needs no password to be read. */
function javaStoreOf(pems: readonly string[]): Buffer {
  const ders = pems.flatMap(derOf);
  const entries = ders.flatMap((der, at) => [
    int(2),
    text(`root${at}`),
    Buffer.alloc(8),
    text('X.509'),
    int(der.length),
    der,
  ]);
  const store = Buffer.concat([int(0xfeedfeed), int(2), int(ders.length), ...entries]);
  const password = Buffer.from('changeit', 'utf16le').swap16();
  return Buffer.concat([
    store,
    createHash('sha1').update(password).update('Mighty Aphrodite').update(store).digest(),
  ]);
}

function derOf(pem: string): Buffer[] {
  try {
    return [new X509Certificate(pem).raw];
  } catch {
    return [];
  }
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const text = (value: string): Buffer =>
  Buffer.concat([int(value.length).subarray(2), Buffer.from(value, 'latin1')]);
