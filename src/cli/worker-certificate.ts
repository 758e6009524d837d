import type { Worker } from 'node:cluster';
import type { Certificate } from '../system/certificate.ts';

/** Processes on one port present one certificate. It comes by their channel, so its key is in no file or environment. */
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
