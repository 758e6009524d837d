import { expect, it } from 'vitest';
import { keyIdOf } from '../../../src/core/keys/digest.ts';
import { testApp } from '../../harness.ts';
import { bytesOverTheWire } from '../../wire.ts';

/** What the journal has of a request whose body breaks off. That it has one entry is checked by the fuzz. */

const { app, deps } = await testApp();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

async function entriesAfter(send: () => Promise<unknown>) {
  const before = [...deps.journal.all()].length;
  await send();
  await expect.poll(() => [...deps.journal.all()].length).toBeGreaterThan(before);
  // A second entry would come with the end of the connection.
  await expect
    .poll(() => new Promise((done) => app.server.getConnections((_, count) => done(count))))
    .toBe(0);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  return [...deps.journal.all()].slice(before);
}

const post = (path: string, headers: string, body: string): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\napi-key: demo-full\r\napiId: demo-full\r\n` +
      `content-type: application/json\r\n${headers}\r\n\r\n${body}`,
  );
it('a bad chunk that comes later: the entry has the key, the operation and the trace id of the reply', async () => {
  let traceId: unknown;
  const entries = await entriesAfter(async () => {
    const head = post('/clip/profile', 'transfer-encoding: chunked', '5\r\n{"uni\r\n');
    const reply = await bytesOverTheWire(port, head, (socket) =>
      app.server.once('request', async () => {
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
        socket.write('zz\r\n');
      }),
    );
    expect(reply.status).toBe(400);
    ({ traceId } = JSON.parse(reply.text) as { traceId: unknown });
  });
  expect(entries).toMatchObject([{ operation: 'clip/profile', keyId: keyIdOf('demo-full'), traceId }]);
});

it.each([
  ['of an account', 'demo-full', '/clip/profile'],
  ['that is unknown', 'nobody', '/clip/profile'],
  ['of generation 2', 'demo-full', '/v2/submitCreators'],
])(
  'a bad chunk with its head in one packet, with a key %s: the entry says what the client got',
  async (_, key, path) => {
    let reply: { status: number; text: string } | undefined;
    const head = post(path, 'transfer-encoding: chunked', '5\r\n{"uni\r\nzz\r\n');
    const packet = Buffer.from(head.toString().replaceAll('demo-full', key));
    const [entry, ...others] = await entriesAfter(async () => {
      reply = await bytesOverTheWire(port, packet);
    });
    const body = JSON.parse(reply?.text ?? '') as Record<string, unknown>;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ status: reply?.status, errorCode: body['errorCode'] ?? body['error'] });
    if (body['traceId'] !== undefined) expect(entry?.traceId).toBe(body['traceId']);
    expect(deps.journal.replyTo(entry?.id ?? 0)).toBe(reply?.text);
  },
);

it('CONNECT is refused in the envelope', async () => {
  const entries = await entriesAfter(async () => {
    const reply = await bytesOverTheWire(
      port,
      Buffer.from('CONNECT localhost:443 HTTP/1.1\r\nhost: localhost:443\r\n\r\n'),
    );
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ success: false, errorCode: 'VALIDATION_ERROR' });
  });
  expect(entries).toMatchObject([{ method: 'CONNECT', url: 'localhost:443', status: 400 }]);
});
