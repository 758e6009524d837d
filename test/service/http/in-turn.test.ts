import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '../../harness.ts';

const { app, deps } = await testApp();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

async function connected() {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: localhost', 'api-key: demo-unlimited', ...headers, '', ''].join('\r\n');
const description = JSON.stringify({ description: 'food creators with more than 1000 followers' });

test.each([
  ['look-ups', 100, head('GET /clip/profile?uniqueId=sample.creator')],
  ['unknown paths', 100, head('GET /nothing')],
  [
    'descriptions',
    30,
    `${head('POST /nls', 'content-type: application/json', `content-length: ${description.length}`)}${description}`,
  ],
])(
  'a client that writes many %s at once leaves others their turn, and gets all replies',
  async (_, count, request) => {
    const [many, one] = [await connected(), await connected()];
    const before = deps.journal.count();
    let replies = '';
    many.on('data', (data) => (replies += data));
    many.write(request.repeat(count));
    one.write(head('GET /clip/contact?uniqueId=sample.creator', 'connection: close'));
    await once(one, 'data');
    const own = [...deps.journal.all()].findIndex(
      ({ operation }, n) => n >= before && operation === 'clip/contact',
    );
    expect(own - before).toBeLessThan(10);
    await expect.poll(() => replies.match(/HTTP\/1\.1 (200|404)/g)?.length).toBe(count);
    many.destroy();
  },
);
