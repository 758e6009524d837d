import { expect, test } from 'vitest';
import { version } from '../../src/system/version.ts';
import { startBalancer } from './balancer.ts';
import { programOf, startCluster } from './rolling.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const next = '99.0.0';

test('a rolling restart of three replicas behind a balancer fails no call, with another version neither', async () => {
  const ledger = newSchema();
  const cluster = await startCluster(ledger, startBalancer);
  expect(await cluster.roll(1)).toEqual([]);
  const seen: unknown[] = [];
  const failed = await cluster.roll(1, {
    program: programOf(next),
    async onStart() {
      const rows = await inDatabase(
        ledger,
        `SELECT DISTINCT terms::json->>'version' AS version FROM ${schemaOf(ledger)}.replicas
         WHERE "leftAt" IS NULL ORDER BY 1`,
      );
      seen.push(rows.map((row) => row['version']));
    },
  });
  expect(failed).toEqual([]);
  expect(seen).toEqual([[version, next], [version, next], [next]]);
});
