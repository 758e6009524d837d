import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { problem } from '../../admin/admin.ts';
import { testApp } from '../../harness.ts';

const { app } = await testApp();
const base = await app.listen({ port: 0, host: '127.0.0.1' });
const port = Number(new URL(base).port);
const mb = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const url = '/__admin/snapshots/large';

/** The whole reply on a raw socket. */
async function replyTo(write: (socket: ReturnType<typeof connect>) => void): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece)).on('error', () => {});
  await once(socket, 'connect');
  write(socket);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
}

const head = (more: string) =>
  `PUT ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

describe('a body that is too large', () => {
  it.each([11, 30])(
    'of %d MB is answered, also if the client writes all of it before it reads',
    async (size) => {
      for (let times = 0; times < 3; times++) {
        const reply = await fetch(`${base}${url}`, {
          method: 'PUT',
          headers: json,
          body: 'x'.repeat(size * mb),
        });
        expect([reply.status, await reply.json()]).toEqual([413, problem(413)]);
      }
    },
  );

  it('is answered in the envelope on paths of the service', async () => {
    const headers = { ...json, 'api-key': 'demo-full' };
    const reply = await fetch(`${base}/clip/profile`, { method: 'POST', headers, body: 'x'.repeat(20 * mb) });
    expect([reply.status, await reply.json()]).toMatchObject([400, { errorCode: 'VALIDATION_ERROR' }]);
  });

  it('is answered if it is chunked, without Content-Length', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const answer = await replyTo((socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      for (let count = 0; count < 12; count++) socket.write(chunk);
      socket.write('0\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"status":413/s);
  });

  it('that does not end is answered after 64 MB', async () => {
    const piece = Buffer.alloc(mb);
    const answer = await replyTo((socket) => {
      socket.write(head(`Content-Length: ${1_000 * mb}`));
      for (let count = 0; count < 66; count++) socket.write(piece);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"status":413/s);
  });
});
