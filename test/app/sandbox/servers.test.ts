import { expect, test } from 'vitest';
import { hostInUrl } from '../../../src/app/sandbox/servers.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['localhost', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '[2001:db8::7]'],
  ['box.example', 'box.example'],
])('a sandbox on %s is reached at %s', (host, named) => expect(hostInUrl(host)).toBe(named));
