import http, { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { connect } from '../../src/client/connect.ts';
import { startProcess } from '../process.ts';

// It has a process of its own, as beside `exec`: fake timers of this one are not its timers.
const sandbox = await startProcess([]);
afterAll(() => sandbox.end('SIGTERM'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Every kind of call: without a body, with one, an event feed, a check. */
async function useAll(url: string) {
  const admin = await connect(url);
  const key = await admin.key({ plan: 5 });
  const feed = await admin.events(key.id);
  await admin.send({ method: 'GET', path: '/usage', key: key.id });
  for await (const { event } of feed) {
    expect(event).toBe('request');
    break;
  }
  await admin.verify({ key: key.id, operation: 'usage' }, { exactly: 1 });
  await expect(admin.verify({ key: key.id }, { exactly: 5 })).rejects.toThrow('found 1');
}

const forbid = () => {
  throw new Error('the test answers this itself');
};

it.each<[string, () => unknown]>([
  ['a stubbed fetch', () => vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))],
  [
    'an interceptor of http.request',
    () => {
      for (const each of [http, https]) {
        vi.spyOn(each, 'request').mockImplementation(forbid);
        vi.spyOn(each, 'get').mockImplementation(forbid);
      }
      vi.spyOn(http, 'ClientRequest').mockImplementation(forbid as never);
    },
  ],
  ['fake timers', () => vi.useFakeTimers({ now: 0 })],
  [
    'the classes of a browser-like environment',
    () => {
      for (const name of ['AbortController', 'AbortSignal', 'TextDecoderStream', 'ReadableStream', 'Headers'])
        vi.stubGlobal(name, class {});
    },
  ],
  [
    'the variables of a proxy',
    () => {
      vi.stubEnv('NODE_USE_ENV_PROXY', '1');
      for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
    },
  ],
  [
    'the agents that all requests of a process share',
    () => {
      vi.spyOn(http.globalAgent, 'createConnection').mockImplementation(forbid);
    },
  ],
])('the client is untouched by %s', async (_name, change) => {
  change();
  await useAll(sandbox.url);
});

it('the client takes no answer for that of a sandbox which is another program', async () => {
  const server = createServer((_, reply) => reply.writeHead(204).end()).listen(0, '127.0.0.1');
  await vi.waitUntil(() => server.listening);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(connect(url)).rejects.toThrow(
    `${url}/__admin is not the admin surface of a sandbox: it answered 204.`,
  );
  server.close();
});
