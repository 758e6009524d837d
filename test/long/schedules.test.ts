import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';
import { copyProgram } from './copy-program.ts';
import { explore, shown } from './schedules/explore.ts';
import type { Printed } from './schedules/main.ts';

/** SCHEDULES is how many are run; SCHEDULE_SEED, which a run prints, draws the same ones again. */
const count = Number(process.env['SCHEDULES'] ?? 1_000);
const firstSeed = Number(process.env['SCHEDULE_SEED'] ?? Math.floor(Math.random() * 1e9));

/** It ends a wrong ledger that hangs, far beyond the minute that a search for a planted bug takes. */
const endsHangsMs = 1_800_000;

/** Ledgers side by side: most of a schedule is waiting for the server. */
const sideBySide = 4;

let server: Server | undefined;
beforeAll(async () => {
  if (!process.env['TEST_POSTGRES']) server = await createPostgres();
});
afterAll(() => server?.remove());

const newLedgers = (): string[] =>
  Array.from({ length: sideBySide }, () => newSchema(process.env['TEST_POSTGRES'] ?? server?.url));

test(`in any order of their statements, replicas answer as one ledger, SCHEDULE_SEED=${firstSeed}`, async () => {
  const { failure, schedules, choices, operations, replies } = await explore(newLedgers(), firstSeed, count);
  const times = Object.entries(replies).map(([reply, of]) => `${of} × ${reply}`);
  console.log(
    `${schedules} schedules with ${choices} choices; their histories have ${operations} operations: ${times.join(', ')}`,
  );
  expect(failure && shown(failure)).toBeUndefined();
  expect(schedules).toBe(count);
});

test.each([
  [
    'a reset without its lock',
    'src/ledger/postgres/reading.ts',
    ['longIdleTimeoutMs}`, lock(1)]', 'longIdleTimeoutMs}`]'],
  ],
  ['an off-by-one in a spend limit', 'src/ledger/rules.ts', ['credits > left)', 'credits > left + 1)']],
] as const)('%s is found, and its schedule shrunk', async (name, file, change) => {
  const { failure } = await searched(name, file, change);
  expect(failure?.acts.length).toBeLessThanOrEqual(3);
  expect(failure?.switches).toBeLessThanOrEqual(8);
});

test('a commit before its write is found', async () => {
  // Without locks the order of its statements is the server's own too, so that a smaller schedule may not show it again.
  const { failure } = await searched('a commit before its write', 'src/ledger/postgres/batch.ts', [
    '    await connection.queryAll([\n',
    '    await connection.queryAll([\n      sql`COMMIT`,\n',
  ]);
  expect(failure).toBeDefined();
});

/** Searches for a bug that is put into a copy of the program. */
async function searched(name: string, file: string, change: readonly [string, string]): Promise<Printed> {
  const copy = copyProgram(join(newFolder(), 'planted'), file, [change]);
  const program = join(copy, 'test/long/schedules/main.ts');
  // This process goes on: it reads the log of the server, which warns of each commit without a transaction and would wait.
  const { stdout } = await promisify(execFile)(process.execPath, [program, '1', '1000', ...newLedgers()], {
    timeout: endsHangsMs,
  });
  const found = JSON.parse(stdout) as Printed;
  console.log(`${name} is found after ${found.schedules} schedules.\n${found.failure?.shown}`);
  return found;
}
