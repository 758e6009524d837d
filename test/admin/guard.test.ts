import { describe, expect, it } from 'vitest';
import { checkAccess, isLoopback } from '../../src/admin/guard.ts';

const refused = (
  headers: Record<string, string>,
  allow: Parameters<typeof checkAccess>[1] = { hosts: [] },
) => {
  try {
    checkAccess(headers, allow);
    return undefined;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe('the admin surface', () => {
  it.each([
    'localhost:4310',
    'LOCALHOST',
    '127.0.0.1:4310',
    '[::1]:4310',
    '192.168.1.9:80',
    'creator-sandbox:4310',
    'host.docker.internal:4310',
    'host.containers.internal:4310',
    'host.lima.internal',
    'gateway.docker.internal',
    'sandbox.localhost:4310',
    'api.sandbox.localhost',
  ])('can be reached as %s', (host) => {
    expect(refused({ host })).toBeUndefined();
  });

  it.each([
    'evil.example:4310',
    'localhost.evil.example',
    'evil-localhost.example',
    '.localhost',
    'host.evil.example.internal',
    'host.docker.internal.evil.example',
    '127.0.0.1.evil.example',
    '127.evil.example',
    '',
    'box.example.',
    'a b',
  ])('cannot be reached as "%s", which a page could point at this machine', (host) => {
    expect(refused({ host })).toBe(403);
  });

  it('can be reached by the names of adminHosts', () => {
    expect(refused({ host: 'Box.example:80' }, { hosts: ['BOX.example'] })).toBeUndefined();
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
  ])('refuses a page of another origin: %j', (headers) => {
    expect(refused({ host: 'localhost:4310', ...headers })).toBe(403);
  });

  it('answers a page of its own origin', () => {
    const own = { host: 'LocalHost:4310', origin: 'http://localhost:4310', 'sec-fetch-site': 'same-origin' };
    expect(refused(own)).toBeUndefined();
  });

  it('needs the complete and exact token', () => {
    const allow = { hosts: [], token: 'secret' };
    const host = 'localhost';
    expect(refused({ host }, allow)).toBe(401);
    expect(refused({ host, authorization: 'Bearer secre' }, allow)).toBe(401);
    expect(refused({ host, authorization: 'secret' }, allow)).toBe(401);
    expect(refused({ host, authorization: 'Bearer ' }, allow)).toBe(401);
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(refused({ host, authorization: `${scheme} secret` }, allow)).toBeUndefined();
  });
});

describe('loopback', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(['0.0.0.0', '::', '10.0.0.1', 'box.example', '127.evil.example', '127.0.0.1.evil.example'])(
    'is not %s',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
