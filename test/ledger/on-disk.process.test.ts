import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { openLedger } from '../../src/ledger/open.ts';
import { newFolder } from '../new-folder.ts';
import {
  allEntries,
  assertBalanced,
  call,
  callerOf,
  credits,
  identify,
  ledgerOf,
  startAt,
} from './harness.ts';
import { live, step } from './live.ts';

const keys = { k: { plan: credits(10), purchased: credits(5) } };

test('a ledger makes its folder on the way, and a later start adds keys to it', async () => {
  const folder = join(newFolder(), 'made', 'on', 'the', 'way');
  const first = await ledgerOf({ folder, keys });
  const caller = await callerOf(first, 'k');
  const created = await first.keys.create({ plan: credits(1) }, startAt);
  await first.close();

  const second = await ledgerOf({ folder, keys: { ...keys, later: {} }, now: startAt + 9 });
  expect(await callerOf(second, 'k')).toEqual(caller);
  for (const key of [created.secret, 'later']) expect(await identify(second, key, startAt)).toBeDefined();
});

test('after any steps, a restart finds everything as it was', async () => {
  const terms = {
    plan: credits(20),
    used: credits(1),
    purchased: credits(3),
    cycleMs: 5_000_000,
    clockOffsetMs: -7,
    limit: credits(9),
    spent: credits(2),
  };
  const permissions = { allow: ['clip/profile'], rate: { count: 3, windowMs: 10_000 } };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, fractional, testOnly) => {
        const folder = newFolder();
        const first = await ledgerOf({ folder, keys: { demo: {} } });
        await live(first, steps);
        await first.keys.create({ ...terms, ...permissions, fractional, testOnly }, startAt);
        await first.keys.create({ unlimited: testOnly }, startAt);
        const saved = await first.save();
        await first.close();

        // a start would add a given key that was removed
        const second = await ledgerOf({ folder });
        expect(await second.save()).toEqual(saved);
        await second.close();
      },
    ),
    { numRuns: 15 },
  );
});

test('closing commits pending writes', async () => {
  const folder = newFolder();
  const first = await ledgerOf({ folder, keys });
  const caller = await callerOf(first, 'k');
  const charged = first.charge(caller, call(4));
  await first.close();
  await charged;
  await expect(first.charge(caller, call(1))).rejects.toThrow();
  const second = await ledgerOf({ folder, keys });
  expect(await second.balance(caller, startAt)).toMatchObject({ planUsed: 4000 });
});

test('a start releases the holds of streams that ended with their process', async () => {
  const folder = newFolder();
  const first = await ledgerOf({ folder, keys: { k: { ...keys.k, limit: credits(13) } } });
  const caller = await callerOf(first, 'k');
  await first.hold(caller, call(12, startAt + 5, 'nls'));
  await first.close();

  const second = await ledgerOf({ folder, keys });
  expect(await second.balance(caller, startAt + 6)).toMatchObject({
    held: 0,
    planUsed: 0,
    keyRemaining: 13_000,
  });
  expect((await allEntries(second, caller)).at(-1)).toMatchObject({
    kind: 'release',
    at: startAt + 5,
    held: -12_000,
  });
  await assertBalanced(expect, second, caller, startAt + 6);
});

describe('a folder that cannot be used stops the start with one sentence', () => {
  const holdFolder = join(import.meta.dirname, 'hold-folder.ts');
  const opening = (folder: string) => () => void openLedger({ folder, keys, newId: String, warn: () => {} });

  test('because another process has it', async () => {
    const folder = newFolder();
    const holder = spawn(process.execPath, [holdFolder, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(holder.stdout, 'data');
      expect(opening(folder)).toThrow(UsageError);
      expect(opening(folder)).toThrow(
        `The data folder ${folder} is in use by another sandbox; stop it or choose another folder.`,
      );
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    // the lock ended with the process
    expect(await callerOf(await ledgerOf({ folder, keys }), 'k')).toBeDefined();
  });

  test('because another ledger of this process has it', async () => {
    const folder = newFolder();
    const ledger = await ledgerOf({ folder, keys });
    expect(opening(folder)).toThrow('is in use by another sandbox');
    await ledger.charge(await callerOf(ledger, 'k'), call(1));
    // The attempt left the lock as it was.
    const { status, stderr } = spawnSync(process.execPath, [holdFolder, folder], { input: '' });
    expect([status, `${stderr}`]).toEqual([1, expect.stringContaining('is in use by another sandbox')]);
  });

  test('because it is a file, or inside one', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    for (const folder of [file, join(file, 'inside')]) {
      expect(opening(folder)).toThrow(UsageError);
      expect(opening(folder)).toThrow(`The data folder ${folder} cannot be written (`);
    }
  });

  test('because its ledger file is a folder', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'ledger.sqlite'));
    expect(opening(folder)).toThrow(`The data folder ${folder} cannot be written (`);
  });

  test('because its ledger file is not a database', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'ledger.sqlite'), 'Dear diary, '.repeat(1000));
    expect(opening(folder)).toThrow(
      `${join(folder, 'ledger.sqlite')} is not a ledger of the sandbox; choose another data folder.`,
    );
  });

  test('because the database belongs to another application, which stays unchanged', () => {
    const folder = newFolder();
    const other = new Database(join(folder, 'ledger.sqlite'));
    other.exec('CREATE TABLE keepsakes (name TEXT)');
    other.close();
    expect(opening(folder)).toThrow('is not a ledger of the sandbox');
    const after = new Database(join(folder, 'ledger.sqlite'));
    expect(after.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['keepsakes']);
    expect(after.pragma('journal_mode', { simple: true })).toBe('delete');
    after.close();
  });

  test('because another version of the sandbox wrote it', async () => {
    const folder = newFolder();
    await (await ledgerOf({ folder, keys })).close();
    const file = new Database(join(folder, 'ledger.sqlite'));
    file.pragma('user_version = 99');
    file.close();
    expect(opening(folder)).toThrow(
      `${join(folder, 'ledger.sqlite')} was written by another version of the sandbox (ledger format 99, this one reads 1); choose another data folder.`,
    );
  });
});

test('in memory, nothing is written', async () => {
  const ledger = await ledgerOf({ keys });
  await ledger.charge(await callerOf(ledger, 'k'), call(1));
  expect(existsSync('ledger.sqlite')).toBe(false);
});
