import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { httpSend } from '../../src/contract/wire.ts';

/** A target that answers each path in its own way, with letters of two bytes. */
const server = createServer(({ url }, response) => {
  if (url === '/silent') return;
  if (url === '/broken') response.destroy();
  else if (url === '/moved') response.writeHead(302, { location: '/ten' }).end('moved');
  else response.end('é'.repeat(5));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The reply to a request, or the reason why there is none. */
const answerTo = (path: string, { maxBytes = 10, timeoutMs = 600_000, to = url } = {}) =>
  httpSend({ url: to, v2Url: to, timeoutMs, maxBytes })({ method: 'GET', url: path, headers: {} }).then(
    ({ status, text }) => `${status} ${text}`,
    ({ message }: Error) => message,
  );

it.each<[what: string, answer: Promise<string>, expected: string]>([
  ['as many bytes as may come', answerTo('/ten'), '200 ééééé'],
  ['one byte more', answerTo('/ten', { maxBytes: 9 }), 'more than 9 bytes'],
  ['a reply that leads elsewhere', answerTo('/moved'), '302 moved'],
  ['no reply in time', answerTo('/silent', { timeoutMs: 30 }), 'no answer within 30 ms'],
  ['a connection that ends', answerTo('/broken'), 'UND_ERR_SOCKET'],
  ['an address that cannot be one', answerTo('/ten', { to: 'nowhere' }), 'ERR_INVALID_URL'],
])('of a target comes %s', async (_what, answer, expected) => {
  expect(await answer).toBe(expected);
});
