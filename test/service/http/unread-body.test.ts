import { Buffer } from 'node:buffer';
import { type AddressInfo, connect } from 'node:net';
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

  test('and may send its body once it has read the reply', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const ended = new Promise((resolve) => socket.once('end', resolve));
    const closed = new Promise((resolve) => {
      socket.once('close', () => resolve('closed')).once('error', ({ message }) => resolve(message));
    });
    socket.write(head);
    socket.resume();
    await ended;
    for (let left = size; left > 0; left -= 65_536)
      await new Promise((resolve) => socket.write(Buffer.alloc(65_536, 'x'), resolve));
    socket.end();
    expect(await closed).toBe('closed');
  });
});
