import { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../harness.ts';
import { bytesOverTheWire } from '../../wire.ts';

const { app } = await testApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

describe('a client that asks to close gets its whole reply', () => {
  const size = 2 ** 20;
  const head = Buffer.from(
    `GET /__admin/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`,
  );

  test.each([
    ['sends the body that nobody reads while it gets the reply', size],
    ['leaves in the midst of its body', size / 2],
    ['sends no body', 0],
  ])('and %s', async (_, sent) => {
    const reply = await bytesOverTheWire(port, head, (socket) => {
      socket.once('data', () => {
        socket.pause();
        // The server is done with the reply before the client has read it.
        socket.write(Buffer.alloc(sent, 'x'), () => socket.resume());
      });
    });
    expect(reply).toMatchObject({ status: 200, complete: true, reset: false });
    expect(JSON.parse(reply.text)).toHaveProperty('openapi');
  });
});
