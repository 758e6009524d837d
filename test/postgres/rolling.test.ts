import { expect, test } from 'vitest';
import { startBalancer } from './balancer.ts';
import { startCluster } from './rolling.ts';
import { newSchema } from './schemas.ts';

test('a rolling restart of three replicas behind a balancer fails no call', async () => {
  const cluster = await startCluster(newSchema(), startBalancer);
  expect(await cluster.roll(1)).toEqual([]);
});
