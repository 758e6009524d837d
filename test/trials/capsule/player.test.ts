import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createClock } from '../../../src/core/clock.ts';
import type { Capsule } from '../../../src/trials/capsule/capsule.ts';
import { createCapsulePlayer } from '../../../src/trials/capsule/player.ts';

it('a request that is played again gets its times, the last one again, its ids and its turn; another one does not', async () => {
  const events = [
    ['R', 0],
    ['S', 0],
    ['W', 0],
    ['E', 0],
  ];
  const capsule = { events, requests: [{ times: [11, 12] }], keys: { standIn: 'an id' }, ids: 'a seed' };
  const player = createCapsulePlayer(capsule as unknown as Capsule, createClock({ mode: 'frozen', at: 5 }));
  const { clock, newId, requestNow, wait, jobOrder, written } = player;
  const seen: unknown[] = [];
  const server = createServer(player.messages, async (_, reply) => {
    seen.push([requestNow(), clock.now(), clock.now(), clock.now(), newId(), newId()]);
    const done = new Promise<void>((resolve) => {
      const job = { work: () => seen.push(`work of ${requestNow()}`), done: () => resolve() };
      jobOrder(job as never, (each) => {
        each.work(undefined as never);
        each.done();
      });
    });
    await done;
    await wait(1);
    reply.write('so ');
    reply.end('it is');
  });
  player.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = (headers = {}) => fetch(url, { headers }).then((reply) => reply.text());
  expect([await ask(), await ask({ 'x-capsule-request': '0' })]).toEqual(['so it is', 'so it is']);
  await player.over;
  server.close();
  const hex = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(seen).toEqual([
    ...[[undefined, 5, 5, 5, hex, hex], 'work of undefined'],
    [0, 11, 12, 12, '32c4dce8831e489d1a276d12dceff648', '819ecb2c07f75616940f91f60e0ca5e6'],
    'work of 0',
  ]);
  expect([...written]).toEqual([[0, { status: 200, body: Buffer.from('so it is') }]]);
  expect([player.skipped, player.idOf?.('standIn'), player.idOf?.('other')]).toEqual([0, 'an id', undefined]);
  await expect(wait(1, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
});
