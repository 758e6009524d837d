import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { compilePointer } from '../../src/core/json-values.ts';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { entryBytes } from '../../src/ledger/memory/entry-lists.ts';
import { memoryStore } from '../../src/ledger/memory/store.ts';
import { type Flaw, type SavedEntry, SavedLedger } from '../../src/ledger/saved.ts';
import { atOnce } from '../creators/search/at-once.ts';
import { newFolder } from '../new-folder.ts';
import {
  allEntries,
  assertBalanced,
  call,
  callerOf,
  credits,
  ledgerOf,
  settings,
  startAt,
} from './harness.ts';
import { live, step } from './live.ts';

const keys = { demo: { plan: credits(30) }, k: { plan: credits(10), purchased: credits(100) } };
const isSaved = new Ajv({ strict: false }).compile(SavedLedger);

/** A ledger in memory in which only the newest entries of an account, or of all, stay. */
function short(maxEntries: number, maxBytes?: number): Ledger {
  const ledger = ledgerOn(memoryStore({ maxEntries, maxBytes }), settings({ keys }));
  onTestFinished(() => ledger.close());
  return ledger;
}

test('in memory the newest 20,000 entries stay, and one entry carries the older ones', async () => {
  const ledger = await ledgerOf({ keys: { k: { unlimited: true } } });
  const caller = await callerOf(ledger, 'k');
  await Promise.all(Array.from({ length: 20_500 }, (_, n) => ledger.charge(caller, call(1, startAt + n))));
  const entries = await allEntries(ledger, caller);
  expect(entries).toHaveLength(20_001);
  expect(entries[0]).toEqual({
    id: 501,
    at: startAt + 499,
    kind: 'carried',
    keyId: null,
    operation: null,
    rule: null,
    plan: -500_000,
    purchased: 0,
    held: 0,
    balance: -500_000,
    traceId: null,
  });
  expect(entries.slice(1).map(({ id }) => id)).toEqual(Array.from({ length: 20_000 }, (_, n) => 502 + n));
  await assertBalanced(expect, ledger, caller, startAt);
});

test('the entries of all accounts together stay within their bytes: the oldest leave first', async () => {
  const maxBytes = 20 * entryBytes;
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`k${n}`, { plan: credits(100) }]));
  const ledger = ledgerOn(memoryStore({ maxBytes }), settings({ keys: many }));
  onTestFinished(() => ledger.close());
  const callers = await Promise.all(Object.keys(many).map((key) => callerOf(ledger, key)));
  const [quiet, ...busy] = callers as [(typeof callers)[0], ...typeof callers];
  await ledger.charge(quiet, call(1));
  for (let n = 0; n < 40; n++)
    await Promise.all(busy.map((caller) => ledger.charge(caller, call(1, startAt + n))));
  const lists = await Promise.all(callers.map((caller) => allEntries(ledger, caller)));
  const kept = lists.map((entries) => entries.filter(({ kind }) => kind !== 'carried').length);
  expect(kept.reduce((sum, count) => sum + count)).toBe(20);
  expect(kept).toEqual([0, 2, 3, 3, 3, 3, 3, 3]);
  expect(lists[0]).toMatchObject([{ id: 2, kind: 'carried', balance: 99_000 }]);
  for (const caller of callers) await assertBalanced(expect, ledger, caller, startAt);
  expect(atOnce(ledger.flawIn(await ledger.save()))).toBeUndefined();
});

test('pages begin with the entry that carries older ones, and go on after it', async () => {
  const ledger = short(4);
  const caller = await callerOf(ledger, 'k');
  for (let n = 0; n < 9; n++) await ledger.charge(caller, call(1, startAt + n));
  const ids = async (after?: number, max?: number) =>
    (await ledger.entries(caller, after, max)).map(({ id }) => id);
  expect(await ids()).toEqual([6, 7, 8, 9, 10]);
  expect(await ids(0, 1)).toEqual([6]);
  expect(await ids(3, 2)).toEqual([6, 7]);
  expect(await ids(6, 2)).toEqual([7, 8]);
  expect(await ids(8)).toEqual([9, 10]);
  expect(await ids(10)).toEqual([]);
});

test('a hold that began among carried entries settles', async () => {
  const ledger = short(3);
  const caller = await callerOf(ledger, 'k');
  const hold = await ledger.hold(caller, call(12, startAt, 'nls'));
  for (let n = 0; n < 5; n++) await ledger.charge(caller, call(1));
  expect((await allEntries(ledger, caller))[0]).toMatchObject({ kind: 'carried', held: 12_000 });
  await assertBalanced(expect, ledger, caller, startAt);
  await ledger.settle(hold, credits(11), () => startAt);
  await assertBalanced(expect, ledger, caller, startAt);
  const saved = await ledger.save();
  expect(atOnce(ledger.flawIn(saved))).toBeUndefined();
});

test.each([
  ['in memory', () => short(3)],
  ['on disk', () => ledgerOf({ folder: newFolder(), keys })],
])('carried entries are saved and restored with their numbers: %s', async (_, open) => {
  const one = short(3);
  const caller = await callerOf(one, 'k');
  for (let n = 0; n < 8; n++) await one.charge(caller, call(1));
  const saved = await one.save();
  const other = await open();
  await other.restore(saved);
  expect(await allEntries(other, caller)).toEqual(await allEntries(one, caller));
  await other.charge(caller, call(1));
  expect((await allEntries(other, caller)).at(-1)).toMatchObject({ id: 10, kind: 'charge' });
  await assertBalanced(expect, other, caller, startAt);
  expect(await other.reset(startAt, 'k')).toMatchObject({ entries: 10 });
});

test('after any steps, a saved ledger with carried entries has no flaw, and is the same once restored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const [one, other] = [short(3, 5 * entryBytes), short(100)];
      await live(one, steps);
      const saved = await one.save();
      expect(isSaved(saved), JSON.stringify(isSaved.errors)).toBe(true);
      expect(atOnce(one.flawIn(saved))).toBeUndefined();
      await other.restore(saved);
      expect(await other.save()).toEqual(saved);
    }),
    { numRuns: 60 },
  );
});

/** Two accounts, of which the second has carried entries. */
async function twoAccounts() {
  const ledger = short(3);
  const [one, two] = [await callerOf(ledger, 'demo'), await callerOf(ledger, 'k')];
  for (const [cost, operation] of [
    [2, 'clip/profile'],
    [0, 'nls'],
  ] as const)
    await ledger.charge(one, call(cost, startAt, operation));
  for (let n = 0; n < 8; n++) await ledger.charge(two, call(1));
  return { ledger, saved: await ledger.save() };
}

const entry = (kind: SavedEntry['kind'], balance: number, more: object = {}) => ({
  ...{ at: startAt, kind, balance, ...more },
  ...(kind !== 'open' && { keyId: keyIdOf('demo'), operation: 'nls', traceId: '0a' }),
});
const older = { count: 6, plan: 2000, purchased: 100_000, held: 5 };
const carried = { ...entry('open', 102_000, older), kind: 'carried' };
const releaseOfCarried = entry('release', 102_000, { held: -5 });
const topUp = { at: startAt, kind: 'topUp', keyId: keyIdOf('demo'), plan: 1, balance: 2 ** 53 };

test('the first contradiction in a saved ledger is named with its place', async () => {
  const flaws = [];
  for (const [place, change] of [
    ['/accounts/1/entries/1', { count: 4 }],
    ['/accounts/1/entries/0', { count: undefined }],
    ['/accounts/1/entries/0', { plan: 1 }],
    ['/accounts/1/entries/0', { held: 5 }],
    ['/accounts/1/entries/1', entry('release', 105_000, { plan: 0, held: -5 })],
    ['/accounts/1', { used: 8001 }],
    ['/accounts/0', { entries: [entry('open', 0), entry('charge', -1, { purchased: -1 })] }],
    ['/accounts/1', { entries: [carried, entry('hold', 102_000, { held: 7 }), releaseOfCarried] }],
    ['/accounts/1', { id: `account-${keyIdOf('demo')}` }],
    ['/keys/1', { id: keyIdOf('demo') }],
    ['/keys/0', { account: 'another' }],
    ['/keys/0', { account: `account-${keyIdOf('k')}` }],
    ['/keys/0', { secret: undefined, digest: '0'.repeat(64) }],
    ['/accounts/0/entries/0', { kind: 'topUp' }],
    ['/accounts/0/entries/1', { kind: 'open' }],
    ['/accounts/0', { entries: [entry('open', 2 ** 53 - 1, { plan: 2 ** 53 - 1 }), topUp] }],
    ['/keys/0', { ends: 'demo' }],
    ['/keys/0', { origin: 'admin' }],
    ['/keys/0', { allow: ['nls', 'clip/nothing'] }],
    ['/keys/0/opening', { allow: ['clip/nothing'] }],
    ['/keys/0/usage/1', { operation: 'clip/nothing' }],
  ] as const) {
    const { ledger, saved } = await twoAccounts();
    Object.assign(compilePointer(place)(saved) as object, change);
    const { pointer, says } = atOnce(ledger.flawIn(saved)) as Flaw;
    flaws.push(`${pointer}: ${says}`);
  }
  expect(flaws.join('\n')).toMatchInlineSnapshot(`
    "/accounts/1/entries/1: Account account-8254c329a92850f6: entry 2 has a count if it carries older entries, and only then.
    /accounts/1/entries/0: Account account-8254c329a92850f6: entry 1 has a count if it carries older entries, and only then.
    /accounts/1/entries/0: Account account-8254c329a92850f6: entry 1 has the balance 105000, but the entries up to it sum to 100001.
    /accounts/1/entries: Account account-8254c329a92850f6: 5 is held and never released.
    /accounts/1/entries/1: Account account-8254c329a92850f6: entry 2 frees more than is held.
    /accounts/1/used: Account account-8254c329a92850f6: plan less used is 1999, its entries sum to 2000.
    /accounts/0/entries/1: Account account-2a97516c354b6884: entry 2 uses more purchased credits than there are.
    /accounts/1/entries: Account account-8254c329a92850f6: 7 is held and never released.
    /accounts/1: Account account-2a97516c354b6884 appears twice.
    /keys/1: Key 2a97516c354b6884 appears twice.
    /keys/0/account: Key 2a97516c354b6884 has no account.
    /accounts/0: Account account-2a97516c354b6884 has no key.
    /keys/0: Key 2a97516c354b6884 must have either a secret, or a digest and ends.
    /accounts/0/entries/0: Account account-2a97516c354b6884: entry 1 must be of kind open or carried if it is the first, and only then.
    /accounts/0/entries/1: Account account-2a97516c354b6884: entry 2 must be of kind open or carried if it is the first, and only then.
    /accounts/0/entries/1: Account account-2a97516c354b6884: entry 2 makes a sum too large to be exact.
    /keys/0: Key 2a97516c354b6884 must have either a secret, or a digest and ends.
    /keys/0/origin: Key 2a97516c354b6884: all demo keys of this sandbox, and only these, have a secret and the origin demo.
    /keys/0: Key 2a97516c354b6884: "clip/nothing" is not an operation.
    /keys/0: Key 2a97516c354b6884: "clip/nothing" is not an operation.
    /keys/0: Key 2a97516c354b6884: "clip/nothing" is not an operation."
  `);
});
