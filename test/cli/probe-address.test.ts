import { expect, it } from 'vitest';
import { addressOf } from '../../src/cli/address.ts';
import { probeAddress } from '../../src/cli/probe-address.ts';
import { readSettings } from '../../src/core/settings.ts';

it.each([
  ['http://127.0.0.1:4310', 'http://127.0.0.1:4310/__admin', 'http 127.0.0.1 4310 /__admin/health 200\n'],
  ['http://127.0.0.1:5000', 'http://127.0.0.1:5001/__admin', 'http 127.0.0.1 5001 /__admin/health 200\n'],
  ['http://127.0.0.1:5000', null, 'http 127.0.0.1 5000 /usage 401\n'],
  ['http://[::1]:5000', null, 'http ::1 5000 /usage 401\n'],
  ['https://10.0.0.7:5000', 'https://10.0.0.7:5000/__admin', 'https 10.0.0.7 5000 /__admin/health 200\n'],
])('the probe of a sandbox at %s with its admin surface at %s asks %j', (url, adminUrl, asked) => {
  expect(probeAddress(url, adminUrl)).toBe(asked);
});

it.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
  ['box.example', 'box.example'],
])('commands reach a sandbox that listens on %s at %s', (host, name) => {
  const { settings } = readSettings({ flags: { host, admin: false } });
  expect(addressOf(settings, 4310)).toBe(`http://${name}:4310`);
});
