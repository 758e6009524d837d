import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { issueCertificate } from '../../src/system/certificate.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, serving } from '../recording/service.ts';
import { commandIn } from './io.ts';

const url = 'https://api.example.com/clip/profile?uniqueId=sample.creator';
const service = ['--size', '60', '--service', 'api.example.com'];

/** A client that names the service, and takes its key from a variable of its own. */
const client = (more = '') => {
  const folder = newFolder();
  const ask = `const reply = await fetch('${url}', { headers: { 'api-key': process.env.API_KEY } });`;
  const text = `${ask}\nconst { data } = await reply.json();\nif (data?.uniqueId !== 'sample.creator') process.exit(1);\n${more}`;
  writeFileSync(join(folder, 'client.mjs'), text);
  return folder;
};
const node = (folder: string) => ['--env', 'API_KEY=key', '--', process.execPath, join(folder, 'client.mjs')];
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

/** A listener that counts who comes: whatever leads to it leads past the sandbox. */
async function tripwire() {
  let connections = 0;
  const server = createSocketServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { port, connections: () => connections };
}

describe('a client that names the service', () => {
  it.each([
    ['NO_PROXY', { NO_PROXY: 'example.com,localhost' }],
    ['NO_PROXY of all', { no_proxy: '*' }],
    ['a proxy', {}],
  ])('reaches the sandbox past %s of the environment', async (_, more) => {
    const { port, connections } = await tripwire();
    const outer = `http://127.0.0.1:${port}`;
    const folder = client();
    const { code, err } = await commandIn(folder, ['exec', ...service, ...node(folder)], {
      env: { ...env, HTTPS_PROXY: outer, https_proxy: outer, NODE_USE_ENV_PROXY: '1', ...more },
    });
    expect([code, connections()]).toEqual([0, 0]);
    expect(err).toContain('requests to api.example.com; 1 request to api.example.com. It holds.');
    const [entry] = Object.values(more);
    expect(err.includes('NO_PROXY is without')).toBe(entry !== undefined);
  });

  it('reaches it by a socket of its own, whose resolver leads elsewhere', async () => {
    const { port, connections } = await tripwire();
    const folder = client(`
import net from 'node:net';
import tls from 'node:tls';
const lookup = (_host, options, found) => options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);
const head = 'HEAD /usage HTTP/1.1\\r\\nHost: api.example.com\\r\\nConnection: close\\r\\n\\r\\n';
const port = ${port};
for (const open of [
  () => net.connect({ host: 'api.example.com', port, lookup }),
  () => new net.Socket().connect(port, 'API.example.com.'),
  () => tls.connect({ host: 'api.example.com', port, lookup }),
  () => tls.connect(port, '127.0.0.1', { servername: 'api.example.com' }),
]) {
  const socket = open();
  socket.write(head);
  let text = '';
  for await (const part of socket) text += part;
  console.error(text.split('\\r\\n')[0]);
}`);
    const { code, err } = await commandIn(folder, ['exec', ...service, ...node(folder)], { env });
    expect([code, connections()]).toEqual([0, 0]);
    expect(err).toContain('5 requests to api.example.com');
  });

  it('takes no answer of the service itself, by whatever proxy its client goes', async () => {
    const { cert, key } = await issueCertificate({ names: ['api.example.com'], isAuthority: true });
    const answered: unknown[] = [];
    const real = https.createServer(
      { cert, key },
      ({ url: path }, reply) => void answered.push(path, reply.end()),
    );
    const outer = http.createServer().on('connect', (_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      real.emit('connection', socket);
    });
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void outer.close());
    const { port } = outer.address() as AddressInfo;
    const folder = client(`
import http from 'node:http';
import tls from 'node:tls';
const tunnel = { port: ${port}, method: 'CONNECT', path: 'api.example.com:443' };
const socket = await new Promise((resolve) => http.request(tunnel).on('connect', (_, socket) => resolve(socket)).end());
const secure = tls.connect({ socket, servername: 'api.example.com', rejectUnauthorized: false });
secure.write('GET / HTTP/1.1\\r\\nHost: api.example.com\\r\\n\\r\\n');
secure.on('data', () => process.exit(5)).on('error', ({ code }) => process.exit(code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ? 6 : 7));`);
    const { code } = await commandIn(folder, ['exec', ...service, ...node(folder)], { env });
    expect([code, answered]).toEqual([6, []]);
  });

  it('ends with 3 where nothing arrived, whatever the other gates say', async () => {
    const line = ['exec', ...service, '--allow-no-requests', '--', process.execPath, '-e', '0'];
    const { code, err } = await commandIn(newFolder(), line, { env });
    expect(code).toBe(3);
    expect(err).toContain('No request to api.example.com arrived: if the command made some,');
    expect((await commandIn(newFolder(), [...line.slice(0, -1), 'process.exit(7)'], { env })).code).toBe(7);
  });

  it('is held by --guard from all other hosts', async () => {
    const folder = client("await fetch('https://other.example/').catch(() => {});");
    const { code, err } = await commandIn(folder, ['exec', ...service, '--guard', ...node(folder)], { env });
    expect(code).toBe(3);
    expect(err).toContain('The command tried to reach other.example, once, which the guard refused');
    expect(err).toContain('1 request to api.example.com. It holds.');
  });

  it('names a host that can be one', async () => {
    const { code, err } = await commandIn(newFolder(), ['exec', '--service', '*.example.com', '--', 'true']);
    expect([code, err]).toEqual([
      2,
      'creator-sandbox: --service: "*.example.com" is a pattern: name each host whole, such as api.example.com.\n',
    ]);
  });

  it('is tried under mutations and faults', async () => {
    const folder = client();
    const flags = [...service, '--parallel', '2'];
    const mutated = await commandIn(
      folder,
      ['mutate', ...flags, '--only', 'field-missing', ...node(folder)],
      { env },
    );
    expect([mutated.code, mutated.err]).toEqual([0, expect.stringContaining('calls 1 operation')]);
    const explored = await commandIn(folder, ['explore', ...flags, '--faults', '503', ...node(folder)], {
      env,
    });
    expect(explored.err).toContain('makes 1 call.');
    expect(explored.err).toContain('--service api.example.com');
    expect(explored.err).toContain('--env API_KEY=key');
    for (const verb of ['mutate', 'explore']) {
      const none = await commandIn(folder, [verb, ...flags, '--', process.execPath, '-e', '0'], { env });
      expect([none.code, none.err]).toEqual([
        3,
        expect.stringContaining('No request to api.example.com arrived'),
      ]);
    }
  });

  it('is recorded, and reaches the service through the recorder alone', async () => {
    const sandbox = await createSandbox({ size: 60, admin: false });
    onTestFinished(() => sandbox.close());
    const asked: Record<string, unknown>[] = [];
    const target = await serving((incoming, reply) => {
      asked.push(incoming.headers);
      void fetch(`${sandbox.url}${incoming.url}`, { headers: { 'api-key': 'demo-full' } }).then(
        async (answer) =>
          reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      );
    });
    onTestFinished(() => void target.close());
    const folder = client();
    const flags = ['--service', 'api.example.com', '--env', 'API_KEY=key'];
    const command = [process.execPath, join(folder, 'client.mjs')];
    const { code, err } = await recordIn(folder, target.url, command, { flags });
    expect([code, err]).toEqual([0, expect.stringContaining('1 recordings in recordings')]);
    expect(asked).toHaveLength(2);
    for (const headers of asked) {
      expect(headers).toMatchObject({ 'api-key': 'sandbox:plan=100000,fractional:the-real-key' });
      expect(Object.keys(headers).filter((name) => name.startsWith('x-sandbox'))).toEqual([]);
    }
    const files = readdirSync(join(folder, 'recordings'), { recursive: true, encoding: 'utf8' });
    const text = readFileSync(
      join(folder, 'recordings', files.find((name) => name.includes('clip') && name.endsWith('.json')) ?? ''),
      'utf8',
    );
    expect(text).not.toContain('api.example.com');
    const none = await recordIn(folder, target.url, [process.execPath, '-e', '0'], { flags });
    expect([none.code, none.err]).toEqual([
      3,
      expect.stringContaining('No request to api.example.com arrived'),
    ]);
  });
});
