import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../postgres/rolling.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres } from '../postgres/server.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';

const awayMs = 60_000;

test.skipIf(!hasHaproxy)(
  'behind the HAProxy of the compose file a rolling restart fails no call, and a minute without PostgreSQL keeps the envelope',
  async () => {
    const server = await createPostgres();
    onTestFinished(() => server.remove());
    const cluster = await startCluster(newSchema(server.url), startHaproxy);
    expect(await cluster.roll(2)).toEqual([]);

    const answers = await cluster.during(async () => {
      await server.stop();
      await wait(awayMs);
      await server.start();
    });
    const refusals = [...answers].filter(([answer]) => answer !== '200');
    expect(refusals).toEqual([
      [expect.stringMatching(/^503 \{"success":false,.*"SERVICE_UNAVAILABLE"/), expect.any(Number)],
    ]);
    await expect.poll(async () => [...(await cluster.during(() => wait(100))).keys()]).toEqual(['200']);
  },
);
