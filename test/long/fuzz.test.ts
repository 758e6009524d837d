import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRightBooks, expectRightBudgets } from '../fuzz/books.ts';
import { type FuzzReport, fuzz } from '../fuzz/fuzz.ts';
import { operationsOf } from '../fuzz/operations.ts';
import { keys, leaverKey } from '../fuzz/requests.ts';
import { drawSettings, openSwarmApp, shownSwarm } from '../fuzz/swarm.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';

/**
 * FUZZ_REQUESTS is how many are sent in all, by FUZZ_RUNS runs. The first run has the seed FUZZ_SEED, which draws its settings
 * and its requests, the others the next ones. FUZZ_FROM is the number of the first request of each.
 */
const count = Number(process.env['FUZZ_REQUESTS'] ?? 200_000);
const runs = Number(process.env['FUZZ_RUNS'] ?? 10);
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);
const from = Number(process.env['FUZZ_FROM'] ?? 0);

const choices = {
  sizes: [10, 60, 400, 1200],
  stores: ['memory', 'memory', 'SQLite', 'SQLite', 'PostgreSQL'],
} as const;

/** A request over PostgreSQL waits for it several times. */
const share = { memory: 1, SQLite: 1, PostgreSQL: 0.1 };

let server: Server | undefined;
beforeAll(async () => {
  if (!process.env['TEST_POSTGRES']) server = await createPostgres();
});
afterAll(() => server?.remove());

describe.each(Array.from({ length: runs }, (_, n) => firstSeed + n))(
  'hostile requests, FUZZ_SEED=%i',
  (seed) => {
    const settings = drawSettings(seed, choices);

    it(shownSwarm(settings), async () => {
      const app = await openSwarmApp(settings, () => newSchema(process.env['TEST_POSTGRES'] ?? server?.url));
      const operations = (await operationsOf(app)).filter(
        ({ surface }) => settings.admin || surface !== 'admin',
      );
      const each = Math.ceil((count / runs) * share[settings.store]);
      const report = await fuzz(app, operations, { run: seed, from, count: each });
      show(seed, report);
      const command = `FUZZ_SEED=${seed} FUZZ_RUNS=1 FUZZ_REQUESTS=${Math.ceil(count / runs)} npx vitest run --project long test/long/fuzz`;
      expect(report.findings, `find them again with: ${command}`).toEqual([]);
      // The admin surface sets what keys spent.
      if (settings.admin) return;
      await expectRightBooks(app, [...keys, leaverKey]);
      console.log(`${await expectRightBudgets(app)} keys of agents have right books`);
    });
  },
);

function show(seed: number, { statuses, longestPiece }: FuzzReport): void {
  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status || 'left'}`);
  console.log(`seed ${seed}: ${counts.join(', ')}; longest piece ${longestPiece.toFixed(2)} parses of 1 MB`);
}
