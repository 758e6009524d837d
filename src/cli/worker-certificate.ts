import type { Worker } from 'node:cluster';
import type { Certificate } from '../system/certificate.ts';

/**
 * Sends the certificate of the port when a process asks for it. Processes on one port have the same one; it goes through
 * their channel, so that its key stands in no file or environment.
 */
export function sendCertificate(worker: Worker, certificate: Certificate): void {
  worker.once('message', () => worker.send(certificate));
}

/** @param worker this process */
export function receiveCertificate(worker: Worker): Promise<Certificate> {
  const { promise, resolve } = Promise.withResolvers<Certificate>();
  worker.once('message', resolve);
  worker.send('certificate');
  return promise;
}
