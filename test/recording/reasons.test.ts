import { expect, it } from 'vitest';
import { reasonOf } from '../../src/recording/target.ts';

it.each<[error: unknown, reason: string]>([
  [new DOMException('late', 'TimeoutError'), 'it took too long'],
  [AbortSignal.abort().reason, 'the command left, or it took too long'],
  [{ code: 'ABORT_ERR', message: 'gone' }, 'the command left, or it took too long'],
  [{ code: 'ENOTFOUND', message: 'getaddrinfo api.example' }, 'its host is unknown (ENOTFOUND)'],
  [
    { code: 'SELF_SIGNED_CERT_IN_CHAIN' },
    'no authority that this machine trusts has signed its certificate, and NODE_EXTRA_CA_CERTS can name one (SELF_SIGNED_CERT_IN_CHAIN)',
  ],
  [{ code: 'CERT_HAS_EXPIRED' }, 'its certificate has expired (CERT_HAS_EXPIRED)'],
  [{ code: 'ECONNRESET', message: 'read ECONNRESET' }, 'ECONNRESET'],
  [new Error('socket hang up'), 'socket hang up'],
])('an error of the network is told in words: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
