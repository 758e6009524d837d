import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../../src/core/errors.ts';
import { createGroupCommit } from '../../src/ledger/sqlite/group-commit.ts';
import { call, callerOf, credits, ledgerOf, startAt } from './harness.ts';

function numbers() {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  database.exec(`CREATE TABLE parents (n INTEGER PRIMARY KEY);
    CREATE TABLE numbers (n INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (n) DEFERRABLE INITIALLY DEFERRED)`);
  const insert = database.prepare('INSERT INTO numbers VALUES (?, ?)');
  return {
    database,
    commits: createGroupCommit(database),
    add: (n: number, parent: number | null = null) => insert.run(n, parent),
    all: () => database.prepare('SELECT n FROM numbers ORDER BY n').pluck().all(),
  };
}

test('all charges of one turn of the event loop are one transaction', async () => {
  const ledger = ledgerOf({ keys: { k: { plan: credits(1000) } } });
  const caller = await callerOf(ledger, 'k');
  const before = ledger.transactions;
  await Promise.all(Array.from({ length: 200 }, () => ledger.charge(caller, call(1))));
  expect(ledger.transactions - before).toBe(1);
  await ledger.charge(caller, call(1));
  expect(ledger.transactions - before).toBe(2);
});

test('reading a balance costs no transaction', async () => {
  const ledger = ledgerOf({ keys: { k: { plan: credits(1000) } } });
  const caller = await callerOf(ledger, 'k');
  const before = ledger.transactions;
  await ledger.balance(caller, startAt);
  await ledger.afford(caller, credits(5), startAt);
  await callerOf(ledger, 'k');
  expect(ledger.transactions).toBe(before);
});

test('a refusal does not affect the other calls of its transaction', async () => {
  const ledger = ledgerOf({ keys: { k: { plan: credits(5) }, other: { plan: credits(5) } } });
  const [one, two] = [await callerOf(ledger, 'k'), await callerOf(ledger, 'other')];
  const results = await Promise.allSettled([
    ledger.charge(one, call(4)),
    ledger.charge(one, call(4)),
    ledger.charge(two, call(4)),
    ledger.charge(one, call(1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

test('a promise settles after the commit, never before', async () => {
  const { database, commits, add } = numbers();
  const seen: boolean[] = [];
  const first = commits.run(() => add(1)).then(() => seen.push(database.inTransaction));
  const second = commits
    .run(() => {
      throw new Refusal('conflict');
    })
    .catch(() => seen.push(database.inTransaction));
  expect(seen).toEqual([]);
  await Promise.all([first, second]);
  expect(seen).toEqual([false, false]);
});

test('an unexpected error rolls back its own work only', async () => {
  const { commits, add, all } = numbers();
  const results = await Promise.allSettled([
    commits.run(() => add(1)),
    commits.run(() => {
      add(2);
      throw new Error('a bug');
    }),
    commits.run(() => {
      add(3);
      add(1);
    }),
    commits.run(() => add(4)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(all()).toEqual([1, 4]);
});

test('a refusal keeps the writes before it', async () => {
  const { commits, add, all } = numbers();
  await commits
    .run(() => {
      add(1);
      throw new Refusal('insufficientCredits');
    })
    .catch(() => {});
  expect(all()).toEqual([1]);
});

test('a commit that fails rejects the whole batch, and the next one works', async () => {
  const { commits, add, all } = numbers();
  const results = await Promise.allSettled([
    commits.run(() => add(1)),
    // there is no parent 9, which only the commit detects
    commits.run(() => add(2, 9)),
    commits.run(() => {
      throw new Refusal('conflict');
    }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(all()).toEqual([]);
  await commits.run(() => add(3));
  expect(all()).toEqual([3]);
  expect(commits.transactions).toBe(1);
});

test('work for which SQLite aborts the transaction rejects the whole batch', async () => {
  const { database, commits, add, all } = numbers();
  database.exec(`CREATE TRIGGER giveUp BEFORE INSERT ON numbers WHEN new.n = 13
    BEGIN SELECT RAISE(ROLLBACK, 'gave up'); END`);
  const results = await Promise.allSettled([
    commits.run(() => add(1)),
    commits.run(() => add(13)),
    commits.run(() => add(3)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(all()).toEqual([]);
  await commits.run(() => add(4));
  expect(all()).toEqual([4]);
});

test('work started by a settled promise goes into a later transaction', async () => {
  const { commits, add, all } = numbers();
  await commits.run(() => add(1)).then(() => commits.run(() => add(2)));
  expect(commits.transactions).toBe(2);
  expect(all()).toEqual([1, 2]);
});

test('a flush commits waiting work at once', () => {
  const { commits, add, all } = numbers();
  void commits.run(() => add(1));
  commits.flush();
  expect(all()).toEqual([1]);
  commits.flush();
  expect(commits.transactions).toBe(1);
});
