import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { intercept } from '../../src/intercept/interception.ts';
import type { Report } from '../../src/report/model.ts';

/** A guard, and what sends it bytes. */
async function guarded() {
  const guard = await intercept({ services: [], target: 'http://127.0.0.1:1', isGuarded: true, env: {} });
  onTestFinished(() => guard.close());
  const { port } = new URL(guard.environment['HTTP_PROXY'] ?? '');
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  /** Everything that comes until the guard closes the connection. */
  const ask = async (text: string): Promise<string> => {
    const socket = await open(text);
    let reply = '';
    for await (const part of socket) reply += part;
    return reply;
  };
  return { guard, open, ask, port: Number(port) };
}

async function listening(server: ReturnType<typeof createSocketServer> | ReturnType<typeof createServer>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const connectTo = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`;

describe('the guard', () => {
  it('goes on after targets that cannot be', async () => {
    const { ask } = await guarded();
    for (const port of ['99999', '65536', '0', '123456789012345678901234567890'])
      expect(await ask(connectTo(`127.0.0.1:${port}`))).toBe(
        'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
      );
    for (const url of ['https://127.0.0.1:1/', 'ftp://localhost/', 'ws://[::1]/'])
      expect(await ask(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 Bad Request\r\n(?:.*\r\n)*.*ask for a tunnel/,
      );
    expect(await ask('GET http://127.0.0.1:99999/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 403 Forbidden\r\n/,
    );
    expect(await ask(connectTo('[::1]:1'))).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(await ask(connectTo('203.0.113.7:443'))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });

  it('answers 502 for a server whose status is none', async () => {
    const { ask } = await guarded();
    const port = await listening(
      createSocketServer((socket) => socket.end('HTTP/1.1 042 Odd\r\nContent-Length: 0\r\n\r\n')),
    );
    expect(
      await ask(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 502 /);
  });

  it.each(['resetAndDestroy', 'destroy'] as const)(
    'closes its onward connection when the client of a tunnel goes (%s)',
    async (leave) => {
      const { open } = await guarded();
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const port = await listening(
        createSocketServer((onward) => {
          onward.once('error', () => {}).once('close', () => resolve());
          onward.resume();
        }),
      );
      const client = await open(connectTo(`127.0.0.1:${port}`));
      await once(client, 'data');
      client[leave]();
      await closed;
    },
  );

  it('gives up a request whose client goes', async () => {
    const { port } = await guarded();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = createServer((incoming, reply) => {
      reply.once('close', resolve);
      incoming.resume();
      reply.write('a part');
    });
    const target = await listening(server);
    const client = request({ port, path: `http://127.0.0.1:${target}/` });
    client.on('error', () => {});
    client.end();
    const [reply] = await once(client, 'response');
    reply.on('error', () => {});
    client.destroy();
    await closed;
  });

  it('passes a tunnel whole, both ways', async () => {
    const { open } = await guarded();
    const port = await listening(
      createSocketServer({ allowHalfOpen: true }, (socket) => {
        socket.pipe(socket);
      }),
    );
    const client = await open(connectTo(`127.0.0.1:${port}`));
    await once(client, 'data');
    const sent = 'x'.repeat(1_000_000);
    let received = '';
    client.end(sent);
    for await (const part of client) received += part;
    expect(received).toBe(sent);
  });

  it('names five hosts that were asked for, and counts the others and real keys', async () => {
    const { guard, ask } = await guarded();
    const resultWith = (...looksReal: boolean[]) =>
      guard.gates({
        receipt: { byKey: looksReal.map((each) => ({ looksReal: each })) },
      } as unknown as Report)[0];
    const kept = { gate: 'guard', wanted: 'no other host and no real key' };
    expect(resultWith(false)).toEqual({ ...kept, found: '0 other hosts, 0 real keys', holds: true });
    for (const n of [2, 1, 3, 4, 5, 5]) await ask(connectTo(`api${n}.example:443`));
    const key = 'ab12cd34ef56ab12cd34ef56ab12cd34';
    const advice = (names: string, times: number) =>
      `The command tried to reach ${names}, ${times} times, which the guard refused: point its client at CREATOR_SANDBOX_URL.`;
    const names = [1, 2, 3, 4, 5].map((n) => `api${n}.example`).join(', ');
    expect(resultWith()).toEqual({
      ...{ ...kept, found: `5 other hosts (${names}), 0 real keys`, holds: false, advice: advice(names, 6) },
    });
    await ask(
      `GET http://b.example/ HTTP/1.1\r\nHost: b.example\r\napi-key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(resultWith(true, false, true)).toEqual({
      ...{ ...kept, found: `6 other hosts (${names} and 1 more), 3 real keys`, holds: false },
      advice: `${advice(`${names} and 1 more`, 7)} The command sent a key that looks like a real one: use CREATOR_SANDBOX_KEY, and keep real keys out of tests.`,
    });
  });
});
