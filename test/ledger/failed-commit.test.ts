import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { openDatabase } from '../../src/ledger/sqlite/database.ts';
import { sqliteStore } from '../../src/ledger/sqlite/store.ts';
import { newFolder } from '../new-folder.ts';
import { countedStore } from './counted-store.ts';
import {
  allEntries,
  assertBalanced,
  call,
  callerOf,
  credits,
  ledgerOf,
  settings,
  startAt,
  submit,
} from './harness.ts';

const keys = { k: { plan: credits(100) }, other: { plan: credits(100) } };

function opened(folder = newFolder()): {
  database: Database.Database;
  ledger: Ledger;
  posted: string[];
  commits: () => number;
} {
  const database = openDatabase(folder);
  const posted: string[] = [];
  const onEntry = ({ kind }: { kind: string }) => posted.push(kind);
  const { store, commits } = countedStore(sqliteStore(database));
  const ledger = ledgerOn(store, settings({ keys, onEntry }));
  onTestFinished(() => ledger.close());
  return { database, ledger, posted, commits };
}

/** From now on the file cannot grow. */
const fill = (database: Database.Database) =>
  database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
const empty = (database: Database.Database) => database.pragma('max_page_count = 1000000');

test('a full disk fails the whole batch and undoes it, and the next one works', async () => {
  const folder = newFolder();
  const { database, ledger, posted, commits } = opened(folder);
  const [one, two] = [await callerOf(ledger, 'k'), await callerOf(ledger, 'other')];
  const hold = await ledger.hold(one, call(5, startAt, 'nls'));
  const before = await ledger.save();
  const committed = commits();
  posted.length = 0;

  fill(database);
  const long = 'x'.repeat(3000);
  const errors: unknown[] = [];
  ledger.enqueue({
    work: (tx) => tx.charge(one, call(1)),
    done: (error) => errors.push(error),
  });
  const results = await Promise.allSettled([
    ledger.charge(two, call(1)),
    ledger.settle(hold, credits(5), () => startAt),
    ledger.countRefused(one, 'nls', startAt),
    ledger.charge(two, call(1000)),
    ...Array.from({ length: 20 }, (_, n) => ledger.keys.create({ key: `key-${n}` }, startAt)),
    submit(ledger, one, {
      ...call(1),
      kind: 'brands',
      count: 20,
      maxPerDay: 20,
      creditsIfKnown: 0,
      items: () => Array.from({ length: 20 }, (_, n) => [`${long} ${n}`]),
    }),
    ledger.reset(startAt, 'other'),
  ]);
  const full = { cause: { code: 'SQLITE_FULL' } };
  expect(errors).toMatchObject([full]);
  expect(ledger.trouble).toMatchObject(full);
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: full });
  expect(posted).toEqual([]);
  expect(commits()).toBe(committed);
  expect(await ledger.save()).toEqual(before);
  expect(await ledger.keys.find('key-3', startAt)).toBeUndefined();

  empty(database);
  expect(await ledger.settle(hold, credits(4), () => startAt)).toMatchObject({ planUsed: 4000, held: 0 });
  await ledger.charge(two, call(2));
  expect(ledger.trouble).toBeUndefined();
  expect(posted).toEqual(['settle', 'charge']);
  const saved = await ledger.save();
  await ledger.close();

  const again = opened(folder).ledger;
  expect(await again.save()).toEqual(saved);
  for (const caller of [one, two]) await assertBalanced(expect, again, caller, startAt);
});

test('a whole reset whose commit fails is undone', async () => {
  const { database, ledger } = opened();
  const caller = await callerOf(ledger, 'k');
  await ledger.charge(caller, call(5));
  await callerOf(ledger, 'sandbox:plan=3:own');
  const before = await ledger.save();
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON accounts BEGIN SELECT RAISE(ROLLBACK, 'gave up'); END`);
  const results = await Promise.allSettled([ledger.charge(caller, call(5)), ledger.reset(startAt)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ledger.save()).toEqual(before);
  expect(await allEntries(ledger, caller)).toHaveLength(2);

  database.exec('DROP TRIGGER full');
  expect(await ledger.reset(startAt)).toMatchObject({ keys: 3, entries: 4 });
  expect(await ledger.charge(caller, call(1))).toMatchObject({ planUsed: 1000 });
});

test('a restoration whose commit fails midway is undone, and what came meanwhile stays', async () => {
  const many = 2_500;
  const large = await ledgerOf({ keys });
  await Promise.all(Array.from({ length: many }, (_, n) => callerOf(large, `sandbox:plan=9:${n}`)));
  const saved = await large.save();

  const { database, ledger } = opened();
  const caller = await callerOf(ledger, 'k');
  await ledger.charge(caller, call(5));
  const before = await ledger.save();
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON keys WHEN NEW.number = ${many}
    BEGIN SELECT RAISE(ABORT, 'gave up'); END`);
  const restored = ledger.restore(saved).catch(({ message }: Error) => message);
  while (!database.inTransaction) await setImmediate();
  const meanwhile = Promise.all([
    ledger.balance(caller, startAt),
    ledger.entries(caller),
    ledger.snapshots.put('meanwhile', ['{', '}'], startAt),
    ledger.charge(caller, call(1)),
  ]);
  expect(await restored).toBe('The ledger cannot be written: gave up.');
  const [balance, entries] = await meanwhile;
  expect([balance.planUsed, entries.map(({ kind }) => kind)]).toEqual([5000, ['open', 'charge', 'charge']]);
  expect(await ledger.snapshots.read('meanwhile')).toEqual(['{', '}']);
  const { used } = (await ledger.save()).accounts[0] ?? {};
  expect([before.accounts[0]?.used, used]).toEqual([5000, 6000]);

  database.exec('DROP TRIGGER full');
  await ledger.restore(saved);
  expect(await ledger.save()).toEqual(saved);
});
