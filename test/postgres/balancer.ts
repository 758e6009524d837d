import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * Passes each request on to the next of these servers that is healthy, over connections that it keeps. As balancers do,
 * it sends a request that was refused a connection to another one, and no request that was sent. It closes with the test.
 * @returns its URL
 */
export async function startBalancer(urls: readonly string[]): Promise<string> {
  let next = 0;
  const agent = new Agent({ keepAlive: true });
  const unhealthy = new Set<string>();
  const leaving = new AbortController();
  const probing = urls.map(async (url) => {
    while (!leaving.signal.aborted) {
      const isHealthy = await fetch(`${url}/__admin/health`).then(
        ({ ok, body }) => body?.cancel().then(() => ok),
        () => false,
      );
      if (isHealthy) unhealthy.delete(url);
      else unhealthy.add(url);
      await wait(20);
    }
  });
  const pass = (
    incoming: IncomingMessage,
    body: Buffer,
    reply: ServerResponse,
    tried: readonly string[] = [],
  ) => {
    const open = urls.filter((url) => !tried.includes(url));
    const healthy = open.filter((url) => !unhealthy.has(url));
    const among = healthy.length > 0 ? healthy : open;
    const url = among[next++ % among.length] as string;
    const { hostname, port } = new URL(url);
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const { connection: _, 'keep-alive': _idle, ...passedHeaders } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, passedHeaders);
      answer.pipe(reply);
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && open.length > 1) pass(incoming, body, reply, [...tried, url]);
      else reply.destroy();
    });
    // A client that leaves leaves the server behind it too.
    reply.on('close', () => {
      if (!reply.writableFinished) passed.destroy();
    });
    passed.end(body);
  };
  const server = createServer((incoming, reply) => {
    void buffer(incoming).then(
      (body) => pass(incoming, body, reply),
      () => reply.destroy(),
    );
  });
  // An idle connection that closes would meet a client's next request on its way.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    leaving.abort();
    await Promise.all(probing);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
