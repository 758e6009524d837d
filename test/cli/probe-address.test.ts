import { expect, it } from 'vitest';
import { probeAddress } from '../../src/cli/probe-address.ts';

it.each([
  ['http://127.0.0.1:4310', 'http://127.0.0.1:4310/__admin', 'http 127.0.0.1 4310 /__admin/health 200\n'],
  ['http://127.0.0.1:5000', 'http://127.0.0.1:5001/__admin', 'http 127.0.0.1 5001 /__admin/health 200\n'],
  ['http://127.0.0.1:5000', null, 'http 127.0.0.1 5000 /usage 401\n'],
  ['http://[::1]:5000', null, 'http ::1 5000 /usage 401\n'],
  ['https://10.0.0.7:5000', 'https://10.0.0.7:5000/__admin', 'https 10.0.0.7 5000 /__admin/health 200\n'],
])('the probe of a sandbox at %s with its admin surface at %s asks %j', (url, adminUrl, asked) => {
  expect(probeAddress(url, adminUrl)).toBe(asked);
});
