import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger, openSharedLedger } from '../../src/ledger/open.ts';
import { newFolder } from '../new-folder.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres } from '../postgres/server.ts';
import { copyProgram } from './copy-program.ts';
import { type Explored, explore, smallSettings } from './small/explore.ts';

/** SMALL_DEPTH is the length of the longest sequences in memory: 5 takes minutes. Slower stores try shorter ones. */
const depth = Number(process.env['SMALL_DEPTH'] ?? 4);

const stores = {
  memory: async () => openLedger(smallSettings),
  SQLite: async () => openLedger({ ...smallSettings, folder: newFolder() }),
  async PostgreSQL() {
    let url = process.env['TEST_POSTGRES'];
    if (!url) {
      const server = await createPostgres();
      onTestFinished(() => server.remove());
      ({ url } = server);
    }
    return openSharedLedger(newSchema(url), {}, smallSettings);
  },
} satisfies Record<string, () => Promise<Ledger>>;

it.each([
  ['memory', depth],
  ['SQLite', depth - 1],
  ['PostgreSQL', depth - 2],
] as const)('in %s, every sequence of at most %i acts leaves what the model says', async (store, length) => {
  const ledger = await stores[store]();
  onTestFinished(() => ledger.close());
  const { failure, states, transitions } = await explore(ledger, length);
  expect(failure).toBeUndefined();
  console.log(`${store}, sequences up to ${length}: ${states} states, ${transitions} transitions`);
  expect(states).toBeGreaterThan(100);
});

it('an off-by-one in a spend limit is found, by a shortest sequence', () => {
  const copy = copyProgram(join(newFolder(), 'planted'), 'src/ledger/rules.ts', [
    ['credits > left)', 'credits > left + 1)'],
  ]);
  const output = execFileSync(process.execPath, [join(copy, 'test/long/small/main.ts'), '3']);
  const { failure, transitions } = JSON.parse(output.toString()) as Explored;
  console.log(
    `the planted off-by-one is found after ${transitions} transitions: ${failure?.acts.join(', ')}`,
  );
  expect(failure?.acts).toEqual(['charge joined 1', 'charge joined 2']);
  expect(failure?.expected).toBe('keySpendThreshold');
});
