import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { pageOf, sandboxFor } from './browser.ts';

const server = createServer((_, reply) =>
  reply.setHeader('content-type', 'text/html').end('<!doctype html>'),
);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('lets a page of the named origin use the service, refusals and streams too, and never the admin surface', async () => {
  const open = await sandboxFor({ cors: [origin], pace: 0 });
  const closed = await sandboxFor();
  const { page } = await pageOf(origin);
  await page.goto(origin);
  const read = (url: string, headers: Record<string, string>, body?: string) =>
    page.evaluate(
      ([address, sent, text]) =>
        fetch(address, { headers: sent, ...(text !== undefined && { method: 'POST', body: text }) }).then(
          async (reply) => [reply.status, (await reply.text()).slice(0, 6)],
          () => 'blocked',
        ),
      [url, headers, body] as const,
    );
  const { pathname, search } = new URL(open.exampleUrl);
  const key = { 'api-key': 'demo-full' };
  const json = { ...key, 'content-type': 'application/json' };

  expect(await read(`${open.url}${pathname}${search}`, key)).toEqual([200, '{"data']);
  expect(await read(`${open.url}${pathname}${search}`, { 'api-key': 'nobody' })).toEqual([401, '{"succ']);
  expect(await read(`${open.url}/v2/apiStatus`, { apiId: 'demo-full' })).toEqual([200, expect.any(String)]);
  expect(await read(`${open.url}/nls`, json, '{"description":"yoga creators"}')).toEqual([200, 'event:']);
  expect(await read(`${open.url}/__admin/keys`, {})).toBe('blocked');
  expect(await read(`${open.url}/__admin/keys`, json, '{}')).toBe('blocked');
  expect(await read(`${closed.url}${pathname}${search}`, key)).toBe('blocked');
});
