import type { Settings } from '../../core/settings.ts';
import type { Certificate } from '../../system/certificate.ts';

/** The certificate of a sandbox that serves https, and the file where clients find it. */
export interface ServedCertificate {
  readonly certificate: Certificate;
  /** undefined until it is published. */
  readonly file: string | undefined;
  /** Lets the clients of this process trust the file. */
  trust(): Promise<void>;
  /** Writes the certificate to where clients look for it, unless the settings name a file. @returns how to remove it */
  publish(ports: readonly number[]): () => void;
}

/** @throws UsageError */
export async function openCertificate(settings: Settings): Promise<ServedCertificate | undefined> {
  if (!settings.tls) return undefined;
  const system = await import('../../system/certificate.ts');
  const certificate = await system.certificateOf(settings);
  let file = settings.tlsCert;
  return {
    certificate,
    get file() {
      return file;
    },
    async trust() {
      if (file !== undefined) await system.trust([file]);
    },
    publish(ports) {
      if (file !== undefined) return () => {};
      const files = ports.map((port) => system.publishCertificate(certificate, port));
      [file] = files;
      return () => files.forEach(system.withdrawCertificate);
    },
  };
}
