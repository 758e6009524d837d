import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Passes each request on to the next of these servers. It closes with the test. @returns its URL */
export async function startBalancer(urls: readonly string[]): Promise<string> {
  let next = 0;
  const server = createServer((incoming, reply) => {
    const { hostname, port } = new URL(urls[next++ % urls.length] as string);
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    // A client that leaves leaves the server behind it too.
    reply.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
