import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type createServer as createSocketServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { type InterceptOptions, intercept } from '../../src/intercept/interception.ts';
import { readServiceHosts } from '../../src/intercept/service-hosts.ts';
import type { Report } from '../../src/report/model.ts';

/** A target that says what it was asked. */
async function openTarget() {
  const seen: { url: string | undefined; host: string | undefined; service: unknown }[] = [];
  const server = createServer((incoming, reply) => {
    const { url, headers } = incoming;
    seen.push({ url, host: headers.host, service: headers['x-sandbox-service'] });
    incoming.resume();
    if (url === '/cut') reply.writeHead(200, { 'content-length': 10 }).write('half', () => reply.destroy());
    else reply.end(`target ${url}`);
  });
  return { seen, url: `http://127.0.0.1:${await listening(server)}` };
}

async function listening(server: ReturnType<typeof createSocketServer> | ReturnType<typeof createServer>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function open(given: Partial<InterceptOptions> = {}, hosts = ['api.example.com/prefix']) {
  const target = await openTarget();
  const interception = await intercept({
    ...{ services: readServiceHosts(hosts), target: target.url, isGuarded: false, env: {}, ...given },
  });
  onTestFinished(() => interception.close());
  const { environment } = interception;
  const proxy = new URL(environment['HTTPS_PROXY'] ?? '');
  const secret = `Proxy-Authorization: Basic ${Buffer.from(`run:${proxy.password}`).toString('base64')}\r\n`;
  const ca = readFileSync(environment['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8');
  return { interception, target, environment, port: Number(proxy.port), secret, ca };
}

const reads = async (socket: Socket | ReturnType<typeof connectSecurely>): Promise<string> => {
  let text = '';
  socket.on('error', () => {});
  for await (const part of socket) text += part;
  return text;
};

/** All that a listener says to this text. */
async function ask(port: number | string, text: string): Promise<string> {
  const socket = typeof port === 'string' ? connect(port) : connect(port, '127.0.0.1');
  socket.write(text);
  return reads(socket);
}

const get = (path: string, host = 'api.example.com') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
const tunnelTo = (target: string, more = '') =>
  `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${more}\r\n`;

/** The reply of https through a tunnel. */
async function askSecurely(
  port: number,
  ca: string,
  { target = 'api.example.com:443', more = '', servername = 'api.example.com', text = get('/prefix/usage') },
) {
  const socket = connect(port, '127.0.0.1');
  socket.write(tunnelTo(target, more));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
  const secure = connectSecurely({ socket, servername, ca });
  secure.write(text);
  await once(secure, 'secureConnect');
  return reads(secure);
}

describe('a host of --service', () => {
  it('is answered by the target: https by a tunnel, http by either way, without the path in front', async () => {
    const { target, port, secret, ca, environment, interception } = await open();
    expect(await askSecurely(port, ca, { more: secret })).toMatch(/^HTTP\/1\.1 200 OK\r\n.*target \/usage$/s);
    const names = ['api.example.com:8443', 'API.Example.COM.:443', 'api.example.com'];
    for (const name of names)
      expect(await askSecurely(port, ca, { target: name, more: secret })).toContain('target /usage');
    const absolute = get('http://api.example.com/prefix/usage').replace('\r\n', `\r\n${secret}`);
    expect(await ask(port, absolute)).toContain('target /usage');
    expect(await ask(port, absolute.replace('http:', 'https:'))).toContain('target /usage');
    expect(await ask(environment['CREATOR_SANDBOX_SERVICE_SOCKET'] ?? '', get('/prefix/usage'))).toContain(
      'target /usage',
    );
    const seen = { url: '/usage', host: 'api.example.com', service: 'api.example.com' };
    expect(target.seen).toEqual(Array(7).fill(seen));
    expect(interception.gates({ receipt: { byKey: [] } } as unknown as Report)).toEqual([
      {
        ...{ gate: 'service', wanted: 'requests to api.example.com', holds: true },
        found: '7 requests to api.example.com',
      },
    ]);
  });

  it('tells the target no other host and no header of its own, whatever the client writes', async () => {
    const { target, port, secret, ca } = await open();
    const text =
      'GET /__admin/keys HTTP/1.1\r\nHost: localhost\r\nX-Sandbox-Service: b.test\r\nConnection: close\r\n\r\n';
    await askSecurely(port, ca, { more: secret, text });
    expect(target.seen).toEqual([
      { url: '/__admin/keys', host: 'api.example.com', service: 'api.example.com' },
    ]);
  });

  it('ends a connection as the target does', async () => {
    const { port, secret, ca } = await open();
    const text = get('/prefix/cut');
    expect(await askSecurely(port, ca, { more: secret, text })).toMatch(
      /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhalf$/s,
    );
  });

  it('says at the end that nothing arrived', async () => {
    const { interception } = await open();
    expect(interception.gates({ receipt: { byKey: [] } } as unknown as Report)).toEqual([
      {
        ...{ gate: 'service', wanted: 'requests to api.example.com', found: 'none', holds: false },
        advice:
          'No request to api.example.com arrived: if the command made some, they may have reached the service. Name the host in its code, or look its client up in docs/clients.md.',
      },
    ]);
  });
});

describe('the authority of a run', () => {
  it('signs for the named hosts alone', async () => {
    const { port, secret, ca } = await open({}, ['api.example.com', 'b.test']);
    expect(await askSecurely(port, ca, { more: secret, servername: 'b.test' })).toContain('200 OK');
    for (const servername of ['other.example', 'www.api.example.com', 'example.com'])
      await expect(askSecurely(port, ca, { more: secret, servername })).rejects.toThrow(
        /Hostname\/IP does not match certificate's altnames/,
      );
  });

  it('keeps no key, and its folder is for the user alone', async () => {
    const { environment, interception } = await open();
    const folder = dirname(environment['SSL_CERT_FILE'] ?? '');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    );
    for (const file of files.filter((each) => statSync(each).isFile()))
      expect(readFileSync(file, 'latin1')).not.toContain('PRIVATE');
    interception.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('stands beside the roots that the environment names', async () => {
    const own = await open();
    const { environment } = await open({ env: { SSL_CERT_FILE: own.environment['NODE_EXTRA_CA_CERTS'] } });
    const roots = readFileSync(environment['REQUESTS_CA_BUNDLE'] ?? '', 'utf8');
    expect(roots).toContain(own.ca.trim());
    expect(roots.match(/BEGIN/g)?.length).toBeGreaterThan(20);
  });
});

describe('the proxy of a run', () => {
  it('serves nobody without its secret', async () => {
    const { port, secret, target } = await open();
    const wrong = secret.replace(/.{4}\r\n/, 'AAAA\r\n');
    for (const more of ['', wrong, 'Proxy-Authorization: Basic cnVuOg==\r\n']) {
      expect(await ask(port, tunnelTo('api.example.com:443', more))).toMatch(
        /^HTTP\/1\.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="creator-sandbox"\r\n/,
      );
      expect(await ask(port, tunnelTo('other.example:443', more))).toMatch(/^HTTP\/1\.1 407 /);
      const plain = get('http://api.example.com/prefix/usage').replace('\r\n', `\r\n${more}`);
      expect(await ask(port, plain)).toMatch(/^HTTP\/1\.1 407 /);
    }
    expect(target.seen).toEqual([]);
  });

  it('has a listener without a secret for the named hosts alone, which reaches the target alone', async () => {
    const { environment, ca, target } = await open();
    const port = Number(environment['CREATOR_SANDBOX_SERVICE_PORT']);
    expect(await askSecurely(port, ca, {})).toContain('target /usage');
    expect(await ask(port, get('/prefix/usage'))).toContain('target /usage');
    const own = await openTarget();
    for (const text of [
      tunnelTo('other.example:443'),
      tunnelTo(new URL(own.url).host),
      get(`${own.url}/x`, 'localhost'),
      get('/x', 'localhost'),
    ])
      expect(await ask(port, text)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect([target.seen.length, own.seen.length]).toEqual([2, 0]);
  });

  it('has no such listener while a run is recorded, and tells the service nothing of itself', async () => {
    const { environment, port, secret, ca, target } = await open({ isRecording: true });
    expect(environment).toMatchObject({ CREATOR_SANDBOX_SERVICE_PORT: '' });
    expect(environment).not.toHaveProperty('JAVA_TOOL_OPTIONS');
    await askSecurely(port, ca, { more: secret });
    expect(target.seen).toEqual([{ url: '/usage', host: 'api.example.com', service: undefined }]);
  });

  it('serves a host alone within a connection to it', async () => {
    const { environment, target } = await open();
    const socket = environment['CREATOR_SANDBOX_SERVICE_SOCKET'] ?? '';
    for (const host of ['other.example', '127.0.0.1', 'api.example.com.evil.test'])
      expect(await ask(socket, get('/prefix/usage', host))).toMatch(/^HTTP\/1\.1 421 /);
    expect(target.seen).toEqual([]);
  });

  it('keeps NO_PROXY but for what covers a named host', async () => {
    const env = { NO_PROXY: 'internal.test, example.com,*.other.example', no_proxy: undefined };
    const { environment, interception } = await open({ env });
    expect(environment).toMatchObject({ NO_PROXY: 'localhost,127.0.0.1,::1,internal.test,*.other.example' });
    expect(interception.leftOut).toEqual(['example.com']);
    const guarded = await open({ env, isGuarded: true });
    expect(guarded.environment).toMatchObject({ no_proxy: 'localhost,127.0.0.1,::1' });
  });

  it('goes on to other hosts by the proxy that the environment names, with its user', async () => {
    const asked: unknown[] = [];
    const outer = createServer(({ url, headers }, reply) => {
      asked.push([url, headers['proxy-authorization']]);
      reply.end('outer');
    });
    outer.on('connect', ({ url, headers }, socket) => {
      asked.push([url, headers['proxy-authorization']]);
      socket.end('HTTP/1.1 200 OK\r\n\r\nouter tunnel');
    });
    const outerUrl = `http://user:word@127.0.0.1:${await listening(outer)}`;
    const env = { HTTPS_PROXY: outerUrl, http_proxy: outerUrl, NO_PROXY: 'direct.test' };
    const { port, secret, target } = await open({ env });
    expect(await ask(port, tunnelTo('other.example:443', secret))).toMatch(/200 .*\r\n\r\nouter tunnel$/s);
    const plain = get('http://other.example/a?b', 'other.example').replace('\r\n', `\r\n${secret}`);
    expect(await ask(port, plain)).toMatch(/^HTTP\/1\.1 200 OK.*outer/s);
    expect(await ask(port, tunnelTo('direct.test:443', secret))).toMatch(/^HTTP\/1\.1 502 /);
    const user = 'Basic dXNlcjp3b3Jk';
    expect(asked).toEqual([
      ['other.example:443', user],
      ['http://other.example/a?b', user],
    ]);
    expect(target.seen).toEqual([]);
  });

  it('refuses a proxy that it cannot go on to', async () => {
    await expect(open({ env: { ALL_PROXY: 'socks5://127.0.0.1:1080' } })).rejects.toThrow(
      new UsageError(
        'ALL_PROXY names a proxy that --service cannot go on to: give one of http or https, or none.',
      ),
    );
  });

  it('refuses every other host beside --guard, and leaves the named one', async () => {
    const { port, secret, ca, environment, interception } = await open({
      isGuarded: true,
      env: { HTTPS_PROXY: 'http://127.0.0.1:1' },
    });
    expect(await ask(port, tunnelTo('other.example:443', secret))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(await askSecurely(port, ca, { more: secret })).toContain('target /usage');
    expect(
      await ask(Number(environment['CREATOR_SANDBOX_SERVICE_PORT']), tunnelTo('java.example:443')),
    ).toMatch(/ 403 /);
    // Java would go to other hosts without a proxy.
    expect(environment).not.toHaveProperty('JDK_JAVA_OPTIONS');
    expect(interception.gates({ receipt: { byKey: [] } } as unknown as Report)).toMatchObject([
      { gate: 'guard', found: '2 other hosts (java.example, other.example), 0 real keys', holds: false },
      { gate: 'service', holds: true },
    ]);
  });
});

it('removes what a run left that was killed, and nothing of one that goes on', async () => {
  const running = await open();
  const script = `
    import { intercept } from './src/intercept/interception.ts';
    const services = [{ host: 'api.example.com', prefix: '' }];
    const { environment } = await intercept({ services, target: 'http://127.0.0.1:1', isGuarded: false, env: {} });
    console.log(environment.SSL_CERT_FILE);
    process.kill(process.pid, 'SIGKILL');`;
  const killed = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
    (error: { stdout: string }) => error,
  );
  const left = killed.stdout.trim();
  expect([dirname(dirname(left)), existsSync(left)]).toEqual([tmpdir(), true]);
  await open();
  expect([existsSync(left), existsSync(running.environment['SSL_CERT_FILE'] ?? '')]).toEqual([false, true]);
});

it('gives up a request whose client goes', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const port = await listening(
    createServer((_, reply) => {
      reply.once('close', resolve);
      reply.write('a part');
    }),
  );
  const { environment } = await open({ target: `http://127.0.0.1:${port}` });
  const client = request({
    socketPath: environment['CREATOR_SANDBOX_SERVICE_SOCKET'],
    headers: { host: 'api.example.com' },
  });
  client.on('error', () => {}).end();
  const [reply] = await once(client, 'response');
  reply.on('error', () => {});
  client.destroy();
  await closed;
});
