import { expect, test } from 'vitest';
import { version } from '../../src/system/version.ts';
import { startBalancer } from './balancer.ts';
import { programOf, startCluster } from './rolling.ts';
import { newSchema } from './schemas.ts';

const next = '99.0.0';

test('a rolling restart of three replicas behind a balancer fails no call, with another version neither', async () => {
  const cluster = await startCluster(newSchema(), startBalancer);
  expect(await cluster.roll(1)).toEqual([]);
  const seen: string[] = [];
  const failed = await cluster.roll(1, {
    program: programOf(next),
    async onStart({ admin }) {
      const { replicas } = (await (await fetch(`${admin}/replicas`)).json()) as {
        replicas: { version: string }[];
      };
      seen.push(replicas.map((replica) => replica.version).join(' '));
    },
  });
  expect(failed).toEqual([]);
  expect(seen).toEqual([
    [version, version, next].join(' '),
    [version, next, next].join(' '),
    [next, next, next].join(' '),
  ]);
});
