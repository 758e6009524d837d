import { expect, it, onTestFinished } from 'vitest';
import { openSideApp } from '../../../src/app/openapi/side-app.ts';
import { testApp } from '../../harness.ts';

it('the app behind the documents is a service of its own, which no setting of a run changes', async () => {
  const { deps, world, app } = await testApp({ vocabulary: 'neutral', prefer: true, epoch: '2026-05-01' });
  const side = await openSideApp({ settings: deps.settings, world }, ['side-key']);
  onTestFinished(side.close);
  const ask = async (url: string, headers: object = {}) =>
    side.app.inject({ url, headers: { host: 'localhost:4310', 'api-key': 'side-key', ...headers } });
  const replies = [await ask('/usage'), await ask('/usage', { prefer: 'code=503' })];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const [first, second] = replies.map((reply) => reply.json());
  expect([first.timestamp, second.timestamp]).toEqual(Array(2).fill(world.info.epochAt + 43_200_000));
  expect((await ask('/__admin/health')).statusCode).toBe(404);
  expect((await app.inject({ url: '/usage', headers: { 'api-key': 'side-key' } })).statusCode).toBe(401);
  expect([deps.journal.count(), side.deps.journal.on]).toEqual([1, false]);
});
