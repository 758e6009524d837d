import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { allBut } from '../../src/intercept/environment.ts';
import { covers, normalHost, pathAt, readServiceHosts } from '../../src/intercept/service-hosts.ts';

describe('the hosts of --service', () => {
  it.each([
    ['api.example.com', 'api.example.com', ''],
    ['API.Example.COM.', 'api.example.com', ''],
    ['https://api.example.com/', 'api.example.com', ''],
    ['http://api.example.com/prefix/', 'api.example.com', '/prefix'],
    ['api.example.com/a/b', 'api.example.com', '/a/b'],
    ['creator-api', 'creator-api', ''],
    ['bücher.example', 'xn--bcher-kva.example', ''],
  ])('takes %s', (text, host, prefix) => {
    expect(readServiceHosts([text])).toEqual([{ host, prefix }]);
  });

  it.each([
    ['*.example.com', 'is a pattern: name each host whole, such as api.example.com'],
    ['*', 'is a pattern: name each host whole, such as api.example.com'],
    ['api.example.com:8443', 'has a port: name the host alone, all of its ports reach the sandbox'],
    ['203.0.113.7', 'is an address: name the host by which the client calls it'],
    ['[2001:db8::1]', 'is an address: name the host by which the client calls it'],
    ['2001:db8::1', 'is an address: name the host by which the client calls it'],
    ['2130706433', 'is an address: name the host by which the client calls it'],
    ['key@api.example.com', 'holds a user: name the host alone'],
    ['localhost', 'is this machine, which no client has to leave'],
    ['app.localhost', 'is this machine, which no client has to leave'],
    ['', 'is no host: name one such as api.example.com'],
    ['ftp://api.example.com', 'is no host: name one such as api.example.com'],
    ['api..example.com', 'is no host: name one such as api.example.com'],
    ['-api.example.com', 'is no host: name one such as api.example.com'],
    ['api.example.com\r\nX: y', 'is no host: name one such as api.example.com'],
    [`${'a'.repeat(64)}.example.com`, 'is no host: name one such as api.example.com'],
    [`${'a.'.repeat(130)}example.com`, 'is no host: name one such as api.example.com'],
    ['api.example.com/a?b', 'has no path in front of others: name one such as api.example.com/prefix'],
    ['api.example.com/../a', 'has no path in front of others: name one such as api.example.com/prefix'],
  ])('refuses %j with a sentence', (text, flaw) => {
    expect(() => readServiceHosts([text])).toThrow(
      new UsageError(`--service: ${JSON.stringify(text)} ${flaw}.`),
    );
  });

  it('refuses two paths of one host', () => {
    expect(() => readServiceHosts(['a.example/x', 'a.example/y'])).toThrow(
      new UsageError('--service: a.example is named twice, with different paths.'),
    );
  });
});

it('takes the path in front away, and no part of a name', () => {
  const service = { host: 'api.example.com', prefix: '/prefix' };
  const paths = ['/prefix/usage?a=/prefix', '/prefix', '/prefix?a', '/prefixes/usage', '/v2/usage', '*'];
  expect(paths.map((path) => pathAt(service, path))).toEqual([
    ...['/usage?a=/prefix', '/', '/?a', '/prefixes/usage', '/v2/usage', '/*'],
  ]);
  expect(pathAt(service, 'https://api.example.com:443/prefix/usage')).toBe('/usage');
  expect(pathAt({ ...service, prefix: '' }, 'http://api.example.com')).toBe('/');
});

it('reads NO_PROXY as any client might', () => {
  const entries = ['*', 'example.com', '.example.com', '*.example.com', 'API.example.com', 'example.com:443'];
  expect(entries.filter((entry) => !covers(entry, 'api.example.com'))).toEqual([]);
  const others = ['', 'example', 'ample.com', 'pi.example.com', '10.0.0.0/8', 'api.example.com.test'];
  expect(others.filter((entry) => covers(entry, 'api.example.com'))).toEqual([]);
});

it('keeps hosts that are none as they are', () => {
  expect(['[::1]', 'a b', 'xn--a', ''].map(normalHost)).toEqual(['::1', 'a b', 'xn--a', '']);
});

it('gives Java patterns of every host but the named ones', () => {
  const patterns = allBut(['api.example.com', 'b.test']);
  const fits = (host: string) =>
    patterns.some((each) => (each.endsWith('*') ? host.startsWith(each.slice(0, -1)) : host === each));
  const others = [
    'a',
    'api',
    'api.example.co',
    'api.example.community',
    'b.tes',
    'b.test2',
    'repo.example.net',
    '10.0.0.1',
    'api_cache',
  ];
  expect(others.filter((host) => !fits(host))).toEqual([]);
  expect(['api.example.com', 'api.example.com.', 'b.test', 'b.test.'].filter(fits)).toEqual([]);
});
